// The natural way of a request through the service: credentials, form, encrypted payload, handler, answer. It takes texts
// and gives texts; how they came over a socket, or did not, is not its business.

import { InvariantError } from '../../core/errors.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { Call, Handlers } from '../call.ts'
import type { FaultAction } from '../faults.ts'
import { Refusal, refuse } from '../refusals.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { httpDate } from '../time/instants.ts'
import { callerByBody, callerByToken } from './credentials.ts'
import { decryptPayload } from './decrypt-payload.ts'
import { maxLevels, tooDeep } from './json-depth.ts'
import { refusalForm } from './refusal-responses.ts'
import { HeldRequest, type Notes } from './request-validation.ts'
import type { Route } from './routes.ts'
import { firstFault } from './schemas.ts'

/** A request, without its socket. Names of headers are in lower case. */
export interface ServiceRequest {
  path: string
  header: (name: string) => string | undefined
  query: Record<string, string>
  params: Record<string, string>
  body: string
}

export interface ServiceResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** The header that names each deviation which `--validation report` let pass. */
export const deviationsHeader = 'x-paytwin-validation-errors'
/** The header that says under which field a encrypted payload was seen, where the contract leaves the field open. */
export const seenHeader = 'x-paytwin-encrypted-field'

/** Serves one call of an operation. `struck` is a planned fault that answers in place of the handler. */
export function serve(
  sandbox: Sandbox,
  route: Route,
  request: ServiceRequest,
  struck?: FaultAction,
): ServiceResponse {
  const { world } = sandbox
  const notes: Notes = { deviations: [], seenIn: undefined }
  const outcome =
    struck === undefined ? responseTo(sandbox, route, request, notes) : injectedResponse(struck, request)
  const form =
    outcome instanceof Refusal
      ? refusalForm(world.assumptions, route.operationId, outcome)
      : successForm(sandbox, route, outcome)
  const response: ServiceResponse = {
    status: form.status,
    headers: responseHeaders(sandbox, notes),
    body: JSON.stringify(form.body),
  }
  sandbox.journal.record({
    at: world.now,
    operation: route.operationId,
    method: route.method,
    path: request.path,
    body: request.body,
    status: response.status,
    response: response.body,
  })
  sandbox.afterInput()
  return response
}

/** Refuses a request that reached no operation. */
export function serveRefusal(sandbox: Sandbox, refusal: Refusal, operationId?: OperationId): ServiceResponse {
  const form = refusalForm(sandbox.world.assumptions, operationId, refusal)
  return {
    status: form.status,
    headers: responseHeaders(sandbox, { deviations: [], seenIn: undefined }),
    body: JSON.stringify(form.body),
  }
}

function responseHeaders({ world }: Sandbox, notes: Notes): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', date: httpDate(world.now) }
  if (notes.deviations.length > 0) headers[deviationsHeader] = headerText(notes.deviations.join('; '))
  if (notes.seenIn !== undefined) headers[seenHeader] = notes.seenIn
  if (world.assumptions.is('service.version', 'header'))
    headers['x-api-version'] = world.assumptions.value('service.version').version
  return headers
}

// A header holds printable ASCII, and not too much of it.
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 1000)
}

function injectedResponse(struck: FaultAction, { params }: ServiceRequest): Refusal | Struck {
  // What completes the texts of the contract: the exchange's name, or a row and what is wrong in it.
  const fill = params.exchange_name === undefined ? [1, 'Email'] : [params.exchange_name]
  if (struck.do === 'refuse') return refuse(struck.code, '', fill)
  if (struck.do === 'answer') return new Struck(struck.status, struck.body)
  throw new InvariantError(`A fault that does "${struck.do}" cannot be served.`)
}

/** An answer that a planned fault gives; it need not be what the document says. */
class Struck {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

function successForm(sandbox: Sandbox, route: Route, response: unknown): { status: number; body: unknown } {
  if (response instanceof Struck) return response
  const faults = route.response(response)
  if (faults !== undefined) {
    throw new InvariantError(
      `The answer of ${route.operationId} breaks the document: ${firstFault('response', faults)}.`,
    )
  }
  const { assumptions } = sandbox.world
  if (assumptions.is('service.additional-response-fields', 'none')) return { status: 200, body: response }
  const { name, content } = assumptions.value('service.additional-response-fields')
  return { status: 200, body: withField(response, name, content) }
}

function withField(value: unknown, name: string, content: string): unknown {
  if (Array.isArray(value)) return value.map((element) => withField(element, name, content))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withField(inner, name, content)])
  // A field that the answer has already keeps its content.
  return Object.fromEntries([[name, content], ...entries])
}

