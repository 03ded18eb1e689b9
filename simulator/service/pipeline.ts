// Runs a request through the steps of a pipeline, and then the observers of its response: headers are added, the journal records it, and what
// became due runs. The steps of the service are listed in service-pipeline.ts, those of the control API in ../control/control-pipeline.ts.

import { InvariantError } from '../../core/errors.ts'
import type { Router } from '../../spec/openapi/router.ts'
import type { LoggedNumber, LoggedRequest } from '../sandbox/input-log.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { httpDate } from '../time/instants.ts'

/** A value, or the promise of one that takes time. A promise where there is none to wait for would take time for each request. */
export type Soon<Value> = Value | Promise<Value>

/** A request without its socket. */
export interface IncomingRequest {
  /** The request that this one was made of, for observers that compare identities. */
  readonly raw: object
  /** In upper case; a HEAD request is a GET request. */
  readonly method: string
  readonly url: string
  /** The path below the server of its API: `/hosted-page`, `/control/clock`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  header: (name: string) => string | undefined
  /** All headers, with names in lower case. */
  headers: () => Readonly<Record<string, string>>
  /** Reads the body; undefined when it has more bytes than that. */
  readText: (maxBytes: number) => Soon<string | undefined>
  /** Closes the connection without a response. */
  drop: () => never
}

/** A response without its socket. */
export interface OutgoingResponse {
  status: number
  headers: Record<string, string>
  /** The text, or the pieces of a text that may be too long for one string. */
  body: string | Iterable<string>
  /** The delay, in real milliseconds. */
  delayMs?: number
}

/** The facts that all pipelines know of a request. */
export interface RequestContext {
  readonly sandbox: Sandbox
  readonly request: IncomingRequest
  /** True if the request may change the world. */
  readonly isInput: boolean
  /** Null when there is no such operation. */
  readonly operationId: string | null
  /** The body, once it is read. */
  readonly text: string
  /** The decrypted payload; undefined if there is none. */
  readonly payload: unknown
  /** Validation errors that `--validation report` accepted. */
  readonly validationErrors: readonly string[]
  /** The field that contained the encrypted payload, where the contract does not show the field. */
  readonly encryptedField: string | undefined
  /** True if a log of the sandbox keeps the request. */
  readonly isLogged: boolean
  /** Its number in the log of the sandbox; undefined before it is processed, and where there is no log. */
  logged: LoggedNumber | undefined
  /** The merchant that a request without a credential acts for, and what identified it. */
  readonly actsFor?: string | undefined
}

/** The operation of a request, once the first step has found it. */
export abstract class OperationContext<Operation extends { operationId: string }> implements RequestContext {
  readonly sandbox: Sandbox
  readonly request: IncomingRequest
  abstract readonly api: LoggedRequest['api']
  readonly validationErrors: string[] = []
  encryptedField: string | undefined
  text = ''
  query: unknown
  body: unknown
  payload: unknown
  result: unknown
  logged: LoggedNumber | undefined
  /** The path parameters. */
  params: Readonly<Record<string, string>> = {}
  private found: Operation | undefined

  constructor(sandbox: Sandbox, request: IncomingRequest) {
    this.sandbox = sandbox
    this.request = request
  }

  get isInput(): boolean {
    return true
  }

  get isLogged(): boolean {
    return true
  }

  /** Finds the operation by method and path; false when no operation has them. */
  find(router: Router<Operation & { method: string; path: string }>, path = this.request.path): boolean {
    const match = router.find(this.request.method, path)
    if (match === undefined) return false
    this.found = match.operation
    this.params = match.params
    return true
  }

  get operationId(): Operation['operationId'] | null {
    return this.found?.operationId ?? null
  }

  get operation(): Operation {
    if (this.found === undefined) throw new InvariantError('A step needs the operation before it is found.')
    return this.found
  }
}

/** Does its part and lets the next step run, or ends the request by returning its outcome. */
type Step<Context, Outcome> = (context: Context) => Soon<Outcome | undefined>

/** Runs the steps of a request, from its arrival to its response. */
export interface Pipeline<Context extends RequestContext, Outcome> {
  readonly steps: readonly Step<Context, Outcome>[]
  /** The response to a request that a step ended, or that all steps let through. */
  readonly respond: (context: Context, outcome: Outcome | undefined) => OutgoingResponse
}

/** Responds to a request of one API. */
export type Responder = (sandbox: Sandbox, request: IncomingRequest) => Soon<OutgoingResponse>

/** Called with each response before it is sent. It may add headers. */
export type ResponseObserver = (context: RequestContext, response: OutgoingResponse) => void

/** Notes the request in the log of its sandbox. A step just before those that may change the world. */
export function logInput(context: RequestContext & Pick<LoggedRequest, 'api'>): undefined {
  const { sandbox, request, isLogged, api, text } = context
  if (sandbox.log === undefined || !isLogged) return
  const { method, url, path, query } = request
  context.logged = sandbox.log.request({ api, method, url, path, query, headers: request.headers(), text })
}

