// The steps of a request to the control API, from its arrival to its response.

import { InvariantError, NotFoundError, TooLargeError, UsageError } from '../../core/errors.ts'
import { isTooComplex, maxJsonDepth, parseDeepJson } from '../../core/json.ts'
import { jsonChunks } from '../../core/json-chunks.ts'
import type { Check } from '../../core/schema-validator.ts'
import { maxBodyBytes } from '../../spec/control/values.ts'
import type { RequestEntry } from '../sandbox/entry.ts'
import type { IncomingRequest, OutgoingResponse } from '../service/request.ts'
import {
  addHeaders,
  append,
  entryOf,
  RequestContext,
  runSteps,
  type Step,
  sentResponse,
} from '../service/request-context.ts'
import { type CompiledControlOperation, controlRouter } from './compiled-control.ts'
import type { ControlSubject } from './handler-types.ts'
import { handlerOf } from './handlers.ts'
import { controlHeaders, usageErrorResponse } from './responses.ts'

const seeDocument = 'See GET /control/openapi.json.'

/** A request of the control API on its way through the pipeline. */
class ControlContext extends RequestContext<CompiledControlOperation> {
  readonly subject: ControlSubject

  constructor(subject: ControlSubject, request: IncomingRequest) {
    super(subject.sandbox, request)
    this.subject = subject
  }
}

/** Each step ends the request with a UsageError, or lets the next step run. */
const stepsBeforeBody: readonly Step<ControlContext, UsageError>[] = [
  findOperation,
  limitInput,
  validatePath,
  validateQuery,
]

/**
 * Responds to a request of the control API. A handler that takes time leaves its entry in the journal when it begins, and its response
 * when it ends.
 */
export async function serveControl(
  subject: ControlSubject,
  request: IncomingRequest,
): Promise<OutgoingResponse> {
  const context = new ControlContext(subject, request)
  const refusal = runSteps(stepsBeforeBody, context) ?? (await readBody(context)) ?? validateBody(context)
  if (refusal !== undefined) return end(context, refusal)
  const handled = handle(context)
  if (!(handled instanceof Promise)) return end(context, handled)
  const { journal } = subject.sandbox
  const entry = journaled(context)
  const position = entry === undefined ? undefined : append(subject.sandbox, entry)
  const response = responseTo(context, await handled)
  if (entry === undefined || position === undefined) return response
  journal.respond(position, entry, sentResponse(response))
  subject.sandbox.afterInput()
  return { ...response, entry }
}

/** Ends a request whose response is known in the task that processes it. */
function end(context: ControlContext, error: UsageError | undefined): OutgoingResponse {
  const response = responseTo(context, error)
  const entry = journaled(context)
  if (entry === undefined) return response
  entry.response = sentResponse(response)
  append(context.sandbox, entry)
  context.sandbox.afterInput()
  return { ...response, entry }
}

/** The entry of a request; undefined for one that only reads. */
function journaled(context: ControlContext): RequestEntry | undefined {
  if (context.request.method === 'GET') return undefined
  const changesNothing = context.operationId === null || context.operation.node['x-changes-sandboxes']
  return entryOf(context, 'control', !changesNothing)
}

function responseTo(context: ControlContext, error: UsageError | undefined): OutgoingResponse {
  const response = respond(context, error ?? validateResponse(context))
  addHeaders(context, response)
  return response
}

function findOperation(context: ControlContext): UsageError | undefined {
  const { request } = context
  const router = controlRouter()
  if (context.find(router)) return undefined
  const methods = router.methodsAt(request.path)
  return new NotFoundError(
    `No such control operation: ${request.method} ${request.path}.`,
    methods.length === 0 ? 'Nothing is at this path.' : `The methods of this path are ${methods.join(', ')}.`,
    seeDocument,
  )
}

/** Refuses what would add to a full memory or line of deliveries. Reading, deleting and resetting remain possible. */
function limitInput({ operation, sandbox }: ControlContext): undefined {
  const { method, operationId } = operation
  if (method === 'get' || method === 'delete' || operationId === 'resetSandbox') return
  // An advance waits until the line is shorter.
  if (operationId === 'advanceClock') sandbox.memory.admitInput()
  else sandbox.admitInput()
}

