// Requests that try to block the event loop: many errors at once, long texts, deep nesting, large lists and payloads. They are
// generated from sizes in bytes, so that a cost that grows faster than its input shows.

import { bodyCredentials, operationRequest, type RequestOptions } from '../../client/operation-request.ts'
import type { Target } from '../../client/target.ts'
import { invoice, qrTransaction, transfer } from '../../simulator/test-support/requests.ts'
import type { OperationId } from '../../spec/operations.ts'

/** One request, ready to be sent to a sandbox. */
export interface AdversarialInput {
  name: string
  method: string
  /** Below the origin of the sandbox, such as `/api/hosted-page`. */
  path: string
  headers: Record<string, string>
  body?: string
}

/** Copies of an element, as many as have that many bytes in JSON. */
export function fill<Element>(bytes: number, element: (index: number) => Element): Element[] {
  const count = Math.floor(bytes / (JSON.stringify(element(99_999)).length + 1))
  return Array.from({ length: count }, (_, index) => element(index))
}

export function fields(bytes: number, value: unknown): Record<string, unknown> {
  return Object.fromEntries(fill(bytes - 20, (index) => [`unknown field ${index}`, value] as const))
}

export function nested(levels: number, open: string, close: string): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`
}

/** Values that are long wherever a text or a number is expected. */
export function longValues(bytes: number): Record<string, string> {
  return {
    digits: '9'.repeat(bytes),
    zeros: '0'.repeat(bytes),
    decimals: `0.${'9'.repeat(bytes)}`,
    'digits and a letter': `${'9'.repeat(bytes)}x`,
    spaces: ' '.repeat(bytes),
    ats: `${'a@'.repeat(bytes / 2)} `,
    backslashes: '\\'.repeat(bytes / 2),
    quotes: '"'.repeat(bytes / 2),
    'control characters': '\u0001'.repeat(bytes / 6),
    surrogates: '\ud83d'.repeat(bytes / 6),
  }
}

const wrongLine = { id: 7, price: {}, quantity: [], isSubscription: 'x', frequency: 'x' }

/** Requests of the service; the contract permits bodies of about 2 MB. */
export function serviceInputs(target: Target, bytes: number): AdversarialInput[] {
  const input = (name: string, operationId: OperationId, options: RequestOptions): AdversarialInput => {
    const { method, path, headers, body } = operationRequest(operationId, target, options)
    return { name, method, path: `/api${path}`, headers, ...(body === undefined ? {} : { body }) }
  }
  const size = bytes - 1000
  const raw = (name: string, rawBody: string) => input(name, 'createInvoice', { rawBody })
  const ofInvoice = (name: string, body: object) =>
    input(name, 'createInvoice', { body: { ...invoice(`watchdog ${name}`), ...body } })
  const rows = (row: object | ((index: number) => object)) =>
    fill(Math.floor(size * 0.7), (index) => (typeof row === 'function' ? row(index) : row))
  return [
    ofInvoice('wrong cart lines', { cart: fill(size, () => wrongLine) }),
    ofInvoice('empty cart lines', { cart: fill(size, () => ({})) }),
    ofInvoice('cart lines of other types', { cart: fill(size, () => 1) }),
    ofInvoice('cart lines in arrays', { cart: fill(size, () => [[1]]) }),
    ofInvoice('valid cart lines', {
      cart: fill(size, (index) => ({ id: `${index}`, name: 'n', price: '1', quantity: 1 })),
    }),
    ofInvoice('cart lines with unknown fields', { cart: fill(size, () => ({ id: '1', x: 1, y: 2 })) }),
    ofInvoice('unknown fields', fields(size, 1)),
    ofInvoice('unknown fields of an address', { shippingAddress: fields(size, 1) }),
    ofInvoice('unknown fields of siteInfo', { siteInfo: fields(size, [1]) }),
    ofInvoice('wrong parameters', {
      customParameter: { returnMethod: 1, params: fill(size, () => ({ name: 1 })) },
    }),
    ofInvoice('many parameters', {
      customParameter: {
        returnMethod: 'GET',
        params: fill(size, (index) => ({ name: `${index}`, value: '' })),
      },
    }),
    ofInvoice('many subscriptions', {
      cart: fill(size, (index) => ({
        id: `${index}`,
        price: '1',
        quantity: 1,
        isSubscription: true,
        frequency: 'weekly',
        subscriptionPeriod: '1y',
        merchantSubscriptionId: `m${index}`,
        autoRenewal: true,
      })),
    }),
    ...Object.entries(longValues(size)).flatMap(([name, text]) => [
      ofInvoice(`amount of ${name}`, { amount: text }),
      ofInvoice(`price of ${name}`, { cart: [{ id: '1', price: text, quantity: text }] }),
      ofInvoice(`total of ${name}`, { cart: [{ id: '1', totalPrice: text }] }),
      ofInvoice(`period of ${name}`, {
        cart: [{ id: '1', price: '1', quantity: 1, subscriptionPeriod: text }],
      }),
      ofInvoice(`order of ${name}`, { order: text }),
      input(`fiat amount of ${name}`, 'createQrTransaction', {
        body: { ...qrTransaction(`watchdog ${name}`), fiatAmount: text, amount: text },
      }),
    ]),
    raw('deep arrays', nested(size / 2, '[', ']')),
    raw('deep objects', nested(Math.floor(size / 6), '{"a":', '}')),
    raw('open arrays', '['.repeat(size)),
    raw(
      'deep siteInfo',
      JSON.stringify(invoice('deep')).replace(/}$/, `,"siteInfo":${nested(size / 2, '[', ']')}}`),
    ),
    raw('a long key', JSON.stringify({ ['k'.repeat(size)]: 1 })),
    raw('one key many times', `{${'"cart":[],'.repeat(size / 10)}"cart":1}`),
    raw('a long number', `{"amount":${'9'.repeat(size)}}`),
    raw('a number with a long exponent', `{"amount":1e${'9'.repeat(size)}}`),
    raw('zero bytes', '\0'.repeat(size)),
    input('wrong payout rows', 'createTransfers', { payload: rows({ email: 7 }) }),
    input('wrong emails', 'createTransfers', { payload: rows({ ...transfer, email: 'x' }) }),
    input('empty payout rows', 'createTransfers', { payload: rows({}) }),
    input('valid payout rows', 'createTransfers', { payload: rows(transfer) }),
    input('valid payees', 'addPayees', { payload: rows(transfer) }),
    input('payout rows of unknown fields', 'addPayees', { payload: rows({ ...transfer, x: 1, y: 2 }) }),
    input('a payload of digits', 'createExchangePayment', {
      payload: { nativeAmount: '9'.repeat(Math.min(size, 40_000)) },
    }),
    input('base64 of no key', 'createBankPayment', {
      encryption: { scheme: 'none', text: 'A'.repeat(size - (size % 4)) },
    }),
    input('text that is not base64', 'createTransfers', {
      encryption: { scheme: 'none', text: '!'.repeat(size) },
    }),
    input('zero blocks', 'createExchangePayment', {
      encryption: { scheme: 'none', text: 'A'.repeat(87_380) },
    }),
    input('a long passphrase payload', 'closePartialPayment', {
      payload: { offerId: 'x'.repeat(size * 0.7) },
    }),
    input('a long merchantAuth', 'cancelSubscription', {
      body: { ...bodyCredentials('cancelSubscription', target), merchantAuth: 'A'.repeat(size) },
    }),
    input('a wrong debit', 'debitSubscription', { body: { items: fill(size, () => ({ id: 1 })) } }),
  ]
}

/** Requests without a body: what a URL and headers can have. */
export function urlInputs(): AdversarialInput[] {
  const get = (name: string, path: string, headers: Record<string, string> = {}): AdversarialInput => ({
    name,
    method: 'GET',
    path,
    headers,
  })
  const long = 14_000
  return [
    get('many query parameters', `/api/currencies?${'a=1&'.repeat(long / 4)}`),
    get('many query parameters of the control API', `/control/events?${'a=1&'.repeat(long / 4)}`),
    get(
      'different query parameters',
      `/control/events?${Array.from({ length: 1500 }, (_, index) => `a${index}=1`).join('&')}`,
    ),
    get('a query of percent signs', `/control/events?transaction=${'%'.repeat(long)}`),
    get('a percent-encoded query', `/control/events?transaction=${'%25'.repeat(long / 3)}`),
    get('a long path', `/api/${'a'.repeat(long)}`),
    get('a path of slashes', `/control/${'/'.repeat(long)}`),
    get('a path of dots', `/control/${'../'.repeat(long / 3)}`),
    get('a path of percent signs', `/control/transactions/${'%'.repeat(long)}`),
    get('a long logo', `/logos/${'.svg'.repeat(long / 4)}x`),
    get('a long sandbox name', `/sandboxes/${'a'.repeat(long)}/api/stores`),
    get('a token of spaces', '/api/stores', { authorization: `Bearer ${' '.repeat(long)}x y` }),
    get('a long token', '/api/stores', { authorization: `Bearer ${'a '.repeat(long / 2)}` }),
    get('a long content type', '/api/stores', { 'content-type': `application/${'a+'.repeat(long / 2)}` }),
    get('a long count of banking days', '/control/calendar?bankingDays=10000'),
    get('a huge count of banking days', `/control/calendar?bankingDays=${'9'.repeat(long)}`),
    get('a long date', `/control/calendar/${'9'.repeat(long)}`),
    get('events after a huge number', `/control/events?after=${'9'.repeat(300)}&limit=10000`),
  ]
}
