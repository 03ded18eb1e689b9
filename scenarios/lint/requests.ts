// Checks what a step sends against the operation's parameters and schemas, as far as it is known before the scenario runs.

import { atPointer } from '../../core/json-pointer.ts'
import type { JsonSchema } from '../../core/json-schema.ts'
import type { ValidationError } from '../../core/validation-messages.ts'
import { type DocumentName, type ListedOperation, validationErrors } from '../documents.ts'
import { payloadFieldOf } from '../encryption.ts'
import { holdsComputed, isComputed } from '../expressions.ts'
import type { Step } from '../scenario.ts'
import type { Finding } from './findings.ts'

/** What is wrong with a step's request. What breaks the contract is lawful where the step says why. */
export function requestFindings(step: Step, operation: ListedOperation, at: string): Finding[] {
  const deviations = [...parameterDeviations(step, operation, at), ...bodyDeviations(step, operation, at)]
  const unfit = misplaced(step, operation, at)
  if (step['x-deviates'] === undefined) {
    const told = deviations.map(({ pointer, text }) => ({
      pointer,
      text: `${text} Mend it, or say why with x-deviates, where it breaks the contract on purpose.`,
    }))
    return [...told, ...unfit]
  }
  if (deviations.length > 0 || holdsComputed(step.requestBody?.payload)) return unfit
  const text = 'This request fits the contract, so it does not deviate. Take x-deviates away.'
  return [{ pointer: `${at}/x-deviates`, text }, ...unfit]
}

/** What cannot be sent at all, or would not reach where it is meant to. */
function misplaced(step: Step, operation: ListedOperation, at: string): Finding[] {
  const { operationId, parameters, body } = operation
  const known = parameters.map(keyOf)
  const given = step.parameters ?? []
  const strange = given.flatMap((parameter, index) => {
    const pointer = `${at}/parameters/${index}`
    if (parameter.in === undefined) {
      const text = `The parameter "${parameter.name}" does not say where it goes. Add "in": "path", "query" or "header".`
      return [{ pointer, text }]
    }
    if (parameter.in === 'header' || known.includes(keyOf(parameter))) return []
    const text = `${operationId} has no ${parameter.in} parameter "${parameter.name}". ${listed(operation, parameter.in)}`
    return [{ pointer, text }]
  })
  const missing = parameters
    .filter((parameter) => parameter.in === 'path' && !given.some((one) => keyOf(one) === keyOf(parameter)))
    .map(({ name }) => ({
      pointer: at,
      text: `${operationId} needs the path parameter "${name}". Add it to the step's parameters.`,
    }))
  const idle =
    step.requestBody !== undefined && body === undefined
      ? [{ pointer: `${at}/requestBody`, text: `${operationId} takes no request body. Take it away.` }]
      : []
  return [...strange, ...missing, ...idle]
}

function keyOf({ in: kind, name }: { in?: string; name: string }): string {
  return `${kind} ${name.toLowerCase()}`
}

function parameterDeviations(step: Step, operation: ListedOperation, at: string): Finding[] {
  const given = (step.parameters ?? []).map(keyOf)
  const missing = operation.parameters
    .filter((parameter) => parameter.required === true && parameter.in !== 'path')
    .filter((parameter) => !given.includes(keyOf(parameter)))
    .map(({ name, in: kind }) => `${operation.operationId} needs the ${kind} parameter "${name}".`)
  const noToken =
    operation.needsToken && !given.includes('header authorization')
      ? [
          `${operation.operationId} needs an access token: the header parameter Authorization, such as "Bearer {$inputs.merchant.accessToken}".`,
        ]
      : []
  return [...missing, ...noToken].map((text) => ({ pointer: at, text }))
}

/** What in a step's body breaks the document, as far as it is known before the scenario runs. */
function bodyDeviations(step: Step, operation: ListedOperation, at: string): Finding[] {
  const { body, encrypted, document } = operation
  if (body === undefined) return []
  if (step.requestBody === undefined)
    return body.required ? [{ pointer: at, text: `${operation.operationId} needs a request body.` }] : []
  const pointer = `${at}/requestBody/payload`
  const { payload: sent } = step.requestBody
  if (isComputed(sent)) return []
  const field = payloadFieldOf(operation, sent)
  if (field === undefined || encrypted === undefined)
    return valueFaults(document, body.schema, sent, pointer, 'payload')
  const payload: unknown = Reflect.get(sent as object, field)
  const asSent = { ...(sent as object), [field]: 'encrypted' }
  return [
    ...valueFaults(document, body.schema, asSent, pointer, 'payload'),
    ...valueFaults(document, encrypted.schema, payload, `${pointer}/${field}`, `payload.${field}`),
  ]
}

function valueFaults(
  document: DocumentName,
  schema: JsonSchema,
  value: unknown,
  pointer: string,
  name: string,
): Finding[] {
  return validationErrors(document, schema, value, name)
    .filter((error) => !isUndecided(error, value))
    .map((error) => ({ pointer: `${pointer}${error.pointer}`, text: `${error.message}.` }))
}

/** Whether the value that an error is about is computed when the scenario runs, so that it cannot be judged now. */
function isUndecided({ keyword, pointer }: ValidationError, value: unknown): boolean {
  const at = atPointer(value, pointer)
  return keyword === 'anyOf' || keyword === 'oneOf' ? holdsComputed(at) : isComputed(at)
}

function listed(operation: ListedOperation, kind: string): string {
  const names = operation.parameters.filter((parameter) => parameter.in === kind).map(({ name }) => name)
  return names.length === 0 ? `It has none in the ${kind}.` : `It has: ${names.join(', ')}.`
}
