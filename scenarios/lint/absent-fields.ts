// Warnings about criteria that read a field of a response which its schema does not have: they cannot pass, or pass by chance.

import { isObject } from '../../core/json.ts'
import { pointerSteps } from '../../core/json-pointer.ts'
import { parseCriterion } from '../format/criteria.ts'
import { type ListedOperation, referredSchema } from '../format/documents.ts'
import type { Step } from '../format/scenario.ts'
import type { Finding } from './references.ts'

/** The criteria of a valid step that read a field which a successful response does not have. */
export function absentFieldFindings(
  { successCriteria = [] }: Step,
  operation: ListedOperation,
  at: string,
): Finding[] {
  const { response } = operation
  if (response === undefined) return []
  return successCriteria.flatMap((criterion, index) =>
    parseCriterion(criterion)
      .expressions.filter(({ root, names }) => root === 'response' && names.join('.') === 'body')
      .filter(({ pointer = '' }) => !mayHave(response, pointerSteps(pointer), operation, true))
      .map(({ text }) => ({
        pointer: `${at}/successCriteria/${index}`,
        message: `The response of ${operation.operationId} has no ${text}. Check the spelling against the document.`,
      })),
  )
}

/** Whether a value of a schema may have something at a path. At its top, a refusal has fields that no schema shows. */
function mayHave(
  given: unknown,
  [step, ...rest]: readonly string[],
  operation: ListedOperation,
  isTop: boolean,
): boolean {
  const schema = referredSchema(operation.document, given)
  if (step === undefined || !isObject(schema)) return true
  const { properties, additionalProperties, items } = schema
  const choices = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  if (choices.some((choice: unknown) => mayHave(choice, [step, ...rest], operation, isTop))) return true
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

function typeOf(type: unknown): string | undefined {
  const [only] = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type]
  return typeof only === 'string' ? only : undefined
}