function validatePath(context: ControlContext): UsageError | undefined {
  context.params = { ...context.params }
  return refuseInvalid(context, 'path', context.operation.params, context.params)
}

function validateQuery(context: ControlContext): UsageError | undefined {
  const query = { ...context.request.query }
  context.query = query
  return refuseInvalid(context, 'query', context.operation.query, query)
}

function refuseInvalid(
  { operation }: ControlContext,
  part: 'path' | 'query' | 'body',
  check: Check | undefined,
  value: unknown,
  remedy = seeDocument,
): UsageError | undefined {
  const invalid = check?.(value)
  if (invalid === undefined) return undefined
  const detail = `${invalid.summary(part)}.`
  return new UsageError(`Invalid ${part} of ${operation.operationId}.`, detail, remedy)
}

async function readBody(context: ControlContext): Promise<UsageError | undefined> {
  const { request, operation } = context
  const { method, body, operationId } = operation
  if (method === 'get' || method === 'delete') return undefined
  const { maxBytes = maxBodyBytes } = body ?? {}
  const text = await request.readText(maxBytes)
  if (text !== undefined) context.text = text
  else
    return new TooLargeError(
      `The body of ${operationId} is too large.`,
      `It may have at most ${maxBytes} bytes.`,
      `Send a smaller one. ${seeDocument}`,
    )
  return undefined
}

function validateBody(context: ControlContext): UsageError | undefined {
  const { operation, text } = context
  const { operationId, body } = operation
  if (body === undefined) return undefined
  const remedy =
    body.examples.length === 0
      ? seeDocument
      : `Send, for example, ${body.examples.map((example) => JSON.stringify(example)).join(' or ')}.`
  if (text.trim() === '')
    return body.isRequired
      ? new UsageError(`${operationId} requires a body.`, 'The body is empty.', remedy)
      : undefined
  if (isTooComplex(text)) return tooDeep(operationId, remedy)
  context.body = parseDeepJson(text)
  if (context.body === undefined) return notJson(context, remedy)
  return refuseInvalid(context, 'body', body.check, context.body, remedy)
}

function notJson({ operation, request }: ControlContext, remedy: string): UsageError {
  const type = request.headers['content-type'] ?? 'missing'
  return new UsageError(
    `The body of ${operation.operationId} is not JSON.`,
    `It cannot be parsed. Its Content-Type is ${type}.`,
    remedy,
  )
}

function tooDeep(operationId: string, remedy: string): UsageError {
  return new UsageError(
    `The body of ${operationId} is nested too deep.`,
    `It may have at most ${maxJsonDepth} levels of arrays and objects, and ten million of them in all.`,
    remedy,
  )
}

/** A handler that returns no promise ends within its input, so nothing happens between it and what it causes. */
function handle(context: ControlContext): UsageError | undefined | Promise<UsageError | undefined> {
  const { subject, operation, params, query, body } = context
  const keep = (result: unknown) => {
    context.result = result
    return undefined
  }
  try {
    const result = handlerOf(operation)({ ...subject, params, query, body })
    return result instanceof Promise ? result.then(keep, usageError) : keep(result)
  } catch (error) {
    return usageError(error)
  }
}

function usageError(error: unknown): UsageError {
  if (error instanceof UsageError) return error
  throw error
}

function validateResponse({ operation, result }: ControlContext): UsageError | undefined {
  // A snapshot computes its digest whenever it is read, which takes seconds for a large one.
  if (operation.node['x-streamed'] === true) return undefined
  const invalid = operation.response(result)
  if (invalid === undefined) return undefined
  throw new InvariantError(
    `The response of ${operation.operationId} does not match the control document: ${invalid.summary('response')}.`,
  )
}

function respond(context: ControlContext, error: UsageError | undefined): OutgoingResponse {
  const headers = { ...controlHeaders }
  const { status, body: refusal } = error === undefined ? { status: 200 } : usageErrorResponse(error)
  if (refusal !== undefined) return { status, headers, body: JSON.stringify(refusal) }
  const { operation, result } = context
  return {
    status,
    headers,
    body: operation.node['x-streamed'] === true ? jsonChunks(result) : JSON.stringify(result),
  }
}
