// Places in the responses of operations, by the documents.

import { isObject, valueAt } from '../../core/json.ts'
import { type DocumentName, type ListedOperation, referredSchema } from './documents.ts'

/** True if a response of an operation may have something at a path, by its document. */
export function responseMayHave(operation: ListedOperation, path: readonly string[]): boolean {
  return operation.response === undefined || mayHave(operation.response, path, operation, true)
}

/** True if a value of a schema may have something at a path. At its top, a refusal has fields that no schema shows. */
function mayHave(
  given: unknown,
  [step, ...rest]: readonly string[],
  operation: ListedOperation,
  isTop: boolean,
): boolean {
  const schema = referredSchema(operation.document, given)
  if (step === undefined || !isObject(schema)) return true
  const { properties, additionalProperties, items } = schema
  const choices = choicesOf(schema)
  if (choices.some((choice) => mayHave(choice, [step, ...rest], operation, isTop))) return true
  if (isObject(properties)) {
    const inner = properties[step]
    if (inner !== undefined) return mayHave(inner, rest, operation, false)
    if (isTop) return true
  }
  if (isObject(additionalProperties)) return mayHave(additionalProperties, rest, operation, false)
  if (items !== undefined) return /^\d+$/.test(step) && mayHave(items, rest, operation, false)
  // A schema that says nothing about the fields of an object permits each.
  return (
    choices.length === 0 && properties === undefined && ['object', undefined].includes(typeOf(schema.type))
  )
}

/** True if a successful response of an operation has a text at a path, by its document, if it has anything there. */
export function responseHasText({ document, response }: ListedOperation, path: readonly string[]): boolean {
  return hasText(document, response, path)
}

function hasText(document: DocumentName, given: unknown, path: readonly string[]): boolean {
  const schema = referredSchema(document, given)
  if (!isObject(schema)) return false
  const [step, ...rest] = path
  if (choicesOf(schema).some((choice) => hasText(document, choice, path))) return true
  if (step === undefined) return typeOf(schema.type) === 'string'
  return hasText(document, schema.items ?? valueAt(schema.properties, step), rest)
}

function choicesOf({ allOf, anyOf, oneOf }: Record<string, unknown>): unknown[] {
  return [allOf, anyOf, oneOf].flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
}

function typeOf(type: unknown): string | undefined {
  const [only] = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type]
  return typeof only === 'string' ? only : undefined
}
