// Tables of mutants: a row for each requirement, with the mutations that break it.

import type { RequirementId } from '../../spec/requirements.ts'
import type { Mutant, Mutation } from './mutation.ts'
import { requestFields, responsePlaces, rotate } from './operators/places.ts'
import type { FieldOperator } from './operators/request.ts'
import type { ResponseOperator } from './operators/response.ts'

/** A mutation, or an operator that is applied where the document marks the requirement. */
type Entry = Mutation | ResponseOperator | FieldOperator
type Row = Entry | readonly Row[]

export function mutantsOf(table: Readonly<Partial<Record<RequirementId, Row>>>): Mutant[] {
  return (Object.keys(table) as RequirementId[]).flatMap((requirement) => {
    const entries = flat(table[requirement] ?? [])
    const mutations = [
      ...rotate(entries.filter(isOnResponses), responsePlaces(requirement)),
      ...rotate(entries.filter(isOnRequests), requestFields(requirement)),
      ...entries.filter((entry) => typeof entry !== 'function'),
    ]
    return mutations.map((mutation) => ({ ...mutation, requirement, id: `${requirement}: ${mutation.name}` }))
  })
}

const isOnResponses = (entry: Entry): entry is ResponseOperator => 'to' in entry && entry.to === 'response'
const isOnRequests = (entry: Entry): entry is FieldOperator => 'to' in entry && entry.to === 'request'

function flat(row: Row): Entry[] {
  return Array.isArray(row) ? row.flatMap(flat) : [row as Entry]
}
