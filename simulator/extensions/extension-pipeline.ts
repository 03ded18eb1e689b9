// The steps of a request to an operation of an extension. It has the limits and the form of refusals of the service.

import { parseDeepJson } from '../../core/json.ts'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import type { CompiledDocument } from '../service/compiled-document.ts'
import {
  logInput,
  OperationContext,
  type OutgoingResponse,
  type Pipeline,
  type RequestContext,
  type Responder,
  type ResponseObserver,
  run,
} from '../service/pipeline.ts'
import { errorEnvelope } from '../service/respond.ts'
import { ServiceContext } from '../service/service-context.ts'
import { servicePipeline, serviceResponder } from '../service/service-pipeline.ts'
import { ExtensionRefusal } from './behaviors.ts'
import type { ExtendedService } from './extended-service.ts'
import { type ExtensionOperation, formType, jsonType, textType } from './extension-operation.ts'

/** Names the extensions that added or changed the operation of a response. */
const outsideContractHeader = 'x-paytwin-outside-contract'

class ExtensionContext extends OperationContext<ExtensionOperation> {
  readonly api = 'service'
}

/** Each step ends the request with a refusal, or lets the next step run. The operation is found before. */
const extensionPipeline: Pipeline<ExtensionContext, ExtensionRefusal> = {
  steps: [limitInput, readBody, validate, logInput, handle],
  respond,
}

function limitInput({ sandbox, request }: ExtensionContext): undefined {
  if (request.method !== 'GET') sandbox.admitInput()
}

async function readBody(context: ExtensionContext): Promise<ExtensionRefusal | undefined> {
  const { request, operation, sandbox } = context
  if (request.method === 'GET')
    return request.url.length > getRequestMaxCharacters
      ? new ExtensionRefusal(
          'too-large',
          `A GET request may have at most ${getRequestMaxCharacters} characters.`,
        )
      : undefined
  const { bytes } = sandbox.world.assumptions.value('limits.post-size')
  const text = await request.readText(bytes)
  if (text === undefined)
    return new ExtensionRefusal('too-large', `A request may have at most ${bytes} bytes.`)
  context.text = text
  if (!operation.hasBody) return undefined
  const type = mediaTypeOf(context)
  context.body = type === jsonType ? parseDeepJson(text) : type === formType ? formOf(text) : text
  return context.body === undefined ? new ExtensionRefusal('invalid', 'The body is not JSON.') : undefined
}

function mediaTypeOf({ request, operation }: ExtensionContext): string {
  const type = (request.header('content-type') ?? '').toLowerCase()
  if (type.startsWith(formType)) return formType
  return operation.takesText && !type.startsWith(jsonType) ? textType : jsonType
}

function formOf(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

function validate(context: ExtensionContext): ExtensionRefusal | undefined {
  const { request, operation, body } = context
  const query = operation.checkQuery?.(request.query)
  if (query !== undefined) return new ExtensionRefusal('invalid', `${query.message('query')}.`)
  if (!operation.hasBody) return undefined
  const invalid = operation.checkBody[mediaTypeOf(context)]?.(body)
  return invalid === undefined ? undefined : new ExtensionRefusal('invalid', `${invalid.message('body')}.`)
}

function handle(context: ExtensionContext): ExtensionRefusal | undefined {
  const { sandbox, request, operation, body, params } = context
  const { query } = request
  const header = (name: string) => request.header(name)
  const result = operation.run(sandbox.world, { body, query, params, header })
  if (result instanceof ExtensionRefusal) return result
  context.result = result.body
  return undefined
}

function respond(context: ExtensionContext, refusal: ExtensionRefusal | undefined): OutgoingResponse {
  const headers = { 'content-type': 'application/json' }
  if (refusal === undefined)
    return { status: context.operation.status, headers, body: JSON.stringify(context.result) }
  const { assumptions } = context.sandbox.world
  const status = assumptions.value('errors.http-status')[refusal.kind]
  const message = assumptions.is('errors.wording', 'terse') ? refusal.kind : refusal.message
  return { status, headers, body: JSON.stringify(errorEnvelope(assumptions, status, message)) }
}

/** A pipeline whose responses name the extensions that added or changed their operation. */
function namingExtensions<Context extends RequestContext, Outcome>(
  { steps, respond }: Pipeline<Context, Outcome>,
  { origins }: ExtendedService,
): Pipeline<Context, Outcome> {
  return {
    steps,
    respond: (context, outcome) => {
      const response = respond(context, outcome)
      const origin = context.operationId === null ? undefined : origins.get(context.operationId)
      if (origin !== undefined) response.headers[outsideContractHeader] = origin
      return response
    },
  }
}

/** Responds as the service, and after its operations as those of extensions. */
export function responderOf(
  service: CompiledDocument,
  extended: ExtendedService | undefined,
  observers: readonly ResponseObserver[],
): Responder {
  if (extended === undefined) return serviceResponder(service, observers)
  const ofContract = namingExtensions(servicePipeline, extended)
  const ofExtensions = namingExtensions(extensionPipeline, extended)
  return (sandbox, request) => {
    if (service.router.find(request.method, request.path) === undefined) {
      const context = new ExtensionContext(sandbox, request)
      if (context.find(extended.router)) return run(ofExtensions, context, observers)
    }
    return run(ofContract, new ServiceContext(sandbox, request, service), observers)
  }
}
