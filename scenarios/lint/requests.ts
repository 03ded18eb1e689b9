// Checks the request of a step against the parameters and schemas of its operation, as far as the values are known before
// the scenario runs.

import { atPointer } from '../../core/json-pointer.ts'
import type { JsonSchema } from '../../core/json-schema.ts'
import type { ValidationError } from '../../core/validation-messages.ts'
import { type DocumentName, type ListedOperation, validationErrors } from '../format/documents.ts'
import { containsTemplate, isTemplate } from '../format/expressions.ts'
import type { Parameter, Step } from '../format/scenario.ts'
import { payloadFieldOf } from '../payload-encryption.ts'
import type { Finding } from './references.ts'

/** Findings about the request of a step. A request may violate the contract if the step says why. */
export function requestFindings(
  step: Step,
  parameters: readonly Parameter[],
  operation: ListedOperation,
  at: string,
): Finding[] {
  const violations = [
    ...parameterViolations(parameters, operation, at),
    ...bodyViolations(step, operation, at),
  ]
  const misplaced = misplacedFindings(step, parameters, operation, at)
  if (step['x-deviates'] === undefined) {
    const unexplained = violations.map(({ pointer, message }) => ({
      pointer,
      message: `${message} Correct the request, or say in x-deviates why it violates the contract.`,
    }))
    return [...unexplained, ...misplaced]
  }
  // Which fields of an encrypted payload are required is not shown.
  const isOpen = operation.encrypted !== undefined || containsTemplate(step.requestBody?.payload)
  if (violations.length > 0 || isOpen) return misplaced
  const message = 'This request conforms to the contract. Remove x-deviates.'
  return [{ pointer: `${at}/x-deviates`, message }, ...misplaced]
}

/** Findings about parameters and payloads that cannot be sent at all. */
function misplacedFindings(
  step: Step,
  given: readonly Parameter[],
  operation: ListedOperation,
  at: string,
): Finding[] {
  const { operationId, parameters, body } = operation
  const known = parameters.map(keyOf)
  const unknown = given.flatMap((parameter) => {
    const pointer = `${at}/parameters`
    if (parameter.in === undefined) {
      const message = `The parameter "${parameter.name}" has no place. Add "in": "path", "query" or "header".`
      return [{ pointer, message }]
    }
    if (parameter.in === 'header' || known.includes(keyOf(parameter))) return []
    const message = `${operationId} has no ${parameter.in} parameter "${parameter.name}". ${available(operation, parameter.in)}`
    return [{ pointer, message }]
  })
  const missing = parameters
    .filter((parameter) => parameter.in === 'path' && !given.some((one) => keyOf(one) === keyOf(parameter)))
    .map(({ name }) => ({
      pointer: at,
      message: `${operationId} needs the path parameter "${name}". Add it to the step's parameters.`,
    }))
  const unusedBody =
    step.requestBody !== undefined && body === undefined
      ? [{ pointer: `${at}/requestBody`, message: `${operationId} has no request body. Remove it.` }]
      : []
  return [...unknown, ...missing, ...unusedBody, ...replacementFindings(step, at)]
}

function replacementFindings({ requestBody }: Step, at: string): Finding[] {
  return (requestBody?.replacements ?? []).flatMap(({ target }, index) =>
    isTemplate(requestBody?.payload) || atPointer(requestBody?.payload, target) !== undefined
      ? []
      : [
          {
            pointer: `${at}/requestBody/replacements/${index}/target`,
            message: `The payload has nothing at ${target}. Correct the JSON pointer.`,
          },
        ],
  )
}

function keyOf({ in: place, name }: { in?: string; name: string }): string {
  return `${place} ${name.toLowerCase()}`
}

function parameterViolations(given: readonly Parameter[], operation: ListedOperation, at: string): Finding[] {
  const keys = given.map(keyOf)
  const missing = operation.parameters
    .filter((parameter) => parameter.required === true && parameter.in !== 'path')
    .filter((parameter) => !keys.includes(keyOf(parameter)))
    .map(({ name, in: place }) => `${operation.operationId} needs the ${place} parameter "${name}".`)
  const noToken =
    operation.needsToken && !keys.includes('header authorization')
      ? [
          `${operation.operationId} needs an access token: the header parameter Authorization, such as "Bearer {$inputs.merchant.accessToken}".`,
        ]
      : []
  return [...missing, ...noToken].map((message) => ({ pointer: at, message }))
}

function bodyViolations(step: Step, operation: ListedOperation, at: string): Finding[] {
  const { body, encrypted, document } = operation
  if (body === undefined) return []
  if (step.requestBody === undefined)
    return body.required ? [{ pointer: at, message: `${operation.operationId} needs a request body.` }] : []
  const pointer = `${at}/requestBody/payload`
  const { payload: sent } = step.requestBody
  if (isTemplate(sent)) return []
  const field = payloadFieldOf(operation, sent)
  if (field === undefined || encrypted === undefined)
    return valueViolations(document, body.schema, sent, pointer, 'payload')
  const payload: unknown = Reflect.get(sent as object, field)
  const asSent = { ...(sent as object), [field]: 'encrypted' }
  return [
    ...valueViolations(document, body.schema, asSent, pointer, 'payload'),
    ...valueViolations(document, encrypted.schema, payload, `${pointer}/${field}`, `payload.${field}`),
  ]
}

function valueViolations(
  document: DocumentName,
  schema: JsonSchema,
  value: unknown,
  pointer: string,
  name: string,
): Finding[] {
  return validationErrors(document, schema, value, name)
    .filter((error) => !isUndecided(error, value))
    .map((error) => ({ pointer: `${pointer}${error.pointer}`, message: `${error.message}.` }))
}

/** True if a validation error is about a value that is replaced when the scenario runs. */
function isUndecided({ keyword, pointer }: ValidationError, value: unknown): boolean {
  const at = atPointer(value, pointer)
  return keyword === 'anyOf' || keyword === 'oneOf' ? containsTemplate(at) : isTemplate(at)
}

function available(operation: ListedOperation, place: string): string {
  const names = operation.parameters.filter((parameter) => parameter.in === place).map(({ name }) => name)
  return names.length === 0 ? `It has no ${place} parameters.` : `It has: ${names.join(', ')}.`
}
