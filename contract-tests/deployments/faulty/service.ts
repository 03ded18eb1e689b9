// Deployments that are wrong about where the service answers, about the forms that all answers share, or about what must
// come before a payment.

import type { OperationId } from '../../../spec/operations.ts'
import { refuse, type World } from '../../targets/in-process.ts'
import { badForms } from '../bad-forms.ts'
import { type FaultyDeployment, faulty } from '../graded-deployment.ts'
import { absent, spoiling } from '../spoiling.ts'

/** What was looked up in a world so far. */
const lookedUp = new WeakMap<World, Set<string>>()

function lookUps(world: World): Set<string> {
  const known = lookedUp.get(world) ?? new Set<string>()
  lookedUp.set(world, known)
  return known
}

const elsewhere: FaultyDeployment[] = (
  [
    ['getStore', '/store', 'the store in the singular'],
    ['createBankPayment', '/purchase', 'bank payments in the singular'],
    ['closePartialPayment', '/closepartialtx', 'closing in small letters'],
    ['cancelSubscription', '/subscriptions/cancel', 'cancelling in the plural'],
  ] as const satisfies readonly (readonly [OperationId, string, string])[]
).map(([operationId, path, name]) =>
  faulty({
    requirement: 'service.paths-under-base-url',
    name,
    says: `The operation answers at ${path} only.`,
    request: (request) => (request.operationId === operationId ? { ...request, path } : request),
  }),
)

const days = (count: number) => count * 86_400_000

