// The steps of a request to the service, from its arrival to its response.

import { InvariantError, UsageError } from '../../core/errors.ts'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { HandlerInput, Handlers } from '../resources/handler-types.ts'
import { Refusal, refuse } from '../resources/refusals.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { World } from '../world/world.ts'
import { authenticate, authenticateByBody } from './authenticate.ts'
import type { CompiledDocument } from './compiled-document.ts'
import { decryptPayload } from './decrypt-payload.ts'
import { DroppedConnection, type IncomingRequest, type OutgoingResponse } from './request.ts'
import { addHeaders, append, entryOf, runSteps, type Step, sentResponse } from './request-context.ts'
import { InjectedResponse, respond, writtenValues } from './respond.ts'
import { ServiceContext } from './service-context.ts'
import {
  parseBody,
  validateBody,
  validateHeaders,
  validatePath,
  validatePayload,
  validateQuery,
} from './validate-request.ts'

/** Each step ends the request with a refusal, or lets the next step run. */
const steps: readonly Step<ServiceContext, Refusal | InjectedResponse>[] = [
  findOperation,
  limitSize,
  injectFault,
  refuseUnknown,
  limitInput,
  limitRate,
  authenticateFirst,
  findExchange,
  validatePath,
  validateHeaders,
  validateQuery,
  parseBody,
  validateBody,
  authenticateLast,
  authenticateByBody,
  decryptPayload,
  validatePayload,
  handle,
  validateResponse,
]

/**
 * Responds to a request of the service. The body is read first; from then on nothing else happens until the response. Throws a
 * DroppedConnection when an injected fault closes the connection.
 */
export async function serve(
  document: CompiledDocument,
  sandbox: Sandbox,
  request: IncomingRequest,
): Promise<OutgoingResponse> {
  const context = new ServiceContext(sandbox, request, document)
  if (request.method !== 'GET') {
    const text = await request.readText(context.world.assumptions.value('limits.post-size').bytes)
    context.isTooLarge = text === undefined
    context.text = text ?? ''
  }
  const outcome = outcomeOf(context)
  const entry = entryOf(context, 'service', !context.isTooLarge)
  append(sandbox, entry)
  if (context.isDropped) {
    sandbox.afterInput()
    throw new DroppedConnection('An injected fault dropped the connection.', entry)
  }
  const response = respond(context, outcome)
  addHeaders(context, response)
  entry.response = sentResponse(response)
  response.entry = entry
  sandbox.afterInput()
  return response
}

function outcomeOf(context: ServiceContext): Refusal | InjectedResponse | undefined {
  try {
    return runSteps(steps, context)
  } catch (error) {
    // An internal error may have changed the world, so the request is in the journal, too.
    if (!(error instanceof UsageError)) append(context.sandbox, entryOf(context, 'service', true))
    throw error
  }
}

function findOperation(context: ServiceContext): undefined {
  context.find(context.document.router, pathOf(context))
}

function pathOf({ request: { path }, world }: ServiceContext): string {
  return path.endsWith('/') && world.assumptions.is('service.paths', 'slash') ? path.slice(0, -1) : path
}

function refuseUnknown(context: ServiceContext): Refusal | undefined {
  const { request, document, sandbox } = context
  if (context.operationId !== null) return undefined
  const isKnown = document.router.methodsAt(request.path).length > 0
  if (isKnown && context.world.assumptions.is('service.wrong-method', 'not-allowed'))
    return refuse('request.wrong-method')
  return refuse(
    'request.unknown-route',
    `${request.method} ${request.path} is not in the document ${sandbox.options.publicUrl}/openapi.json.`,
  )
}

/** Refuses what may create records while the memory, or the line of deliveries, is full. The contract has no such refusal, so it is paytwin's own response. */
function limitInput({ sandbox, operation }: ServiceContext): undefined {
  if (operation.hasBody) sandbox.admitInput()
}

