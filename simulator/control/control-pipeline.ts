// The steps of a request to the control API, from its arrival to its response.

import {
  ConflictError,
  InvariantError,
  NotFoundError,
  UnavailableError,
  UsageError,
} from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import type { Check } from '../../core/schema-validator.ts'
import { listMessages } from '../../core/validation-words.ts'
import {
  type IncomingRequest,
  OperationContext,
  type OutgoingResponse,
  type Pipeline,
  type RequestContext,
} from '../pipeline/pipeline.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { isTooDeep, maxJsonDepth } from '../world/json-depth.ts'
import type { CompiledControl, CompiledControlOperation } from './compiled-control.ts'
import type { ControlInput, ControlSubject } from './handler-types.ts'
import { controlHandlers } from './handlers.ts'
import type { ControlOperationId } from './operations.ts'

/** Snapshots are the largest requests. */
const maxBodyBytes = 1 << 29
const seeDocument = 'See GET /control/openapi.json.'

/** A request of the control API on its way through the pipeline. */
export class ControlContext extends OperationContext<CompiledControlOperation> implements RequestContext {
  readonly subject: ControlSubject
  readonly control: CompiledControl
  readonly validationErrors = []
  readonly encryptedField = undefined
  query: unknown
  body: unknown
  /** What the handler returned. */
  result: unknown

  constructor(subject: ControlSubject, request: IncomingRequest, control: CompiledControl) {
    super(request)
    this.subject = subject
    this.control = control
  }

  get sandbox(): Sandbox {
    return this.subject.sandbox
  }

  get isInput(): boolean {
    return this.request.method !== 'GET'
  }
}

/** Each step ends the request with a UsageError, or lets the next step run. */
export const controlPipeline: Pipeline<ControlContext, UsageError> = {
  steps: [
    findOperation,
    limitMemory,
    validatePath,
    validateQuery,
    readBody,
    validateBody,
    handle,
    validateResponse,
  ],
  respond,
}

function findOperation(context: ControlContext): UsageError | undefined {
  const { control, request } = context
  if (context.find(control.router)) return undefined
  const { method, path } = request
  const methods = control.router.methodsAt(path)
  return new NotFoundError(
    `No such control operation: ${method} ${path}.`,
    methods.length === 0 ? 'Nothing is at this path.' : `The methods of this path are ${methods.join(', ')}.`,
    seeDocument,
  )
}

/** Refuses what would add to a full memory. Reading, deleting and resetting remain possible. */
function limitMemory({ operation, sandbox }: ControlContext): undefined {
  const { method, operationId } = operation
  if (method !== 'get' && method !== 'delete' && operationId !== 'resetSandbox') sandbox.memory.admitInput()
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
  const detail = `${listMessages(invalid.messages(part))}.`
  return new UsageError(`Invalid ${part} of ${operation.operationId}.`, detail, remedy)
}

async function readBody(context: ControlContext): Promise<UsageError | undefined> {
  const { request, operation } = context
  if (operation.method === 'get' || operation.method === 'delete') return undefined
  const text = await request.readText(maxBodyBytes)
  if (text === undefined)
    return new UsageError(
      'The request is too large.',
      `A body may have at most ${maxBodyBytes} bytes.`,
      'Send a smaller one.',
    )
  context.text = text
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
  context.body = parseJson(text)
  if (context.body === undefined)
    return new UsageError(`The body of ${operationId} is not JSON.`, 'It cannot be parsed.', remedy)
  if (isTooDeep(context.body))
    return new UsageError(
      `The body of ${operationId} is nested too deep.`,
      `It may have at most ${maxJsonDepth} levels of arrays and objects.`,
      remedy,
    )
  return refuseInvalid(context, 'body', body.check, context.body, remedy)
}

async function handle(context: ControlContext): Promise<UsageError | undefined> {
  const { subject, operation, params, query, body } = context
  try {
    context.result = await invoke(operation.operationId, { ...subject, params, query, body })
    return undefined
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
}

// The only place where validated values get the types that the schemas of the document stand for.
function invoke<Id extends ControlOperationId>(
  id: Id,
  input: Record<keyof ControlInput<Id>, unknown>,
): unknown {
  return controlHandlers[id](input as ControlInput<Id>)
}

function validateResponse({ operation, result }: ControlContext): UsageError | undefined {
  const invalid = operation.response(result)
  if (invalid === undefined) return undefined
  const messages = listMessages(invalid.messages('response'))
  throw new InvariantError(
    `The response of ${operation.operationId} does not match the control document: ${messages}.`,
  )
}

/** The status and the body that report a UsageError. */
export function usageErrorResponse(error: UsageError): { status: 400 | 404 | 409 | 503; body: object } {
  const { fact, detail, remedy } = error
  if (error instanceof UnavailableError) return { status: 503, body: { fact, detail, remedy } }
  if (error instanceof ConflictError) return { status: 409, body: { fact, detail, remedy, ...error.details } }
  return { status: error instanceof NotFoundError ? 404 : 400, body: { fact, detail, remedy } }
}

function respond({ result }: ControlContext, error: UsageError | undefined): OutgoingResponse {
  const { status, body } = error === undefined ? { status: 200, body: result } : usageErrorResponse(error)
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