export const faultyService = [
  ...elsewhere,
  faulty({
    requirement: 'service.paths-under-base-url',
    name: 'payees are put',
    says: 'A payee is added by PUT only.',
    request: (request) => (request.operationId === 'addPayees' ? { ...request, method: 'PUT' } : request),
  }),
  faulty({
    requirement: 'service.paths-under-base-url',
    name: 'the shopper has moved',
    says: 'GET /users/me is redirected to another path.',
    response: (response, { operationId }) =>
      operationId === 'getShopper' && response.status === 200
        ? { status: 308, headers: { ...response.headers, location: '/v2/users/me' }, json: { moved: true } }
        : response,
  }),
  faulty({
    requirement: 'service.lookups-optional',
    name: 'no payment without a check',
    says: 'An exchange payment is refused until the pre-payment check was made for its offer.',
    handlers: (real) => ({
      validateExchangePayment: (call) => {
        lookUps(call.world).add(call.payload.offerId)
        return real.validateExchangePayment(call)
      },
      createExchangePayment: (call) =>
        lookUps(call.world).has(call.payload.offerId)
          ? real.createExchangePayment(call)
          : refuse('transactions.unknown-merchant'),
    }),
  }),
  faulty({
    requirement: 'service.lookups-optional',
    name: 'no payment before the order was read',
    says: 'A bank payment is refused until its order was read.',
    handlers: (real) => ({
      getInvoice: (call) => {
        lookUps(call.world).add(call.world.invoices.get(call.query.uuid)?.order ?? '')
        return real.getInvoice(call)
      },
      createBankPayment: (call) =>
        lookUps(call.world).has(call.payload.offerId)
          ? real.createBankPayment(call)
          : refuse('bank-payments.unknown-shopper-account'),
    }),
  }),
  faulty({
    requirement: 'service.lookups-optional',
    name: 'no wallet before the currencies',
    says: 'A wallet transaction is refused until the currencies were listed.',
    handlers: (real) => ({
      listCurrencies: (call) => {
        lookUps(call.world).add('currencies')
        return real.listCurrencies(call)
      },
      createQrTransaction: (call) =>
        lookUps(call.world).has('currencies')
          ? real.createQrTransaction(call)
          : refuse('qr-transactions.unknown-coin'),
    }),
  }),
  faulty({
    requirement: 'service.ok-envelope',
    name: 'a bare store',
    says: 'The store is answered without an envelope.',
    response: (response, { operationId }) =>
      operationId === 'getStore' && response.status === 200
        ? { ...response, json: Object(response.json).result }
        : response,
  }),
  faulty({
    requirement: 'service.ok-envelope',
    name: 'data in place of result',
    says: 'What should be called result is called data.',
    response: (response, { operationId }) =>
      operationId === 'getShopper' && response.status === 200
        ? { ...response, json: { ok: true, data: Object(response.json).result } }
        : response,
  }),
  faulty({
    requirement: 'service.ok-envelope',
    name: 'ok is missing',
    says: 'The envelope of an invoice has a result and no ok.',
    response: spoiling('createInvoice', 'ok', () => absent),
  }),
  faulty({
    requirement: 'service.ok-envelope',
    name: 'ok is a text',
    says: 'The envelope of linked banks has "true" as text.',
    response: spoiling('listBanks', 'ok', () => 'true'),
  }),
  faulty({
    requirement: 'service.ok-envelope',
    name: 'ok is 1',
    says: 'The envelope of currencies has 1 for true.',
    response: spoiling('listCurrencies', 'ok', () => 1),
  }),
  ...badForms(['getInvoice'], {
    'service.amounts-are-decimals': [
      ['returnval.amount', 'a sign', 'An amount bears a currency sign.', (amount) => `$${amount}`],
      ['returnval.amount', 'a code', 'An amount bears a currency code.', (amount) => `${amount} USD`],
      [
        'returnval.amount',
        'thousands apart',
        'Thousands are set apart by a comma.',
        (amount) => String(amount).replace(/\B(?=(\d{3})+\.)/g, ','),
      ],
      [
        'returnval.amount',
        'a decimal comma',
        'A comma for the point.',
        (amount) => String(amount).replace('.', ','),
      ],
    ],
    'service.identifiers-are-text': [
      ['returnval.merchant_id', 'a number for a merchant', 'The id of a merchant is a number.', () => 7],
    ],
  }),
  ...badForms(['createQrTransaction'], {
    'service.amounts-are-decimals': [
      [
        'totalAmount',
        'an exponent',
        'An amount has an exponent.',
        (amount) => Number(amount).toExponential(),
      ],
    ],
    'service.identifiers-are-text': [
      ['id', 'an empty id', 'The id of a wallet transaction is empty.', () => ''],
    ],
  }),
  ...badForms(['createExchangePayment'], {
    'service.timestamps-utc': [
      ['createdAt', 'seconds', 'An instant is a number of seconds.', (at) => Date.parse(String(at)) / 1000],
      ['updatedAt', 'an offset', 'An instant has an offset.', (at) => String(at).replace('Z', '+02:00')],
      ['createdAt', 'no zone', 'An instant has no zone.', (at) => String(at).replace('Z', '')],
      [
        'createdAt',
        'a blank',
        'Day and time are set apart by a blank.',
        (at) => String(at).replace('T', ' '),
      ],
      [
        'createdAt',
        'local time as UTC',
        'An instant is five hours behind and claims to be UTC.',
        (at) => new Date(Date.parse(String(at)) - days(5 / 24)).toISOString(),
      ],
    ],
  }),
  ...badForms(['checkExchangeBalance'], {
    'service.timestamps-utc': [
      [
        'accounts.*.lastUpdate',
        'as in e-mails',
        'An instant is written as in e-mails.',
        (at) => new Date(Date.parse(String(at))).toUTCString(),
      ],
    ],
  }),
  ...badForms(['getStore'], {
    'service.timestamps-utc': [
      ['whiteLabel.createdAt', 'the day only', 'An instant is a day.', (at) => String(at).slice(0, 10)],
    ],
    'service.identifiers-are-text': [
      ['merchant.id', 'null for a merchant', 'The id of a merchant is null.', () => null],
    ],
  }),
  ...badForms(['getShopper'], {
    'service.identifiers-are-text': [
      ['id', 'a shopper by number', 'The id of a shopper is a number.', () => 4711],
    ],
  }),
  faulty({
    requirement: 'service.responses-are-json',
    name: 'text by its label',
    says: 'An answer is JSON and is declared as text.',
    response: (response, { operationId }) =>
      operationId === 'getStore'
        ? { ...response, headers: { ...response.headers, 'content-type': 'text/plain' } }
        : response,
  }),
  faulty({
    requirement: 'service.responses-are-json',
    name: 'a page for a refusal',
    says: 'Whoever has no token gets a page.',
    response: (response) =>
      response.status === 401
        ? { ...response, headers: { 'content-type': 'text/html' }, text: '<h1>Unauthorized</h1>' }
        : response,
  }),
  faulty({
    requirement: 'service.responses-are-json',
    name: 'a form for an answer',
    says: 'The answer of an invoice is a query string.',
    response: (response, { operationId }) =>
      operationId === 'createInvoice' && response.status === 200
        ? { ...response, text: new URLSearchParams(Object(response.json).result).toString() }
        : response,
  }),
]