/** Runs a request through a pipeline, from a step on. Nothing else runs between two steps that return no promise. */
export function run<Context extends RequestContext, Outcome>(
  pipeline: Pipeline<Context, Outcome>,
  context: Context,
  observers: readonly ResponseObserver[],
  first = 0,
): Soon<OutgoingResponse> {
  const { steps } = pipeline
  for (let index = first; index < steps.length; index += 1) {
    const outcome = steps[index]?.(context)
    if (outcome instanceof Promise)
      return outcome.then((settled) =>
        settled === undefined
          ? run(pipeline, context, observers, index + 1)
          : end(pipeline, context, observers, settled),
      )
    if (outcome !== undefined) return end(pipeline, context, observers, outcome)
  }
  return end(pipeline, context, observers, undefined)
}

function end<Context extends RequestContext, Outcome>(
  { respond }: Pipeline<Context, Outcome>,
  context: Context,
  observers: readonly ResponseObserver[],
  outcome: Outcome | undefined,
): Soon<OutgoingResponse> {
  const response = respond(context, outcome)
  for (const observe of observers) observe(context, response)
  return context.sandbox.log === undefined && response.delayMs === undefined
    ? response
    : whenDurable(context, response)
}

async function whenDurable(
  { sandbox: { log }, logged }: RequestContext,
  response: OutgoingResponse,
): Promise<OutgoingResponse> {
  if (log !== undefined) {
    if (logged !== undefined) log.responded(logged, response.status, response.body)
    await log.durable()
  }
  const { delayMs } = response
  // Real time: the response is late for the client, and everything that it reports has happened.
  if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs))
  return response
}

/** True if responses of a status have no body, whatever an injected fault says. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}

/** Names each validation error that `--validation report` accepted. */
export const validationErrorsHeader = 'x-paytwin-validation-errors'
/** Names the field that contained the encrypted payload, where the contract does not show the field. */
export const encryptedFieldHeader = 'x-paytwin-encrypted-field'

/** Names the merchant that a request without a credential acts for, and what identified it. */
export const merchantHeader = 'x-paytwin-merchant'

/** Headers are printable ASCII of bounded length. */
const maxHeaderCharacters = 1000

const addDate: ResponseObserver = ({ sandbox }, { headers }) => {
  headers.date = httpDate(sandbox.world.now)
}

const addValidationErrors: ResponseObserver = ({ validationErrors }, { headers }) => {
  if (validationErrors.length === 0) return
  const text = validationErrors.join('; ').replace(/[^\x20-\x7e]/g, '?')
  const end = `... (${validationErrors.length} in total)`
  headers[validationErrorsHeader] =
    text.length <= maxHeaderCharacters ? text : `${text.slice(0, maxHeaderCharacters - end.length)}${end}`
}

const addEncryptedField: ResponseObserver = ({ encryptedField }, { headers }) => {
  if (encryptedField !== undefined) headers[encryptedFieldHeader] = encryptedField
}

const addMerchant: ResponseObserver = ({ actsFor }, { headers }) => {
  if (actsFor !== undefined) headers[merchantHeader] = actsFor
}

/** Headers whose values clients may repeat where the journal shows them. */
const credentialHeaders = ['authorization', 'x-api-key', 'cookie']

/** Headers that a scenario repeats. */
const scenarioHeaders = ['authorization', 'x-transaction-source']

const recordInJournal: ResponseObserver = (context, response) => {
  const { sandbox, request, isInput, operationId, text, payload, actsFor = null } = context
  if (!isInput) return
  record(sandbox, request, {
    operation: operationId,
    actsFor,
    body: text,
    payload,
    status: response.status,
    response: typeof response.body === 'string' ? response.body : '',
  })
}

type Line = Parameters<Sandbox['journal']['record']>[0]
type Recorded = Pick<Line, 'operation' | 'body' | 'payload' | 'status' | 'response'> &
  Partial<Pick<Line, 'actsFor'>>

/** Records a request with its response in the journal. */
export function record(
  { journal, world, advancing }: Sandbox,
  request: Pick<IncomingRequest, 'url' | 'method' | 'header'>,
  { actsFor = null, operation, body, payload, status, response }: Recorded,
): void {
  const { url, method } = request
  for (const name of credentialHeaders) journal.concealHeader(name, request.header(name))
  const path = url.slice(url.indexOf('/', 'https://'.length))
  const headers: Record<string, string> = {}
  for (const name of scenarioHeaders) {
    const value = request.header(name)
    if (value !== undefined) headers[name] = value
  }
  const { now: at, events } = world
  journal.record({
    at,
    actsFor,
    method,
    path,
    headers,
    duringAdvance: advancing,
    events: events.length,
    operation,
    body,
    payload,
    status,
    response,
  })
}

/** Runs what the request made due, and starts to deliver webhooks. */
const settleWorld: ResponseObserver = ({ sandbox, isInput }) => {
  if (isInput) sandbox.afterInput()
}

/** The observers of every simulator, in order. */
export const responseObservers: readonly ResponseObserver[] = [
  addDate,
  addValidationErrors,
  addEncryptedField,
  addMerchant,
  recordInJournal,
  settleWorld,
]
