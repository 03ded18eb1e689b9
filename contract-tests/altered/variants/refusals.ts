// Refusals in other forms. Where the contract states no form, any JSON that is not the form of success is a refusal. The messages
// of payouts and the codes and messages of exchange payments are stated, so these operations keep theirs.

import { isObject, parseJson, valueAt } from '../../../core/json.ts'
import { type OperationId, operationIds } from '../../../spec/operations.ts'
import { exchangePaymentErrors } from '../../../spec/stated-errors.ts'
import type { ResponseSeam, WireRequest, WireResponse, World } from '../../observe/in-process.ts'
import { messagesBeginning } from '../../observe/response-outcome.ts'
import { type ContractVariants, type Rows, responding, variantsOf } from './rows.ts'

type Form =
  | Partial<WireResponse>
  | ((refusal: WireResponse, request: WireRequest, world: World) => Partial<WireResponse>)

const reply = (status: number, json: unknown): Partial<WireResponse> => ({ status, json })

/** Gives refusals of some operations another form. A success may have the status 201, by assumption. */
export const refusingAs =
  (operations: readonly OperationId[], form: Form): ResponseSeam =>
  (response, request, world) =>
    response.status < 300 || !operations.includes(request.operationId)
      ? response
      : { ...response, ...(typeof form === 'function' ? form(response, request, world) : form) }

const rows = <Row>(table: Rows<Row>, seam: (row: Row) => ResponseSeam) =>
  variantsOf(table, (row) => ({ response: seam(row) }))

const payouts: readonly OperationId[] = ['createTransfers', 'addPayees']
const withoutStatedForm = operationIds.filter((id) => !payouts.includes(id) && id !== 'createExchangePayment')

const withStatus = (status: number): [name: string, form: Form] => [
  `refusals with HTTP ${status}`,
  reply(status, { ok: false, error: { code: 'E17' } }),
]

/** The code and message of one of the five errors; undefined for anything else. */
export function exchangeError({ json }: WireResponse): { code: number; message: string } | undefined {
  return Object.values(exchangePaymentErrors).flatMap(({ code, message }) =>
    messagesBeginning({ json }, message).map((text) => ({ code, message: text })),
  )[0]
}

const exchangeErrorsAs =
  (form: (code: number, message: string, path: string) => Partial<WireResponse>): ResponseSeam =>
  (response, { operationId, path }) => {
    const error = operationId === 'createExchangePayment' ? exchangeError(response) : undefined
    return error === undefined ? response : { ...response, ...form(error.code, error.message, path) }
  }

/** A display name for the exchange of a path that has nothing in common with its identifier. */
const displayName = (path: string) => [...(path.split('/').at(-1) ?? '')].reverse().join('').toUpperCase()

export const displayNames = exchangeErrorsAs((code, stated, path) =>
  reply(400, { code, message: stated.replace(/(?<=supported by ).*/, displayName(path)) }),
)

const payoutRefusalsAs =
  (form: (result: object) => Partial<WireResponse>): ResponseSeam =>
  (response, { operationId }) => {
    const result = valueAt(response.json, 'result')
    return payouts.includes(operationId) && isObject(result) && result.success === false
      ? { ...response, ...form(result) }
      : response
  }

const debitFields = [
  ...['transactionId', 'amount', 'currency', 'rateDivisor', 'orderId', 'userId', 'merchantId'],
  'subscriptionId',
]
/** Refuses debits with a row that has the fields of the request and a status that the target file does not name. */
const refusedRow = refusingAs(['debitSubscription'], (_, { body }) => {
  const { merchantAuth: __, items, ...fields } = Object(parseJson(body))
  const absent = Object.fromEntries(debitFields.map((name) => [name, 'none']))
  const row = { ...absent, ...fields, ...items?.[0], status: 9 }
  return reply(200, { status: 200, result: { data: [row], errors: [] } })
})

let turn = 0
const inTurn = [
  reply(400, { message: ['amount must be a string'], error: 'Bad Request', statusCode: 400 }),
  reply(401, { error: 'invalid_token' }),
  reply(422, { detail: [{ loc: ['body', 0], msg: 'x', type: 'y' }] }),
]
const success = { url: null, uuid: null, success: true, accounts: [] }
const challenge = {
  'www-authenticate': 'Bearer realm="a", error="invalid_token"',
  'set-cookie': 'a=; Max-Age=0',
}

