// The control document as routes: what to listen for, how to check it, and who does it.

import { InvariantError, UsageError } from '../../core/errors.ts'
import { isTooDeep, maxJsonDepth, parseJson } from '../../core/json.ts'
import { type Check, SchemaValidator } from '../../core/schema-validator.ts'
import { listMessages } from '../../core/validation-words.ts'
import type { Schema } from '../../spec/openapi/document.ts'
import { jsonOf, parametersAsObject } from '../../spec/openapi/reading.ts'
import type { ControlCall } from './call.ts'
import { type ControlDocument, type ControlOperationNode, listControlOperations } from './document.ts'
import { controlHandlers } from './handlers.ts'
import type { ControlMethod } from './operation.ts'
import type { ControlOperationId } from './operations.ts'

/** One control operation, ready to be served. */
export interface ControlRoute {
  operationId: ControlOperationId
  method: ControlMethod
  path: string
  /** Serves a request whose parts are still texts; throws a UsageError that says why not. */
  serve: (request: ControlRequest) => Promise<unknown>
}

/** A control request without its socket. */
export interface ControlRequest
  extends Pick<ControlCall<ControlOperationId>, 'sandbox' | 'sandboxes' | 'document'> {
  params: Record<string, string>
  query: Record<string, string>
  body: string
}

const known = new WeakMap<ControlDocument, ControlRoute[]>()

/** The routes of the control document, in its order; made once, so that simulators by the hundred share their checks. */
export function controlRoutes(control: ControlDocument): ControlRoute[] {
  const routes = known.get(control) ?? makeRoutes(control)
  known.set(control, routes)
  return routes
}

function makeRoutes(control: ControlDocument): ControlRoute[] {
  const validator = new SchemaValidator(control, { allErrors: true })
  const textValidator = new SchemaValidator(control, { allErrors: true, coerceTypes: true })
  return listControlOperations(control).map(({ method, path, operation }) => {
    const { operationId } = operation
    const params = textCheck(parametersAsObject(operation, 'path'))
    const query = textCheck(closed(parametersAsObject(operation, 'query')))
    const media = jsonOf(operation.requestBody)
    const body = media === undefined ? undefined : validator.check(media.schema)
    const response = validator.check(jsonOf(operation.responses['200'])?.schema ?? {})
    return {
      operationId,
      method,
      path,
      serve: async ({ params: rawParams, query: rawQuery, body: text, ...rest }) => {
        const call = {
          ...rest,
          params: held('path', operation, params, { ...rawParams }),
          query: held('query', operation, query, { ...rawQuery }),
          body: body === undefined ? undefined : readBody(operation, body, text),
        }
        const answered: unknown = await invoke(operationId, call)
        const invalid = response(answered)
        if (invalid !== undefined)
          throw new InvariantError(
            `The response of ${operationId} is invalid: ${listMessages(invalid.messages('response'))}.`,
          )
        return answered
      },
    }
  })

  // Everything in a URL is text.
  function textCheck(schema: Schema | undefined): Check | undefined {
    return schema === undefined ? undefined : textValidator.check(schema)
  }
}

// A misspelt parameter would otherwise be one that is left out.
function closed(schema: Schema | undefined): Schema | undefined {
  return schema === undefined ? undefined : { ...schema, additionalProperties: false }
}

// The one place where values held to the document get the types that its schemas stand for.
function invoke<Id extends ControlOperationId>(
  id: Id,
  call: Record<keyof ControlCall<Id>, unknown>,
): unknown {
  return controlHandlers[id](call as ControlCall<Id>)
}

function held(
  part: 'path' | 'query',
  { operationId }: ControlOperationNode,
  check: Check | undefined,
  value: object,
): unknown {
  const invalid = check?.(value)
  if (invalid === undefined) return value
  throw new UsageError(
    `Invalid ${part} of ${operationId}.`,
    `${listMessages(invalid.messages(part))}.`,
    'See GET /control/openapi.json.',
  )
}

function readBody(operation: ControlOperationNode, check: Check, text: string): unknown {
  const { operationId } = operation
  const examples = Object.values(jsonOf(operation.requestBody)?.examples ?? {})
  const remedy =
    examples.length === 0
      ? 'See GET /control/openapi.json.'
      : `Send, for example, ${examples.map(({ value }) => JSON.stringify(value)).join(' or ')}.`
  if (text.trim() === '') {
    if (operation.requestBody?.required === false) return undefined
    throw new UsageError(`${operationId} needs a body.`, 'The body is empty.', remedy)
  }
  const value = parseJson(text)
  if (value === undefined)
    throw new UsageError(`The body of ${operationId} is not JSON.`, 'It cannot be parsed.', remedy)
  if (isTooDeep(value))
    throw new UsageError(
      `The body of ${operationId} is nested too deep.`,
      `It has more than ${maxJsonDepth} levels of arrays and objects.`,
      remedy,
    )
  const invalid = check(value)
  if (invalid === undefined) return value
  throw new UsageError(
    `Invalid body of ${operationId}.`,
    `${listMessages(invalid.messages('body'))}.`,
    remedy,
  )
}
