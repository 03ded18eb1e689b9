// The response of the service: a success, a refusal in the form that its row and the assumptions choose, or an injected one.

import { InvariantError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import type { Envelope } from '../../spec/operation.ts'
import type { OperationId, RefusalCode } from '../../spec/operations.ts'
import { exchangePaymentErrors } from '../../spec/stated-errors.ts'
import { type RefusalRow, refusalRows } from '../resources/refusal-rows.ts'
import { Refusal } from '../resources/refusals.ts'
import type { InjectedFaultAction } from '../sandbox/injected-faults.ts'
import type { Assumptions } from '../world/assumptions.ts'
import { type ResponseValues, refusalTemplates, responseValues } from '../world/written-responses.ts'
import type { OutgoingResponse } from './request.ts'
import type { ServiceContext } from './service-context.ts'

interface StatusAndBody {
  status: number
  body: unknown
}

/** The response to a refusal, with the code and the message that templates may name. */
interface Refused extends StatusAndBody {
  code: number
  message: string
}

/** A response that an injected fault makes. The document does not restrict it. */
export class InjectedResponse implements StatusAndBody {
  readonly status: number
  readonly body: unknown
  /** The body as it is sent, in place of JSON. */
  readonly text: string | undefined
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>

  constructor({
    status,
    body,
    text,
    headers = {},
  }: Omit<Extract<InjectedFaultAction, { do: 'respond' }>, 'do'>) {
    this.status = status
    this.body = body
    this.text = text
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    this.headers = {
      ...(text === undefined ? {} : { 'content-type': 'text/plain' }),
      ...Object.fromEntries(named),
    }
  }
}

/** The response to a request that was refused, got an injected response, or succeeded. */
export function respond(
  context: ServiceContext,
  outcome: Refusal | InjectedResponse | undefined,
): OutgoingResponse {
  const { status, body } =
    outcome === undefined
      ? success(context)
      : outcome instanceof Refusal
        ? refused(context, outcome)
        : outcome
  const headers = headersOf(context, outcome instanceof Refusal ? outcome.code : undefined)
  const response = { status, headers, body: JSON.stringify(body) }
  if (outcome instanceof InjectedResponse) {
    Object.assign(headers, outcome.headers)
    response.body = outcome.text ?? response.body
  }
  return context.delayMs === undefined ? response : { ...response, delayMs: context.delayMs }
}

function headersOf({ world: { assumptions }, document, request }: ServiceContext, refusal?: RefusalCode) {
  // service.responses-are-json, service.json-media-type
  const charset = assumptions.is('service.media-type', 'charset') ? '; charset=utf-8' : ''
  const headers: Record<string, string> = { 'content-type': `application/json${charset}` }
  if (refusal === 'request.wrong-method') headers.allow = document.router.methodsAt(request.path).join(', ')
  if (refusal === 'request.too-many') headers['retry-after'] = '1'
  if (assumptions.is('service.version', 'header'))
    headers['x-api-version'] = assumptions.value('service.version').version
  return headers
}

function refused(context: ServiceContext, refusal: Refusal): StatusAndBody {
  const { assumptions, options } = context.world
  options.hooks?.refused?.(refusal)
  const operation = context.operationId === null ? undefined : context.operation
  const usual = refusalResponse(assumptions, operation?.envelope, refusal)
  return assumptions.is('errors.envelope', 'template')
    ? inTemplate(assumptions, operation?.operationId, refusal, usual)
    : usual
}

/** The first name of a path; empty if there is none. */
const fieldOf = (path: readonly string[]) => path.find((part) => !/^\d+$/.test(part)) ?? ''

/** A refusal as a template has it. A payout keeps its body, which the contract states. */
function inTemplate(
  assumptions: Assumptions,
  operation: OperationId | undefined,
  { code: cause, path }: Refusal,
  { status, body, code, message }: Refused,
): StatusAndBody {
  const field = fieldOf(path)
  const templates = refusalTemplates(assumptions.value('errors.envelope'))
  const template = templates.find((one) => one.appliesTo({ operation, cause, field }))
  const { form } = refusalRows[cause]
  const own = template?.status ?? status
  if (form === 'payout' || template?.body === undefined) return { status: own, body }
  const name = fieldOf([...path].reverse())
  const values = {
    code: form === 'exchange-error' ? code : (template.status ?? code),
    message,
    cause,
    field,
    name,
  }
  return { status: own, body: template.body(values) }
}

/** The parts of responses that a user wrote for an operation. */
export const writtenValues = ({
  world: { assumptions },
  operation,
}: ServiceContext): ResponseValues | undefined =>
  assumptions.is('service.response-values', 'written')
    ? responseValues(assumptions.value('service.response-values')).get(operation.operationId)
    : undefined

function success(context: ServiceContext): StatusAndBody {
  const {
    world: { assumptions },
    operation: { operationId },
    result,
  } = context
  // qr-transactions.status-200
  const status = writtenValues(context)?.status ?? successStatus(assumptions, operationId)
  if (assumptions.is('service.additional-response-fields', 'none')) return { status, body: result }
  const { name, content } = assumptions.value('service.additional-response-fields')
  return { status, body: withField(result, name, content) }
}

/** The HTTP status of a success. Assumption `service.success-status`. */
function successStatus(assumptions: Assumptions, operationId: OperationId): number {
  return creating.has(operationId) && assumptions.is('service.success-status', 'created') ? 201 : 200
}

/** The operations that create something and whose HTTP status the contract does not show. */
const creating: ReadonlySet<OperationId> = new Set([
  'createInvoice',
  'createExchangePayment',
  'createBankPayment',
  'createTransfers',
  'addPayees',
])

/** Adds a field to every object that does not have it. */
function withField(value: unknown, name: string, content: string): unknown {
  if (Array.isArray(value)) return value.map((element) => withField(element, name, content))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withField(inner, name, content)])
  return Object.fromEntries([[name, content], ...entries])
}

