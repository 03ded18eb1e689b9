// The steps of a request to the service, from its arrival to its response.

import { InvariantError } from '../../core/errors.ts'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { HandlerInput, Handlers } from '../resources/handler-types.ts'
import { Refusal, refuse } from '../resources/refusals.ts'
import type { World } from '../world/world.ts'
import { authenticate, authenticateByBody } from './authenticate.ts'
import type { CompiledDocument } from './compiled-document.ts'
import { decryptPayload } from './decrypt-payload.ts'
import { logInput, type Pipeline, type Responder, type ResponseObserver, run, type Soon } from './pipeline.ts'
import { InjectedResponse, respond } from './respond.ts'
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
export const servicePipeline: Pipeline<ServiceContext, Refusal | InjectedResponse> = {
  steps: [
    findOperation,
    limitInput,
    limitSize,
    logInput,
    limitRate,
    injectFault,
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
  ],
  respond,
}

export const serviceResponder =
  (document: CompiledDocument, observers: readonly ResponseObserver[]): Responder =>
  (sandbox, request) =>
    run(servicePipeline, new ServiceContext(sandbox, request, document), observers)

function findOperation(context: ServiceContext): Refusal | undefined {
  const { request, document, sandbox } = context
  const hasSlash = request.path.endsWith('/') && context.world.assumptions.is('service.paths', 'slash')
  if (context.find(document.router, hasSlash ? request.path.slice(0, -1) : request.path)) return undefined
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
function limitSize(context: ServiceContext): Soon<Refusal | undefined> {
  const { request, world, operation } = context
  // limits.get-up-to-2048-accepted, limits.get-beyond-2048-refused
  if (request.method === 'GET' && countedCharacters(request.url, world) > getRequestMaxCharacters)
    return refuse(
      'request.too-large',
      `A GET request may have at most ${getRequestMaxCharacters} characters.`,
    )
  return operation.hasBody ? readBody(context) : undefined
}

function countedCharacters(url: string, { assumptions }: World): number {
  if (url.length <= getRequestMaxCharacters || assumptions.is('limits.get-measure', 'url')) return url.length
  return url.length - new URL(url).origin.length
}

function readBody(context: ServiceContext): Soon<Refusal | undefined> {
  const { bytes } = context.world.assumptions.value('limits.post-size')
  const keep = (text: string | undefined) => {
    // limits.post-up-to-2m-accepted, limits.post-beyond-2m-refused
    if (text === undefined)
      return refuse('request.too-large', `A POST request may have at most ${bytes} bytes.`)
    context.text = text
    return undefined
  }
  const text = context.request.readText(bytes)
  return text instanceof Promise ? text.then(keep) : keep(text)
}

/** Unspecified behavior `limits.rate`. */
function limitRate({ world: { assumptions, random } }: ServiceContext): Refusal | undefined {
  if (assumptions.is('limits.rate', 'none')) return undefined
  return random.below(assumptions.value('limits.rate').requests) === 0
    ? refuse('request.too-many')
    : undefined
}

/** Applies a fault that a user planned for this request. The body is read before, so that the journal shows it. */
function injectFault(context: ServiceContext): Refusal | InjectedResponse | undefined {
  const { sandbox, operation, params, request } = context
  const action = sandbox.faults.take(operation.operationId)
  switch (action?.do) {
    case undefined:
      return undefined
    case 'refuse': {
      const { exchange_name: exchange } = params
      return refuse(action.code, '', exchange === undefined ? [1, 'Email'] : [exchange])
    }
    case 'respond':
      return new InjectedResponse(action.status, action.body)
    case 'delay':
      context.delayMs = action.delayMs
      return undefined
    case 'drop':
      return request.drop()
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
  context.result = result
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

function validateResponse({ operation, result }: ServiceContext): undefined {
  const invalid = operation.response(result)
  if (invalid === undefined) return undefined
  throw new InvariantError(
    `The response of ${operation.operationId} does not match the document: ${invalid.message('response')}.`,
  )
}