/** The answer of the handler, or the first thing that stands in its way. */
function responseTo(sandbox: Sandbox, route: Route, request: ServiceRequest, notes: Notes): unknown {
  const { world } = sandbox
  const caller = callerByToken(world, route, request.header('authorization'))
  if (caller instanceof Refusal) return caller

  const held = new HeldRequest(sandbox, route, notes)
  const exchange = route.path.includes('{exchange_name}')
    ? world.accounts.exchange(request.params.exchange_name ?? '')
    : undefined
  if (route.path.includes('{exchange_name}') && exchange === undefined)
    return refuse(
      'transactions.unknown-exchange',
      `Supported here: ${world.accounts.exchanges.map(({ name }) => name).join(', ')}.`,
    )

  const headers = held.hold('headers', headersOf(route, request))
  if (headers instanceof Refusal) return headers
  const query = held.hold('query', request.query)
  if (query instanceof Refusal) return query

  let body: unknown
  if (route.hasBody) {
    const parsed = parseBody(sandbox, request, notes)
    if (parsed instanceof Refusal) return parsed
    body = held.hold('body', parsed.value)
    if (body instanceof Refusal) return body
    const demanded = demandedByAssumption(sandbox, route, body)
    if (demanded !== undefined) return demanded
  }

  const known = callerByBody(world, route, body, caller)
  if (known instanceof Refusal) return known
  let merchant =
    known.merchant ?? (route.operationId === 'createInvoice' ? world.accounts.firstMerchant : undefined)
  let payload: unknown
  if (route.encrypted !== undefined) {
    const opened = decryptPayload(world, route, body, known)
    if (opened instanceof Refusal) return opened
    merchant = opened.merchant
    notes.seenIn = opened.seenIn
    payload = held.holdPayload(opened.payload)
    if (payload instanceof Refusal) return payload
  }
  return invoke(sandbox.options.handlers, route.operationId, {
    world,
    merchant,
    shopper: known.shopper,
    exchange,
    query,
    body,
    payload,
  })
}

// The one place where values held to the document get the types that the document's schemas stand for.
function invoke<Id extends OperationId>(
  handlers: Handlers,
  id: Id,
  call: Record<keyof Call<Id>, unknown>,
): unknown {
  return handlers[id](call as Call<Id>)
}

function headersOf(route: Route, request: ServiceRequest): Record<string, string> | undefined {
  if (route.headerNames.length === 0) return undefined
  return Object.fromEntries(
    route.headerNames.flatMap((name) => {
      const value = request.header(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function parseBody(sandbox: Sandbox, request: ServiceRequest, notes: Notes): { value: unknown } | Refusal {
  const type = request.header('content-type')
  if (type === undefined || !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    const words = `Content-Type must be application/json; it is ${type === undefined ? 'missing' : `"${type}"`}`
    if (sandbox.options.validation === 'strict') return refuse('request.invalid', `${words}.`)
    notes.deviations.push(words)
  }
  try {
    return { value: JSON.parse(request.body) }
  } catch {
    return refuse('request.not-json')
  }
}

/** What some assumptions demand beyond the document. */
function demandedByAssumption({ world }: Sandbox, route: Route, body: unknown): Refusal | undefined {
  if (route.operationId !== 'createInvoice' || typeof body !== 'object' || body === null) return undefined
  if (
    world.assumptions.is('invoices.customer-info', 'demanded') &&
    Reflect.get(body, 'customerInfo') === undefined
  )
    return refuse('request.invalid', 'customerInfo is demanded here (assumption invoices.customer-info).')
  const siteInfo: unknown = Reflect.get(body, 'siteInfo')
  if (siteInfo === undefined) return undefined
  if (
    world.assumptions.is('invoices.site-info-shape', 'object') &&
    (typeof siteInfo !== 'object' || siteInfo === null || Array.isArray(siteInfo))
  )
    return refuse('request.invalid', 'siteInfo must be an object here (assumption invoices.site-info-shape).')
  return tooDeep(siteInfo)
    ? refuse('request.invalid', `siteInfo is nested more than ${maxLevels} levels deep.`)
    : undefined
}
