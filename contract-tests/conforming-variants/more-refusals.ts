// Refusals in forms of other services. "HTTP status codes other than 200 and the error envelope of the other endpoints: not
// shown"; the codes and messages of exchange payments and the errorMsg of payouts are stated, and kept.

import { isObject, parseJson, valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { ResponseSeam, WireRequest, WireResponse, World } from '../targets/in-process.ts'
import { type ContractVariants, responding } from './response-changes.ts'

const payouts: readonly OperationId[] = ['createTransfers', 'addPayees']

type Form = (refusal: WireResponse, request: WireRequest) => Partial<WireResponse>

/** Gives refusals whose form is not stated another form. */
const refusingAs =
  (form: Form): ResponseSeam =>
  (response, request) => {
    const stated = payouts.includes(request.operationId) || request.operationId === 'createExchangePayment'
    // A success may have the status 201, by assumption.
    return response.status < 300 || stated ? response : { ...response, ...form(response, request) }
  }

/** The code and message of one of the five errors; undefined for anything else. */
function exchangeError({ json }: WireResponse): { code: number; message: string } | undefined {
  const found = [json, valueAt(json, 'error')]
    .filter(isObject)
    .map(({ code, statusCode, message }) => ({ code: Number(code ?? statusCode), message: String(message) }))
  return found.find(({ code }) => code >= 418 && code <= 422)
}

const exchangeErrorsAs =
  (form: (code: number, message: string, path: string) => Partial<WireResponse>): ResponseSeam =>
  (response, { operationId, path }) => {
    const error = operationId === 'createExchangePayment' ? exchangeError(response) : undefined
    return error === undefined ? response : { ...response, ...form(error.code, error.message, path) }
  }

/** A display name for the exchange of a path that has nothing in common with its identifier. */
const displayName = (path: string) => [...(path.split('/').at(-1) ?? '')].reverse().join('').toUpperCase()

const payoutRefusalsAs =
  (form: (result: object) => Partial<WireResponse>): ResponseSeam =>
  (response, { operationId }) => {
    const result = valueAt(response.json, 'result')
    return payouts.includes(operationId) && isObject(result) && result.success === false
      ? { ...response, ...form(result) }
      : response
  }

/** Refuses debits with a row that has the fields of the request and a status. */
const debitsRefusedWith =
  (statusIn: (world: World) => unknown): ResponseSeam =>
  (response, { operationId, body }, world) => {
    if (operationId !== 'debitSubscription' || response.status < 300) return response
    const { merchantAuth: _, items, ...fields } = Object(parseJson(body))
    const absent = Object.fromEntries(debitFields.map((name) => [name, 'none']))
    const row = { ...absent, ...fields, ...items?.[0], status: statusIn(world) }
    return { ...response, status: 200, json: { status: 200, result: { data: [row], errors: [] } } }
  }
const debitFields = [
  ...['transactionId', 'amount', 'currency', 'rateDivisor', 'orderId', 'userId', 'merchantId'],
  'subscriptionId',
]

let turn = 0
const inTurn = [
  { status: 400, json: { message: ['amount must be a string'], error: 'Bad Request', statusCode: 400 } },
  { status: 401, json: { error: 'invalid_token' } },
  { status: 422, json: { detail: [{ loc: ['body', 0], msg: 'x', type: 'y' }] } },
]

export const moreRefusalVariants: ContractVariants = {
  ...responding(
    'Errors: "HTTP status codes other than 200 and the error envelope of the other endpoints: not shown."',
    {
      'refusals with ok: false and a result of null': refusingAs(() => ({
        status: 400,
        json: { ok: false, result: null },
      })),
      'refusals with ok: false and an empty result': refusingAs(() => ({
        status: 200,
        json: { ok: false, result: {} },
      })),
      'refusals with ok: false and the shape of success': refusingAs(() => ({
        status: 200,
        json: { ok: false, result: { url: null, uuid: null, success: true, accounts: [] } },
      })),
      'refusals with a text as error and HTTP 200': refusingAs(() => ({
        status: 200,
        json: { error: 'Something went wrong' },
      })),
      'refusals with a code of the body and HTTP 200': refusingAs(({ status }) => ({
        status: 200,
        json: { statusCode: status, message: 'no' },
      })),
      'refusals as a list in HTTP 400': refusingAs(() => ({ status: 400, json: [] })),
      'refusals as a number': refusingAs(({ status }) => ({ json: status })),
      'refusals as false': refusingAs(() => ({ json: false })),
      'refusals with HTTP 302 to a login page': refusingAs(() => ({
        status: 302,
        headers: { location: 'https://pay.example/login' },
        json: { ok: false },
      })),
      'refusals with HTTP 303 and no location': refusingAs(() => ({ status: 303, json: {} })),
      'refusals with HTTP 403 for everything': refusingAs(() => ({
        status: 403,
        json: { message: 'Forbidden' },
      })),
      'refusals with HTTP 410': refusingAs(() => ({ status: 410, json: { ok: false } })),
      'refusals with HTTP 418 and its message': refusingAs(() => ({
        status: 418,
        json: { code: 418, message: 'Authentication Failed!' },
      })),
      'refusals with HTTP 451': refusingAs(() => ({ status: 451, json: { ok: false } })),
      'refusals with HTTP 498': refusingAs(() => ({ status: 498, json: { ok: false } })),
      'refusals with HTTP 501': refusingAs(() => ({ status: 501, json: { ok: false } })),
      'refusals in three forms in turn': refusingAs(() => inTurn[turn++ % inTurn.length] ?? {}),
      'refusals of 300,000 characters': refusingAs(() => ({
        json: { ok: false, stack: 'at x\n'.repeat(60_000) },
      })),
      'refusals with a challenge and a cookie': refusingAs(({ headers }) => ({
        headers: {
          ...headers,
          'www-authenticate': 'Bearer realm="a", error="invalid_token"',
          'set-cookie': 'a=; Max-Age=0',
        },
      })),
      'refusals that repeat the request': refusingAs((_, { body, path }) => ({
        status: 400,
        json: { ok: false, path, received: body.slice(0, 2000) },
      })),
      'refusals with localized messages': refusingAs(() => ({
        json: { ok: false, message: 'Ungültige Anfrage – 無効', code: null },
      })),
      'refusals with a result that says so': refusingAs(() => ({
        status: 200,
        json: { ok: true, result: { success: false, error: { code: 1 } } },
      })),
    },
  ),
  ...responding('Endpoints, 15 and 16: the form of refusals is not shown; `errors` is an array.', {
    'debits refused in the list of errors': (response, { operationId }) =>
      operationId === 'debitSubscription' && response.status >= 300
        ? {
            ...response,
            status: 200,
            json: { status: 200, result: { data: [], errors: [{ message: 'no', subscriptionId: null }] } },
          }
        : response,
    'debits refused with a row whose status is the integer of canceled': debitsRefusedWith(
      ({ assumptions }) => assumptions.value('transactions.status-integers').canceled,
    ),
    'debits refused with a row whose status is a word': debitsRefusedWith(() => 'declined'),
    'debits refused with a row whose status is an unknown word': debitsRefusedWith(() => 'blocked'),
    'debits refused with a row whose status is an unknown integer': debitsRefusedWith(() => 9),
    'cancellations refused with success: false': (response, { operationId }) =>
      operationId === 'cancelSubscription' && response.status >= 300
        ? { ...response, status: 200, json: { status: 200, result: { success: false } } }
        : response,
    'subscription refusals with a status as text': (response, { operationId }) =>
      /Subscription$/.test(operationId) && response.status >= 300
        ? { ...response, json: { status: 'error', message: 'no' } }
        : response,
  }),
  ...responding('Errors, 1: "each with a code and message"; where they are in the response is not shown.', {
    'exchange errors inside result': exchangeErrorsAs((code, message) => ({
      status: 200,
      json: { ok: false, result: { code, message } },
    })),
    'exchange errors inside error': exchangeErrorsAs((code, message) => ({
      status: 400,
      json: { ok: false, error: { code, message, details: [] } },
    })),
    'exchange errors in a list': exchangeErrorsAs((code, message) => ({
      status: 400,
      json: { ok: false, errors: [{ code, message }] },
    })),
    'exchange errors with a code as text': exchangeErrorsAs((code, message) => ({
      status: 400,
      json: { ok: false, code: String(code), message },
    })),
    'exchange errors with HTTP 500': exchangeErrorsAs((code, message) => ({
      status: 500,
      json: { code, message },
    })),
    'exchange errors with their own HTTP status and a message': exchangeErrorsAs((code, message) => ({
      status: code,
      json: { message },
    })),
    'exchange errors with more fields': exchangeErrorsAs((code, message) => ({
      status: 400,
      json: { name: 'PaymentError', code, message, stack: null, status: 1 },
    })),
    'exchange errors with data': exchangeErrorsAs((code, message) => ({
      status: 200,
      json: { ok: false, result: {}, data: { code, message } },
    })),
  }),
  ...responding('Errors, 1: "followed by the exchange"; how it is written is not shown.', {
    'exchange errors with display names of exchanges': exchangeErrorsAs((code, message, path) => ({
      status: 400,
      json: { code, message: message.replace(/(?<=supported by ).*/, displayName(path)) },
    })),
  }),
  ...responding(
    'Errors, 2: `{ ok: true, result: { success: false, errorMsg } }`; other fields and the HTTP status are not shown.',
    {
      'payout refusals with all fields of success': payoutRefusalsAs((result) => ({
        json: {
          ok: true,
          result: { receivers: [], payees: [], insertedCount: 0, errorData: [], result: {}, ...result },
        },
      })),
      'payout refusals with HTTP 400': payoutRefusalsAs((result) => ({
        status: 400,
        json: { ok: true, result },
      })),
      'payout refusals with HTTP 422 and details': payoutRefusalsAs((result) => ({
        status: 422,
        json: { ok: true, result: { ...result, errorData: [{ row: 1 }] }, statusCode: 422 },
      })),
    },
  ),
  ...responding('Errors, 4: "the error form for these is omitted".', {
    'closings refused with HTTP 400 and a code': (response, { operationId }) =>
      operationId === 'closePartialPayment' && response.status >= 300
        ? { ...response, status: 400, json: { ok: false, error: 'PARTIAL_TX_NOT_CLOSABLE' } }
        : response,
    'closings refused with success: "false"': (response, { operationId }) =>
      operationId === 'closePartialPayment' && response.status >= 300
        ? { ...response, status: 200, json: { ok: false, result: { success: false, reason: null } } }
        : response,
  }),
}
