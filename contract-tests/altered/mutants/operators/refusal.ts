// Operators that refuse what must be accepted.

import type { OperationId } from '../../../../spec/operations.ts'
import { type CallOf, handling, refusalOf, replaceHandler } from '../handler-seam.ts'
import { valuesAt } from '../json-path.ts'
import type { Mutation } from '../mutation.ts'
import { type Field, typesOf } from './places.ts'
import type { FieldOperator } from './request.ts'

export const refuseWhen = <Id extends OperationId>(
  id: Id,
  words: string,
  when: (call: CallOf<Id>) => boolean,
) => ({
  name: `refuse ${id} ${words}`,
  operations: [id],
  refuses: true as const,
  ...replaceHandler(id, (call, real) => (when(call) ? refusalOf(id) : real(call))),
})

export const refuseAll = (id: OperationId): Mutation => ({
  ...handling(id, `Refuses every ${id}`, () => refusalOf(id)),
  refuses: true,
})

interface Condition {
  words: string
  holds: (value: unknown) => boolean
  /** True if a field may be so. */
  permitted: (field: Field) => boolean
}

/** Refuses calls in which a value at a path of the payload or body meets a condition. */
export function refuseIf(id: OperationId, path: string, { words, holds }: Condition): Mutation {
  return refuseWhen(id, `${path} ${words}`, ({ payload, body }) =>
    valuesAt(payload ?? body, path).some(holds),
  )
}

export function refuseFields(condition: Condition): FieldOperator {
  return Object.assign(({ operation, path }: Field) => refuseIf(operation, path, condition), {
    to: 'request' as const,
    deep: true,
    fits: condition.permitted,
  })
}

const isOptional = ({ required }: Field) => required === false
/** An optional field whose type the contract shows, so that a client knows a valid value. */
const isKnown = (field: Field) => isOptional(field) && typesOf(field).length > 0
const mayBe = (type: string) => (field: Field) => typesOf(field).includes(type)

const condition = (
  words: string,
  holds: (value: unknown) => boolean,
  permitted: (field: Field) => boolean = () => true,
): Condition => ({ words, holds, permitted })

export const isMissing = condition('is missing', (value) => value === undefined, isOptional)
export const isPresent = condition('is present', (value) => value !== undefined, isKnown)
export const isNull = condition('is null', (value) => value === null, mayBe('null'))
export const isText = condition('is a string', (value) => typeof value === 'string', mayBe('string'))
export const isNumber = condition('is a number', (value) => typeof value === 'number', mayBe('number'))
export const isEmpty = condition('is empty', (value) => Object(value ?? [0]).length === 0)
export const isFraction = condition('is not whole', (value) => !Number.isInteger(value))
export const is = (other: unknown) => condition(`is ${JSON.stringify(other)}`, (value) => value === other)
export const matches = (words: string, pattern: RegExp) =>
  condition(words, (value) => typeof value === 'string' && pattern.test(value))
export const longerThan = (max: number) =>
  condition(`is longer than ${max}`, (value) => Object(value ?? []).length > max)