/** Contract: Limits. Unspecified behaviors `limits.get-measure` and `limits.post-size`. */
function limitSize(context: ServiceContext): Refusal | undefined {
  if (context.operationId === null) return undefined
  const { request, world, operation, isTooLarge } = context
  // limits.get-up-to-2048-accepted, limits.get-beyond-2048-refused
  if (request.method === 'GET' && countedCharacters(request.url, world) > getRequestMaxCharacters)
    return refuse(
      'request.too-large',
      `A GET request may have at most ${getRequestMaxCharacters} characters.`,
    )
  // limits.post-up-to-2m-accepted, limits.post-beyond-2m-refused
  if (!operation.hasBody || !isTooLarge) return undefined
  const { bytes } = world.assumptions.value('limits.post-size')
  return refuse('request.too-large', `A POST request may have at most ${bytes} bytes.`)
}

function countedCharacters(url: string, { assumptions }: World): number {
  if (url.length <= getRequestMaxCharacters || assumptions.is('limits.get-measure', 'url')) return url.length
  return url.length - new URL(url).origin.length
}

/** Unspecified behavior `limits.rate`. */
function limitRate({ world: { assumptions, random } }: ServiceContext): Refusal | undefined {
  if (assumptions.is('limits.rate', 'none')) return undefined
  return random.below(assumptions.value('limits.rate').requests) === 0
    ? refuse('request.too-many')
    : undefined
}

/** Applies a fault that a user planned for this request: what is in front of a service may fail at any path. */
function injectFault(context: ServiceContext): Refusal | InjectedResponse | undefined {
  const { sandbox, operationId, params } = context
  const action = sandbox.faults.take({ operationId, path: pathOf(context) }, context.world.now)
  switch (action?.do) {
    case undefined:
      return undefined
    case 'refuse': {
      const { exchange_name: exchange } = params
      return refuse(action.code, '', exchange === undefined ? [1, 'Email'] : [exchange])
    }
    case 'respond':
      return new InjectedResponse(action)
    case 'delay':
      context.delayMs = action.delayMs
      return undefined
    case 'drop':
      context.isDropped = true
      return new InjectedResponse({ status: 0, body: null })
  }
}

/** Assumption `errors.precedence`. */
function authenticateFirst(context: ServiceContext): Refusal | undefined {
  return isBodyFirst(context) ? undefined : authenticate(context)
}

function authenticateLast(context: ServiceContext): Refusal | undefined {
  return isBodyFirst(context) ? authenticate(context) : undefined
}

function isBodyFirst({ world }: ServiceContext): boolean {
  return world.assumptions.is('errors.precedence', 'body-first')
}

function findExchange(context: ServiceContext): Refusal | undefined {
  const { exchange_name: name } = context.params
  if (name === undefined) return undefined
  const { accounts } = context.world
  // Assumption `exchange-payments.exchange-name-case`.
  const isAnyCase = context.world.assumptions.is('exchange-payments.exchange-name-case', 'any')
  context.exchange = accounts.exchange(isAnyCase ? name.toLowerCase() : name)
  if (context.exchange !== undefined) return undefined
  const names = accounts.exchanges.map((exchange) => exchange.name)
  // exchange-payments.other-exchanges-refused
  return refuse('transactions.unknown-exchange', `The supported exchanges are ${names.join(', ')}.`)
}

function handle(context: ServiceContext): Refusal | undefined {
  const { sandbox, operation, world, shopper, exchange, query, body, payload } = context
  const { merchant } = context
  const input = { world, merchant, shopper, exchange, query, body, payload }
  const result = invoke(sandbox.options.handlers, operation.operationId, input)
  if (result instanceof Refusal) return result
  context.result = writtenValues(context)?.applyTo(result) ?? result
  return undefined
}

// The only place where validated values get the types that the schemas of the document stand for.
function invoke<Id extends OperationId>(
  handlers: Handlers,
  id: Id,
  input: Record<Exclude<keyof HandlerInput<Id>, 'invoice'>, unknown>,
): unknown {
  return handlers[id](input as HandlerInput<Id>)
}

function validateResponse(context: ServiceContext): undefined {
  const { operation, result } = context
  const invalid = operation.response(result)
  if (invalid === undefined) return undefined
  const fact = `The response of ${operation.operationId} does not match the document: ${invalid.summary('response')}.`
  if (writtenValues(context) === undefined) throw new InvariantError(fact)
  throw new UsageError(
    fact,
    'The value of the assumption service.response-values changes it.',
    'Correct that value.',
  )
}