/** The response to a refused request. `envelope` is that of the operation, if the request has one. */
function refusalResponse(
  assumptions: Assumptions,
  envelope: Envelope | undefined,
  { code, detail, fill }: Refusal,
): Refused {
  const row = Object.hasOwn(refusalRows, code) ? refusalRows[code] : undefined
  switch (row?.form) {
    case undefined:
      throw new InvariantError(`There is no refusal "${code}".`)
    case 'exchange-error':
      return exchangeError(assumptions, row.error, String(fill[0] ?? ''))
    case 'payout': {
      const [rowNumber, key] = fill
      const errorMsg = row.errorMsg(Number(rowNumber), String(key))
      const body = { ok: true, result: { success: false, errorMsg } }
      return { status: 200, body, code: 200, message: errorMsg }
    }
    case 'partial-payment':
      if (assumptions.is('partial-payments.refusal-shape', 'common'))
        return inOwnWords(assumptions, envelope, row, detail)
      return {
        ...inOwnWords(assumptions, envelope, row, detail),
        status: 200,
        body: {
          ok: assumptions.is('partial-payments.refusal-shape', 'success-false'),
          result: { success: false },
        },
      }
    case 'common':
      return inOwnWords(assumptions, envelope, row, detail)
  }
}

/** Unspecified behaviors `errors.http-status`, `errors.wording` and `errors.subscription-form`. */
function inOwnWords(
  assumptions: Assumptions,
  envelope: Envelope | undefined,
  { kind, fact, remedy }: Extract<RefusalRow, { kind: unknown }>,
  detail: string,
): Refused {
  const status =
    kind === 'wrong-method' ? 405 : kind === 'too-many' ? 429 : assumptions.value('errors.http-status')[kind]
  const message = assumptions.is('errors.wording', 'terse')
    ? kind
    : [fact, detail, remedy].filter(Boolean).join(' ')
  const isInBody = envelope === 'status-result' && assumptions.is('errors.subscription-form', 'in-body')
  return isInBody
    ? { status: 200, body: { status, message }, code: status, message }
    : { status, body: errorEnvelope(assumptions, status, message), code: status, message }
}

/** Unspecified behavior `errors.envelope`. A stated error keeps its code and its message. */
export function errorEnvelope(
  assumptions: Assumptions,
  code: number,
  message: string,
  isStated = false,
): object {
  const usual = { ok: false, statusCode: code, data: {}, message }
  switch (assumptions.name('errors.envelope')) {
    case 'message':
      return usual
    case 'error-object':
      return { ok: false, error: { code, message } }
    case 'problem':
      return { title: message, status: code, detail: message }
    case 'template': {
      const templates = refusalTemplates(assumptions.value('errors.envelope'))
      const general = templates.find((one) => one.isGeneral && (one.statesError || !isStated))
      return Object(general?.body?.({ code, message, cause: null, field: '', name: '' }) ?? usual)
    }
  }
}

/** One of the five stated errors. Unspecified behaviors `exchange-payments.error-*`. Contract: Errors, 1. */
function exchangeError(
  assumptions: Assumptions,
  error: keyof typeof exchangePaymentErrors,
  exchange: string,
): Refused {
  const stated = exchangePaymentErrors[error]
  const { code } = stated
  const name = assumptions.is('exchange-payments.error-exchange-name', 'title')
    ? exchange.charAt(0).toUpperCase() + exchange.slice(1)
    : exchange
  // exchange-payments.error-422-names-the-exchange
  const message = 'followedBy' in stated ? stated.message + name : stated.message
  if (assumptions.is('exchange-payments.error-carrier', 'http-status'))
    return { status: code, body: errorEnvelope(assumptions, code, message, true), code, message }
  const status = assumptions.is('exchange-payments.error-carrier', 'body-of-200') ? 200 : 400
  return { status, body: { ok: false, code, message }, code, message }
}
