// The natural way of a request through the service: credentials, form, sealed payload, handler, answer. It takes texts
// and gives texts; how they came over a socket, or did not, is not its business.

import type { OperationId } from '../../spec/operations.ts'
import type { Call, Handlers } from '../call.ts'
import type { FaultAction } from '../faults.ts'
import { Refusal, refuse } from '../refusals.ts'
import type { Sandbox } from '../sandbox.ts'
import { httpDate } from '../time/instants.ts'
import { BrokenPromise } from '../world/errors.ts'
import { callerByBody, callerByToken } from './credentials.ts'
import { mostLevels, tooDeep } from './depth.ts'
import { HeldRequest, type Notes } from './holding.ts'
import { openSealed } from './opening.ts'
import { refusalForm } from './refusal-answers.ts'
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

export interface ServiceAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The header that names each deviation which `--validation report` let pass. */
export const deviationsHeader = 'x-paytwin-deviations'
/** The header that says under which field a sealed payload was seen, where the contract leaves the field open. */
export const seenHeader = 'x-paytwin-saw'

/** Serves one call of an operation. `struck` is a planned fault that answers in place of the handler. */
export function serve(
  sandbox: Sandbox,
  route: Route,
  request: ServiceRequest,
  struck?: FaultAction,
): ServiceAnswer {
  const { world } = sandbox
  const notes: Notes = { deviations: [], seenIn: undefined }
  const outcome =
    struck === undefined ? answerTo(sandbox, route, request, notes) : struckAnswer(struck, request)
  const form =
    outcome instanceof Refusal
      ? refusalForm(world.standIns, route.operationId, outcome)
      : successForm(sandbox, route, outcome)
  const answer: ServiceAnswer = {
    status: form.status,
    headers: answerHeaders(sandbox, notes),
    body: JSON.stringify(form.body),
  }
  sandbox.journal.record({
    at: world.now,
    operation: route.operationId,
    method: route.method,
    path: request.path,
    body: request.body,
    status: answer.status,
    answer: answer.body,
  })
  sandbox.afterInput()
  return answer
}

/** Refuses a request that reached no operation. */
export function serveRefusal(sandbox: Sandbox, refusal: Refusal, operationId?: OperationId): ServiceAnswer {
  const form = refusalForm(sandbox.world.standIns, operationId, refusal)
  return {
    status: form.status,
    headers: answerHeaders(sandbox, { deviations: [], seenIn: undefined }),
    body: JSON.stringify(form.body),
  }
}

function answerHeaders({ world }: Sandbox, notes: Notes): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json', date: httpDate(world.now) }
  if (notes.deviations.length > 0) headers[deviationsHeader] = headerText(notes.deviations.join('; '))
  if (notes.seenIn !== undefined) headers[seenHeader] = notes.seenIn
  if (world.standIns.is('service.version', 'header'))
    headers['x-api-version'] = world.standIns.value('service.version').version
  return headers
}

// A header holds printable ASCII, and not too much of it.
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 1000)
}

function struckAnswer(struck: FaultAction, { params }: ServiceRequest): Refusal | Struck {
  // What completes the texts of the contract: the exchange's name, or a row and what is wrong in it.
  const fill = params.exchange_name === undefined ? [1, 'Email'] : [params.exchange_name]
  if (struck.do === 'refuse') return refuse(struck.code, '', fill)
  if (struck.do === 'answer') return new Struck(struck.status, struck.body)
  throw new BrokenPromise(`A fault that does "${struck.do}" cannot be served.`)
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

function successForm(sandbox: Sandbox, route: Route, answer: unknown): { status: number; body: unknown } {
  if (answer instanceof Struck) return answer
  const faults = route.answer(answer)
  if (faults !== undefined) {
    throw new BrokenPromise(
      `The answer of ${route.operationId} breaks the document: ${firstFault('answer', faults)}.`,
    )
  }
  const { standIns } = sandbox.world
  if (standIns.is('answers.additional-fields', 'none')) return { status: 200, body: answer }
  const { name, content } = standIns.value('answers.additional-fields')
  return { status: 200, body: withField(answer, name, content) }
}

function withField(value: unknown, name: string, content: string): unknown {
  if (Array.isArray(value)) return value.map((element) => withField(element, name, content))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withField(inner, name, content)])
  // A field that the answer has already keeps its content.
  return Object.fromEntries([[name, content], ...entries])
}

/** The answer of the handler, or the first thing that stands in its way. */
function answerTo(sandbox: Sandbox, route: Route, request: ServiceRequest, notes: Notes): unknown {
  const { world } = sandbox
  const caller = callerByToken(world, route, request.header('authorization'))
  if (caller instanceof Refusal) return caller

  const held = new HeldRequest(sandbox, route, notes)
  const exchange = route.path.includes('{exchange_name}')
    ? world.cast.exchange(request.params.exchange_name ?? '')
    : undefined
  if (route.path.includes('{exchange_name}') && exchange === undefined)
    return refuse(
      'payment.unknown-exchange',
      `Supported here: ${world.cast.exchanges.map(({ name }) => name).join(', ')}.`,
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
    const demanded = demandedByStandIn(sandbox, route, body)
    if (demanded !== undefined) return demanded
  }

  const known = callerByBody(world, route, body, caller)
  if (known instanceof Refusal) return known
  let merchant =
    known.merchant ?? (route.operationId === 'createInvoice' ? world.cast.firstMerchant : undefined)
  let plain: unknown
  if (route.sealed !== undefined) {
    const opened = openSealed(world, route, body, known)
    if (opened instanceof Refusal) return opened
    merchant = opened.merchant
    notes.seenIn = opened.seenIn
    plain = held.holdPlain(opened.plain)
    if (plain instanceof Refusal) return plain
  }
  return invoke(sandbox.options.handlers, route.operationId, {
    world,
    merchant,
    shopper: known.shopper,
    exchange,
    query,
    body,
    plain,
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

/** What some stand-ins demand beyond the document. */
function demandedByStandIn({ world }: Sandbox, route: Route, body: unknown): Refusal | undefined {
  if (route.operationId !== 'createInvoice' || typeof body !== 'object' || body === null) return undefined
  if (
    world.standIns.is('invoice.customer-info', 'demanded') &&
    Reflect.get(body, 'customerInfo') === undefined
  )
    return refuse('request.invalid', 'customerInfo is demanded here (stand-in invoice.customer-info).')
  const siteInfo: unknown = Reflect.get(body, 'siteInfo')
  if (siteInfo === undefined) return undefined
  if (
    world.standIns.is('invoice.site-info', 'object') &&
    (typeof siteInfo !== 'object' || siteInfo === null || Array.isArray(siteInfo))
  )
    return refuse('request.invalid', 'siteInfo must be an object here (stand-in invoice.site-info).')
  return tooDeep(siteInfo)
    ? refuse('request.invalid', `siteInfo is nested more than ${mostLevels} levels deep.`)
    : undefined
}
