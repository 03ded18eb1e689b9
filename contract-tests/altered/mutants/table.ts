// Tables of mutants: a row for each requirement, with the mutations that break it.

import type { RequirementId } from '../../../spec/requirements.ts'
import type { Mutant, Mutation } from './mutation.ts'
import { everywhere, requestFields, responsePlaces, rotate } from './operators/places.ts'
import type { FieldOperator } from './operators/request.ts'
import type { ResponseOperator } from './operators/response.ts'

/** A mutation, or an operator that is applied where the document marks the requirement. */
type Entry = Mutation | ResponseOperator | FieldOperator
type Row = Entry | readonly Row[]

/** The mutants of a table: those of the fixed list first, then every operator at every place that the fixed list leaves out. */
export function mutantsOf(table: Readonly<Partial<Record<RequirementId, Row>>>): Mutant[] {
  return (Object.keys(table) as RequirementId[]).flatMap((requirement) => {
    const entries = flat(table[requirement] ?? [])
    const [onResponses, onRequests] = [entries.filter(isOnResponses), entries.filter(isOnRequests)]
    const [places, fields] = [responsePlaces(requirement), requestFields(requirement)]
    const fixed = [
      ...rotate(onResponses, places),
      ...rotate(onRequests, fields),
      ...entries.filter((entry) => typeof entry !== 'function'),
    ]
    const names = new Set(fixed.map(({ name }) => name))
    const others = [...everywhere(onResponses, places), ...everywhere(onRequests, fields)].filter(
      ({ name }) => !names.has(name) && names.add(name),
    )
    const mutant = (mutation: Mutation, isFixed: boolean) => ({
      ...mutation,
      requirement,
      id: `${requirement}: ${mutation.name}`,
      isFixed,
    })
    return [...fixed.map((one) => mutant(one, true)), ...others.map((one) => mutant(one, false))]
  })
}

const isOnResponses = (entry: Entry): entry is ResponseOperator => 'to' in entry && entry.to === 'response'
const isOnRequests = (entry: Entry): entry is FieldOperator => 'to' in entry && entry.to === 'request'

function flat(row: Row): Entry[] {
  return Array.isArray(row) ? row.flatMap(flat) : [row as Entry]
}
