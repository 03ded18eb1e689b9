// The way of a request through the service, from its arrival to its response.

import { InvariantError } from '../../core/errors.ts'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import type { OperationId } from '../../spec/operations.ts'
import { firstFault } from '../http/schemas.ts'
import type { HandlerInput, Handlers } from '../resources/handler-types.ts'
import { Refusal, refuse } from '../resources/refusals.ts'
import { authenticate, authenticateByBody } from './authenticate.ts'
import { decryptPayload } from './decrypt-payload.ts'
import type { Pipeline, Step } from './pipeline.ts'
import { InjectedResponse, respond } from './respond.ts'
import type { ServiceContext } from './service-context.ts'
import {
  parseBody,
  validateBody,
  validateHeaders,
  validatePayload,
  validateQuery,
} from './validate-request.ts'

type ServiceStep = Step<ServiceContext, Refusal | InjectedResponse>

const findOperation: ServiceStep = (context) => {
  const { request, document, sandbox } = context
  const match = document.router.find(request.method, request.path)
  if (match === undefined)
    return refuse(
      'request.unknown-route',
      `${request.method} ${request.path} is not in the document ${sandbox.options.publicUrl}/openapi.json.`,
    )
  context.operation = match.operation
  context.params = match.params
  return undefined
}

/** Contract: Limits. Unspecified behaviors `limits.get-measure` and `limits.post-size`. */
const limitSize: ServiceStep = (context) => {
  const { request, world, operation } = context
  if (request.method === 'GET' && countedCharacters(request.url, world) > getRequestMaxCharacters)
    return refuse('request.too-large', `A GET request may have ${getRequestMaxCharacters} characters.`)
  return operation.hasBody ? readBody(context) : undefined
}

function countedCharacters(url: string, { assumptions }: ServiceContext['world']): number {
  if (url.length <= getRequestMaxCharacters || assumptions.is('limits.get-measure', 'url')) return url.length
  return url.length - new URL(url).origin.length
}

async function readBody(context: ServiceContext): Promise<Refusal | undefined> {
  const { bytes } = context.world.assumptions.value('limits.post-size')
  const text = await context.request.readText(bytes)
  if (text === undefined) return refuse('request.too-large', `A POST request may have ${bytes} bytes.`)
  context.text = text
  return undefined
}

/** Applies a fault that a user planned for this request. The body is read first, so that the journal shows it. */
const injectFault: ServiceStep = ({ sandbox, operation, params, request }) => {
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
      return new Promise((resolve) => setTimeout(resolve, action.delayMs, undefined))
    case 'drop':
      return request.drop()
  }
}

const findExchange: ServiceStep = (context) => {
  const { exchange_name: name } = context.params
  if (name === undefined) return undefined
  const { accounts } = context.world
  context.exchange = accounts.exchange(name)
  if (context.exchange !== undefined) return undefined
  const names = accounts.exchanges.map((exchange) => exchange.name)
  return refuse('transactions.unknown-exchange', `Supported are ${names.join(', ')}.`)
}

const handle: ServiceStep = (context) => {
  const { sandbox, operation, world, shopper, exchange, query, body, payload } = context
  const merchant = context.merchant ?? defaultMerchant(context)
  const result = invoke(sandbox.options.handlers, operation.operationId, {
    world,
    merchant,
    shopper,
    exchange,
    query,
    body,
    payload,
  })
  if (result instanceof Refusal) return result
  context.result = result
  return undefined
}

function defaultMerchant({ operation, world }: ServiceContext) {
  return operation.assumedToken?.withoutToken === 'first-merchant' ? world.accounts.firstMerchant : undefined
}

// The only place where validated values get the types that the schemas of the document stand for.
function invoke<Id extends OperationId>(
  handlers: Handlers,
  id: Id,
  input: Record<keyof HandlerInput<Id>, unknown>,
): unknown {
  return handlers[id](input as HandlerInput<Id>)
}

const validateResponse: ServiceStep = ({ operation, result }) => {
  const errors = operation.response(result)
  if (errors === undefined) return undefined
  throw new InvariantError(
    `The response of ${operation.operationId} does not match the document: ${firstFault('response', errors)}.`,
  )
}

/** Each step returns a refusal, which ends the request, or lets the next step run. */
export const servicePipeline: Pipeline<ServiceContext, Refusal | InjectedResponse> = {
  steps: [
    findOperation,
    limitSize,
    injectFault,
    authenticate,
    findExchange,
    validateHeaders,
    validateQuery,
    parseBody,
    validateBody,
    authenticateByBody,
    decryptPayload,
    validatePayload,
    handle,
    validateResponse,
  ],
  respond,
}
