// Values that are related to the request or to each other, in another order or notation; and the notation of responses.

import { createHash } from 'node:crypto'
import { isObject } from '../../../core/json.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { ResponseSeam } from '../../observe/in-process.ts'
import type { JsonObject } from '../mutants/json-path.ts'
import { isSuccess, resultOf } from '../mutants/operators/response.ts'
import {
  afterOthers,
  type ContractVariants,
  everyText,
  everywhere,
  fields,
  list,
  more,
  responding,
  setting,
  withHeaders,
  written,
} from './rows.ts'

const paying: readonly OperationId[] = ['createExchangePayment', 'createBankPayment']
const decimals = (count: number) => (value: unknown) => Number(value).toFixed(count)
const withoutZeros = (value: unknown) =>
  typeof value === 'string' ? value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : value
const numbersAsText = (value: unknown) => (typeof value === 'number' ? String(value) : value)
const textAsNumbers = (value: unknown) => (typeof value === 'string' ? Number(value) : value)
const sha = (value: unknown) => createHash('sha256').update(String(value)).digest('hex')
const reversed = list((all) => all.toReversed())

const unordered = new Set(['accounts', 'banks', 'tabs', 'withdrawalAddresses', 'graphSettings', 'check'])
const instants = new Set(['createdAt', 'updatedAt', 'lastUpdate'])

/** Rejects the last of several rows: it is not counted, and `change` says so. */
const rejectLast =
  (key: 'payees' | 'receivers', change: (rows: readonly unknown[]) => object) => (result: unknown) => {
    const rows: unknown = Object(result)[key]
    if (!Array.isArray(rows) || rows.length < 2) return result
    return { ...Object(result), insertedCount: rows.length - 1, ...change(rows) }
  }

const inCents = (row: unknown) => ({
  ...Object(row),
  amount: Math.round(Object(row).amount * 100),
  rateDivisor: 100,
})

/** A bank that is no longer connected, before the others. */
const withExpired = ([first, ...others]: readonly JsonObject[]) =>
  first === undefined
    ? []
    : [{ ...first, stockId: 'expired', connected: false, accounts: [] }, first, ...others]

const sorted = (compare: (a: string, b: string) => number): ResponseSeam =>
  everywhere((value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compare(a, b))) : value,
  )

const escaped = (text: string) =>
  [...Array(text.length).keys()]
    .map((at) => `\\u${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`)
    .join('')

const escapeAll = (json: unknown) =>
  JSON.stringify(json).replace(/"((?:[^"\\]|\\.)*)"/g, (whole) => `"${escaped(JSON.parse(whole))}"`)

/** Rewrites the numbers of a JSON text, not those inside texts or with an exponent. */
const numbers = (write: (digits: string) => string) => (json: unknown) =>
  JSON.stringify(json).replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g, (token) =>
    /^"|e/.test(token) ? token : write(token),
  )

const withoutHeaders: ResponseSeam = (response) => ({ ...response, headers: {} })

/** Fields of the envelope, before and after the others. */
const envelope =
  (before: object, after: object = {}): ResponseSeam =>
  (response) =>
    isSuccess(response) && isObject(response.json)
      ? { ...response, json: { ...before, ...response.json, ...after } }
      : response

