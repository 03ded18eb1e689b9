// Invoices, wallet transactions, checks, payouts and subscriptions: what their fields contain where it is not shown.

import { isObject } from '../../../core/json.ts'
import { resultOf } from '../mutants/operators/response.ts'
import { type ContractVariants, fields, more, setting } from './rows.ts'

const numbersAsText = (value: unknown) => (typeof value === 'number' ? String(value) : value)
const textAsNumbers = (value: unknown) => (typeof value === 'string' ? Number(value) : value)
const wholes = (value: unknown) => (typeof value === 'string' ? value.replace(/\.00$/, '') : value)

/** Rejects the last of several rows: it is not counted, and `change` says so. */
const rejectLast =
  (key: 'payees' | 'receivers', change: (rows: readonly unknown[]) => object) => (result: unknown) => {
    const rows: unknown = Object(result)[key]
    if (!Array.isArray(rows) || rows.length < 2) return result
    return { ...Object(result), insertedCount: rows.length - 1, ...change(rows) }
  }

export const operationVariants: ContractVariants = {
  ...setting(resultOf('getInvoice')('returnval'), {
    'Resources, Cart item: price and quantity are a number or a string; Endpoints, 8 returns cart items.': {
      'orders with prices as numbers': { 'cart.*.price': textAsNumbers, 'cart.*.quantity': textAsNumbers },
      'orders with prices as text': { 'cart.*.price': numbersAsText, 'cart.*.quantity': numbersAsText },
      'orders with prices of four decimals': { 'cart.*.price': (price) => Number(price).toFixed(4) },
      'orders with totals without decimals': { 'cart.*.totalPrice': wholes, amount: wholes },
      'orders with amounts of six decimals': { amount: (amount) => Number(amount).toFixed(6) },
      'orders with lines that have more fields': {
        'cart.*': more({ isSubscription: false, sku: null, taxes: [] }),
      },
      'orders with addresses that have more fields': {
        shippingAddress: (address) =>
          address === null ? null : more({ id: 1, landmark: '', phoneNo: '' })(address),
      },
    },
    'Endpoints, 8: encrypted, username and companyName are strings of any content.': {
      'orders with an empty encrypted text': { encrypted: '' },
      'orders with an encrypted text of three parts': { encrypted: 'eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.c2ln' },
      'orders with an encrypted text of 100,000 characters': { encrypted: 'A'.repeat(100_000) },
      'orders of a merchant without names': { username: '', companyName: '' },
    },
  }),
  ...setting('createInvoice', {
    'Endpoints, 1: the url is the hosted checkout URL; its host, path and query are open.': {
      'hosted pages with a short URL': { url: (url) => `https://pay.example/s/${String(url).slice(-8)}` },
      'hosted pages with a fragment': { url: (url) => `${url}#/pay?lang=de&x=[1]` },
      'hosted pages with a URL of 6,000 characters': { url: (url) => `${url}?t=${'a'.repeat(6000)}` },
      'hosted pages with more about the invoice': { '': more({ id: 17, expiresAt: null, links: [[]] }) },
    },
  }),
  ...setting('createQrTransaction', {
    'Endpoints, 2: totalAmount is a string, and qrString is a payment URI for the receiver address and amount.':
      {
        'payment URIs with a label and a message': {
          'meta.qrString': (uri) => `${uri}&label=Caf%C3%A9&message=Order%20%231`,
        },
        'payment URIs with zeros after the amount': {
          'meta.qrString': (uri) => (/amount=\d+\.\d+$/.test(String(uri)) ? `${uri}000` : uri),
        },
        'payment URIs with a scheme in upper case': {
          'meta.qrString': (uri) => String(uri).replace(/^\w+:/, (scheme) => scheme.toUpperCase()),
        },
        'payment URIs with the amount last': {
          'meta.qrString': (uri) => String(uri).replace('?', '?label=a%3Fb%26amount%3D9&time=1767600000&'),
        },
        'wallet transactions with more about the network': {
          '': more({ expiresIn: 900, rate: null }),
          meta: more({ network: 'testnet', memo: null, confirmations: 0 }),
        },
        'wallet transactions with a total of six decimals': {
          totalAmount: (total) => Number(total).toFixed(8),
        },
      },
  }),
  ...setting('validateExchangePayment', {
    'Endpoints, 3: the amounts, the fee and the rate are numbers; "different codes" may come with the object.':
      {
        'checks with a memo': { receiverMemo: '100200300' },
        'checks with an empty memo and address': { receiverMemo: '', receiverAddress: '' },
        'checks without a fee': { fee: 0 },
        'checks with a falling rate': { newRate: { percentRate: -3.25, newFiatRate: 0 } },
        'checks with codes of several kinds': {
          '': more({ code: 'E_OK', codes: [200, '0'], message: 'Insufficient Balance', error: null }),
        },
        'checks with an amount that includes the fee': { amount: (amount) => Number(amount) + 0.00001 },
      },
  }),
  ...setting(['createTransfers', 'addPayees'], {
    'Endpoints, 6 and 7: the columns of receivers and payees show no types; result and errorData have no stated content.':
      {
        'transfers with amounts as text': { 'receivers.*.Amount': String },
        'transfers with amounts of two decimals': { 'receivers.*.Amount': (one) => Number(one).toFixed(2) },
        'transfers with more columns': {
          'receivers.*': more({ Id: null, Status: 'Queued', 'Error(s)': [] }),
        },
        'transfers with notes about their rows': {
          errorData: [{ row: 1, note: null }],
          result: { ids: [1, 2], ok: null },
        },
        'payees with a list of errors that is empty': { 'payees.*.Error(s)': [] },
        'payees with errors as an object': { 'payees.*.Error(s)': {} },
        'payees with errors counted': { 'payees.*.Error(s)': 0 },
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
        'payees with more columns': fields('addPayees', {
          'payees.*': more({ Id: '1', 'Business Name': null }),
          '': more({ updatedCount: 0 }),
        }),
      },
  }),
  ...setting('debitSubscription', {
    'Endpoints, 15 and 16: the rows of a debit show keys without types.': {
      'debits with amounts as text': { 'data.*.amount': String },
      'debits with amounts of two decimals': { 'data.*.amount': (one) => Number(one).toFixed(2) },
      'debits with amounts in cents and a divisor': {
        'data.*': (row) => ({
          ...Object(row),
          amount: Math.round(Object(row).amount * 100),
          rateDivisor: 100,
        }),
      },
      'debits without optional values': { 'data.*.orderId': null, 'data.*.rateDivisor': null },
      'debits with a status as a word': { 'data.*.status': 'completed' },
      'debits with a status as an object': { 'data.*.status': { code: 1, name: null } },
      'subscription responses with an envelope of both kinds': (response) =>
        isObject(response.json) && response.json.status === 200
          ? { ...response, json: { ok: true, message: 'OK', ...response.json } }
          : response,
      'cancellations with a date': fields('cancelSubscription', {
        '': more({ canceledAt: null, refunds: [], subscription: {} }),
      }),
      'closings with the transaction': fields('closePartialPayment', {
        '': more({ transaction: { id: null }, warnings: ['late'] }),
      }),
    },
  }),
}