export const refusalVariants: ContractVariants = {
  ...rows<Form>(
    {
      'Errors: "HTTP status codes other than 200 and the error envelope of the other endpoints: not shown."':
        {
          ...Object.fromEntries([401, 403, 409, 410, 418, 422, 451, 498, 500, 501].map(withStatus)),
          'refusals as an empty object': reply(400, {}),
          'refusals as null': reply(422, null),
          'refusals as a string': reply(400, 'This cannot be done.'),
          'refusals as a list of errors': reply(400, [{ field: 'amount' }]),
          'refusals with HTTP 200 and errors, as in GraphQL': reply(200, {
            data: null,
            errors: [{ message: 'no' }],
          }),
          'refusals with HTTP 200 and success: false': reply(200, { success: false }),
          'refusals with HTTP 200 and success: false in the envelope': reply(200, {
            ...{ ok: true, result: { success: false, errorMsg: 'This cannot be done.', error: { code: 1 } } },
          }),
          'refusals with HTTP 200 and a status of 400 in the body': reply(200, { status: 400 }),
          'refusals with HTTP 200 and a code of the body': ({ status }) =>
            reply(200, { statusCode: status, message: 'no' }),
          'refusals with ok: false and the shape of success': reply(200, { ok: false, result: success }),
          'refusals with HTTP 302 to a login page': {
            ...{ status: 302, headers: { location: 'https://pay.example/login' }, json: { ok: false } },
          },
          'refusals in three forms in turn': () => inTurn[turn++ % inTurn.length] ?? {},
          'refusals of 300,000 characters': { json: { ok: false, stack: 'at x\n'.repeat(60_000) } },
          'refusals with a challenge and a cookie': ({ headers }) => ({
            headers: { ...headers, ...challenge },
          }),
          'refusals that repeat the request': (_, { body, path }) =>
            reply(400, { ok: false, path, received: body.slice(0, 2000) }),
          'refusals with localized messages': {
            json: { ok: false, message: 'Ungültige Anfrage – 無効', code: null },
          },
        },
    },
    (form) => refusingAs(withoutStatedForm, form),
  ),
  ...responding({
    'Endpoints, 15 and 16: the form of refusals is not shown; `errors` is an array.': {
      'debits refused with a row whose status is an unknown integer': refusedRow,
      'cancellations refused with success: false': refusingAs(
        ['cancelSubscription'],
        reply(200, { status: 200, result: { success: false } }),
      ),
      'subscription refusals with a status as text': refusingAs(['debitSubscription', 'cancelSubscription'], {
        json: { status: 'error', message: 'no' },
      }),
    },
  }),
  ...rows(
    {
      'Errors, 1: "each with a code and message"; where they are in the response is not shown.': {
        'exchange errors inside result': (code, message) =>
          reply(200, { ok: false, result: { code, message } }),
        'exchange errors inside error': (code, message) =>
          reply(400, { ok: false, error: { code, message, details: [] } }),
        'exchange errors in a list': (code, message) =>
          reply(400, { ok: false, errors: [{ code, message }] }),
        'exchange errors with a code as text': (code, message) =>
          reply(400, { ok: false, code: String(code), message }),
        'exchange errors with HTTP 500': (code, message) => reply(500, { code, message }),
        'exchange errors with their own HTTP status and a message': (status, message) =>
          reply(status, { message }),
        'exchange errors with code and message in one text': (code, message) =>
          reply(400, { error: `${code}: ${message}` }),
        'exchange errors with data': (code, message) =>
          reply(200, { ok: false, result: {}, data: { code, message } }),
      },
    },
    exchangeErrorsAs,
  ),
  ...rows(
    {
      'Errors, 2: `{ ok: true, result: { success: false, errorMsg } }`; other fields and the HTTP status are not shown.':
        {
          'payout refusals with all fields of success': (result) => {
            const others = { receivers: [], payees: [], insertedCount: 0, errorData: [], result: {} }
            return { json: { ok: true, result: { ...others, ...result } } }
          },
          'payout refusals with HTTP 400': (result) => reply(400, { ok: true, result }),
          'payout refusals with HTTP 422 and details': (result) =>
            reply(422, { ok: true, result: { ...result, errorData: [{ row: 1 }] }, statusCode: 422 }),
        },
    },
    payoutRefusalsAs,
  ),
  ...rows<Form>(
    {
      'Errors, 4: "the error form for these is omitted".': {
        'closings refused with HTTP 400 and a code': reply(400, {
          ok: false,
          error: 'PARTIAL_TX_NOT_CLOSABLE',
        }),
      },
    },
    (form) => refusingAs(['closePartialPayment'], form),
  ),
}