/** Headers on which clients wait, go elsewhere, or take a response from a cache. */
const headers = {
  ...{ 'set-cookie': 'session=abc; Path=/; HttpOnly; Expires=Wed, 21 Oct 2037 07:28:00 GMT' },
  ...{ 'cache-control': 'public, max-age=3600', age: '1800', etag: 'W/"1"', vary: '*' },
  ...{
    'x-ratelimit-remaining': '0',
    'ratelimit-reset': '60',
    'retry-after': '120',
    'x-trace': 'a'.repeat(8000),
  },
  ...{ location: 'https://pay.example/invoices/1', link: '<https://a.example>; rel="next"' },
  ...{ deprecation: 'true', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT', warning: '299 - "old"' },
  ...{ 'content-disposition': 'attachment; filename="a.json"', 'content-language': 'de', server: 'gate' },
}

const media = (type: string) => withHeaders({ 'content-type': type })

export const recordVariants: ContractVariants = {
  ...setting(paying, {
    'Resources, Transaction record: check is an array of rows; their order, ids and presence are not shown.':
      {
        'lines with ids of the service': { 'check.*.id': (id) => `line_${sha(id).slice(0, 12)}` },
        'records without lines': { check: [] },
        'lines with local amounts as floating point': { 'check.*.localAmount': (one) => Number(one) + 1e-12 },
      },
    'Resources, Transaction record: amounts are strings; when they are known is not shown.': {
      'crypto amounts that include a network fee': { amount: (value) => (Number(value) * 1.003).toFixed(8) },
    },
    'Conventions: timestamps are ISO 8601 UTC strings; by which clock is not shown.': {
      'records from a database whose clock is 90 s slow': everyText((text, key) =>
        instants.has(key) && !Number.isNaN(Date.parse(text))
          ? new Date(Date.parse(text) - 90_000).toISOString()
          : text,
      ),
    },
  }),
  ...responding({
    'Conventions: the order of lists is not stated.': {
      'lists without a stated order reversed': everywhere((value, key) =>
        unordered.has(key) ? reversed(value) : value,
      ),
    },
    'Resources, Currency entry: network is a URI template with further parameters.': {
      'currencies with longer URI templates': fields(resultOf('listCurrencies')('*'), {
        network: (template) => (template === '' ? '' : `${template}&label=Shop%20%231&req-x=1`),
      }),
      'currencies without URI templates': fields(resultOf('listCurrencies')('*'), { network: '' }),
    },
  }),
  ...setting('checkExchangeBalance', {
    'Endpoints, 11: balance is a string or a number, of any scale.': {
      'balances with 20 decimals': { 'accounts.*.balance': (one) => `${Number(one).toFixed(8)}000000000000` },
    },
  }),
  ...setting('listBanks', {
    'Endpoints, 12: which accounts a bank has, and which banks are connected, is open.': {
      'banks with a second account': {
        'banks.*.accounts': list((all) => [
          ...all,
          ...all.slice(0, 1).map((one) => ({ ...one, id: '77', isPrimary: null })),
        ]),
      },
      'banks with one that is no longer connected': { banks: list(withExpired) },
    },
  }),
  ...setting('getStore', {
    'Endpoints, 13: tabs is an array of labels, and the settings are booleans.': {
      'a store without tabs': { 'settings.tabs': [] },
      'a store with all methods disabled': {
        ...{ 'settings.bankPaymentEnabled': false, 'settings.exchangePaymentEnabled': false },
      },
    },
  }),
  ...setting(resultOf('getInvoice')('returnval'), {
    'Resources, Cart item: price and quantity are a number or a string; Endpoints, 8 returns cart items.': {
      'orders with prices as numbers': { 'cart.*.price': textAsNumbers, 'cart.*.quantity': textAsNumbers },
      'orders with prices as text': { 'cart.*.price': numbersAsText, 'cart.*.quantity': numbersAsText },
      'orders with prices of four decimals': { 'cart.*.price': decimals(4), amount: decimals(6) },
      'orders with totals without decimals': { 'cart.*.totalPrice': withoutZeros, amount: withoutZeros },
      'orders with addresses that have more fields': {
        shippingAddress: (one) => (one === null ? null : more({ id: 1, landmark: '', phoneNo: '' })(one)),
      },
    },
  }),
  ...setting('createInvoice', {
    'Endpoints, 1: the url is the hosted checkout URL; its host, path and query are open.': {
      'hosted pages with a fragment': { url: (url) => `${url}#/pay?lang=de&x=[1]` },
      'hosted pages with a URL of 6,000 characters': { url: (url) => `${url}?t=${'a'.repeat(6000)}` },
    },
  }),
  ...setting('createQrTransaction', {
    'Endpoints, 2: totalAmount is a string, and qrString is a payment URI for the receiver address and amount.':
      {
        'payment URIs with zeros after the amount': {
          'meta.qrString': (uri) => (/amount=\d+\.\d+$/.test(String(uri)) ? `${uri}000` : uri),
        },
        'payment URIs with a scheme in upper case': {
          'meta.qrString': (uri) => String(uri).replace(/^\w+:/, (scheme) => scheme.toUpperCase()),
        },
        'payment URIs with the amount last': {
          'meta.qrString': (uri) => String(uri).replace('?', '?label=a%3Fb%26amount%3D9&time=1767600000&'),
        },
        'wallet transactions with a total of eight decimals': { totalAmount: decimals(8) },
      },
  }),
  ...setting('validateExchangePayment', {
    'Endpoints, 3: the amounts are numbers; "different codes" may come with the object.': {
      'checks with codes of several kinds': {
        '': more({ code: 'E_OK', codes: [200, '0'], message: 'Insufficient Balance', error: null }),
      },
      'checks with an amount that includes the fee': { amount: (amount) => Number(amount) + 0.00001 },
    },
  }),
  ...setting(['createTransfers', 'addPayees'], {
    'Endpoints, 6 and 7: the columns of receivers and payees show no types; result and errorData have no stated content.':
      {
        'transfers with amounts as text': { 'receivers.*.Amount': decimals(8) },
        'transfers with more columns': {
          'receivers.*': more({ Id: null, Status: 'Queued', 'Error(s)': [] }),
        },
        'payees with a list of errors that is empty': { 'payees.*.Error(s)': [] },
        'several payees, the last of which is rejected in its row': fields('addPayees', {
          '': rejectLast('payees', (rows) => ({
            payees: [
              ...rows.slice(0, -1),
              { ...Object(rows.at(-1)), 'Error(s)': 'Email is not deliverable' },
            ],
          })),
        }),
        'transfers of which the last of several is rejected': fields('createTransfers', {
          '': rejectLast('receivers', (rows) => ({
            receivers: rows.slice(0, -1),
            errorData: [{ row: rows.length, message: 'Payee is blocked' }],
          })),
        }),
        'payees with more columns': {
          ...{ 'payees.*': more({ Id: '1', 'Business Name': null }), '': more({ updatedCount: 0 }) },
        },
      },
  }),
  ...setting('debitSubscription', {
    'Endpoints, 15 and 16: the rows of a debit show keys without types.': {
      'debits with amounts of two decimals': { 'data.*.amount': decimals(2) },
      'debits with amounts in cents and a divisor': { 'data.*': inCents },
    },
  }),
  ...responding({
    'Shared conventions: responses are JSON, and JSON has many notations of the same value.': {
      'JSON with every character escaped': written(escapeAll),
      'JSON with numbers in scientific notation': written(
        numbers((digits) =>
          digits.includes('.')
            ? `${digits.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1')}E-${digits.split('.')[1]?.length}`
            : `${digits}e+0`,
        ),
      ),
      'JSON with integers that have a decimal point': written(
        numbers((digits) => (digits.includes('.') ? `${digits}00` : `${digits}.0`)),
      ),
      'JSON with tabs and carriage returns, after 100,000 spaces': written(
        (json) =>
          `${' '.repeat(100_000)}${JSON.stringify(json, null, '\t').replaceAll('\n', '\r\n')} \r\n\r\n`,
      ),
      'keys in alphabetical order': sorted((a, b) => (a < b ? -1 : 1)),
      'keys in another order each time': (response, request, world) => {
        const draw = world.now % 7
        return sorted((a, b) => ((a.length * 31 + draw) % 5) - ((b.length * 17 + draw) % 5))(
          response,
          request,
          world,
        )
      },
    },
    'Conventions: the envelope is `{ ok, result }`, and nothing says that it has no other fields.': {
      'envelopes with a status and a message': envelope({ statusCode: 200, status: 200, message: 'Success' }),
      'envelopes with empty errors': envelope(
        { error: null, errors: [], code: 0 },
        { errorMsg: '', failed: 0 },
      ),
      'envelopes with 200,000 characters': envelope(
        { debug: 'd'.repeat(200_000) },
        { note: 'a\ud800b\u0000c' },
      ),
      'envelopes of both kinds': envelope({ ok: true, error: false }, { took: 0.003, meta: { next: null } }),
    },
    'Shared conventions: no media type of responses is stated.': {
      'the media type of HTML': media('text/html'),
      'an invalid media type': media('json'),
      'a media type with several parameters': media(
        'Application/JSON ; charset="UTF-8" ; profile="https://a/b"',
      ),
    },
    'Endpoints: headers of responses are not shown, so any may be sent.': {
      'responses with headers that clients may act on': withHeaders(headers),
      'responses without headers': withoutHeaders,
      'responses dated in 1999': withHeaders({ date: 'Sun, 07 Feb 1999 00:00:00 GMT' }),
      'responses with an invalid date': withHeaders({ date: 'yesterday' }),
    },
    'Errors: "HTTP status codes other than 200 … not shown"; only Endpoints, 2 states 200.': {
      'HTTP 299 for everything': afterOthers((response, { operationId }) =>
        isSuccess(response) && operationId !== 'createQrTransaction'
          ? { ...response, status: 299 }
          : response,
      ),
    },
  }),
}
