// The probes of unspecified behaviors.

import { encryptRsaText } from '../../client/encryption.ts'
import { decryptRsa } from '../encryption/rsa.ts'
import { formatInstant } from '../time/instants.ts'
import { close, eachGranted, granted, grantedFor, isOrder, offers, type Probes } from './probe.ts'
import { probesOverTime } from './probes-over-time.ts'
import {
  bankPayment,
  createInvoice,
  createQr,
  createQrTransaction,
  createSubscription,
  debit,
  debitDays,
  drain,
  exchangeCheck,
  exchangePayment,
  halfPaid,
  invoice,
  lamps,
  magazine,
  payByExchange,
  payee,
  transfer,
} from './requests.ts'
import { deliveriesOf } from './status-changes.ts'
import type { TestClient } from './test-client.ts'

async function checkoutPage(client: TestClient): Promise<string> {
  return (await client.simulator.fetch((await createInvoice(client, 'o')).url)).text()
}

/** Sends the encrypted payees in one field, in the other, and bare. */
function grantedIn(client: TestClient, operation: 'createBankPayment' | 'addPayees', payload: unknown) {
  const encrypted = client.encrypt(operation, payload)
  const bodies = [{ data: encrypted }, { encryptedReq: encrypted }, encrypted]
  return grantedFor(client, operation, bodies, (body) => ({ rawBody: JSON.stringify(body) }))
}

const inFields = {
  any: [true, true, true],
  data: [true, false, false],
  encryptedReq: [false, true, false],
  bare: [false, false, true],
}

/** Every probe: one for each behavior whose options contract-tests/histories/options.slow.test.ts does not see in histories. */
export const unspecifiedProbes: Probes = {
  'limits.post-size': {
    observe: async (client) => {
      const text = JSON.stringify(invoice('o'))
      return grantedFor(client, 'createInvoice', [2_000_000, 2_000_001, 2_097_152, 2_097_153], (bytes) => ({
        rawBody: text + ' '.repeat(bytes - Buffer.byteLength(text)),
      }))
    },
    expected: { binary: [true, true, true, false], decimal: [true, false, false, false] },
  },
  'errors.precedence': {
    observe: async (client) => (await client.ask('createQrTransaction', { token: null, body: {} })).status,
    expected: { 'credential-first': 401, 'body-first': 400 },
  },
  'authentication.payee-headers': {
    observe: (client) => granted(client, 'addPayees', { token: null, payload: [payee] }),
    expected: { accepted: true, demanded: false },
  },
  'authentication.merchant-auth': {
    observe: async (client) => {
      const { merchant, world } = client
      const subscriptionId = await createSubscription(client, 'o')
      const encrypted = (content: object) =>
        encryptRsaText(JSON.stringify(content), world.accounts.keysOf(merchant).publicKeyPem)
      const forms = [
        encrypted({ merchantId: merchant.id }),
        encrypted({ subscriptionId }),
        merchant.accessToken,
      ]
      return grantedFor(client, 'debitSubscription', forms, (merchantAuth) => ({
        body: { ...debit(client, subscriptionId), merchantAuth },
      }))
    },
    expected: {
      decrypted: [true, true, true],
      'encrypted-merchant-id': [true, false, false],
      'access-token': [false, false, true],
    },
  },
  'authentication.merchant-id-form': {
    observe: async (client) => {
      const body = debit(client, await createSubscription(client, 'o'))
      const { id } = client.merchant
      const ids = [id, Buffer.from(id).toString('base64')]
      return grantedFor(client, 'debitSubscription', ids, (merchantId) => ({ body: { ...body, merchantId } }))
    },
    expected: { either: [true, true], plain: [true, false], base64: [false, true] },
  },
  'encryption.bank-payment-field': {
    observe: (client) => grantedIn(client, 'createBankPayment', bankPayment(client, 'o')),
    expected: inFields,
  },
  'encryption.payee-field': {
    observe: (client) => grantedIn(client, 'addPayees', [payee]),
    expected: inFields,
  },
  'carts.negative-values': {
    observe: (client) =>
      eachGranted(
        client,
        [{ price: '-20' }, { quantity: -2 }].flatMap((change) =>
          offers(client, { cart: [lamps, { ...lamps, ...change }] }),
        ),
      ),
    expected: {
      discounts: [...Array(4).fill(true), ...Array(4).fill(false)],
      accepted: Array(8).fill(true),
      refused: Array(8).fill(false),
    },
  },
  'carts.empty': {
    observe: (client) => eachGranted(client, offers(client, { cart: [] })),
    expected: { accepted: [true, true, true, true], refused: [false, false, false, false] },
  },
  'invoices.closed-partial': {
    observe: async (client) => {
      const { uuid } = await createInvoice(client, 'o')
      await halfPaid(client, 'o')
      await client.ask(...close)
      return isOrder(client, uuid)
    },
    expected: { order: true, invoice: false },
  },
  'invoices.order-info-encrypted': {
    observe: async (client) => {
      const { uuid } = await createInvoice(client, 'o')
      const { encrypted } = (await client.result('getInvoice', { query: { uuid } })).returnval
      const opened = decryptRsa(encrypted, client.world.accounts.keysOf(client.merchant).privateKey, 'pkcs1')
      return opened.ok && opened.text === uuid
    },
    expected: { 'rsa-block': true, opaque: false },
  },
  'invoices.checkout-page': {
    observe: async (client) => (await checkoutPage(client)).includes('<form'),
    expected: { payable: true, 'cart-only': false },
  },
  'invoices.frame-messages': {
    observe: async (client) => {
      const [, messages = ''] = /data-messages="([^"]*)"/.exec(await checkoutPage(client)) ?? []
      const { resized, closed } = JSON.parse(messages.replaceAll('&quot;', '"'))
      return [Object.keys(resized), closed === 'close']
    },
    expected: {
      events: [['source', 'event', 'uuid', 'state', 'height'], false],
      template: [['type', 'height'], true],
    },
  },
  'qr-transactions.address': {
    observe: async (client) => {
      const [one, two] = [await createQrTransaction(client, 'o'), await createQrTransaction(client, 'o')]
      return one.meta.receiverAddress === two.meta.receiverAddress
    },
    expected: { new: false, reused: true },
  },
  'exchange-payments.immediate-status-name': {
    observe: async (client) => client.transaction((await payByExchange(client, 'o')).id).status,
    expected: { pending: 'pending', processing: 'processing', completed: 'completed' },
  },
  'exchange-payments.password': {
    observe: async (client) => {
      const shopper = 'asks-password'
      await payByExchange(client, 'o', { savepassword: true }, { shopper })
      const payload = exchangeCheck(client)
      return (await client.result('validateExchangePayment', { shopper, payload })).password
    },
    expected: { 'until-saved': false, always: true },
  },
  'exchange-payments.exchange-name-case': {
    observe: (client) => {
      const payload = exchangePayment(client, 'o')
      return granted(client, 'createExchangePayment', { exchange: 'AlphaExchange', payload })
    },
    expected: { exact: false, any: true },
  },
  'bank-payments.us-shopper': {
    observe: (client) => {
      const { profile, banks } = client.shopper('abroad')
      const before = { ...profile }
      Object.assign(profile, { phoneCountry: 1 })
      const payload = bankPayment(client, 'o', { stockId: banks[0]?.stockId ?? '' })
      return granted(client, 'createBankPayment', { shopper: 'abroad', payload }).finally(() =>
        Object.assign(profile, before),
      )
    },
    expected: { country: false, phone: true },
  },
  'bank-payments.stock-id': {
    observe: (client) => {
      const stockId = client.shopper('ready').banks[0]?.accounts[0]?.id ?? ''
      return granted(client, 'createBankPayment', { payload: bankPayment(client, 'o', { stockId }) })
    },
    expected: { bank: false, either: true },
  },
  'transactions.zero-amount': {
    observe: (client) => {
      const subscribed = offers(client, { order: 'free', amount: '0', cart: [magazine] })
      return eachGranted(client, [...offers(client, { amount: '0' }), ...subscribed.slice(0, 3)])
    },
    expected: {
      'payments-refused': [true, false, false, false, true, false, false],
      refused: Array(7).fill(false),
      'free-first-period': [true, false, false, false, true, false, true],
    },
  },
  'transactions.empty-order': {
    observe: (client) => eachGranted(client, offers(client, { order: '' })),
    expected: { accepted: [true, true, true, true], refused: [false, false, false, false] },
  },
  'partial-payments.closed-twice': {
    observe: async (client) => {
      await halfPaid(client, 'o')
      return eachGranted(client, [close, close])
    },
    expected: { refused: [true, false], accepted: [true, true] },
  },
  'partial-payments.several': {
    observe: async (client) => {
      const ids = [await halfPaid(client, 'o'), await halfPaid(client, 'o')]
      await client.ask(...close)
      return ids.map((id) => client.transaction(id).status)
    },
    expected: { last: ['partially-paid', 'closed'], all: ['closed', 'closed'] },
  },
  'payouts.invalid-values': {
    observe: (client) =>
      eachGranted(client, [
        ['createTransfers', { payload: [{ ...transfer, amount: 0 }] }],
        ['createTransfers', { payload: [{ ...transfer, email: 'a@b' }] }],
        ['createTransfers', { payload: [{ ...transfer, fname: '' }] }],
        ['addPayees', { payload: [{ ...payee, id: '' }] }],
      ]),
    expected: {
      'email-amount': [false, false, true, true],
      email: [true, true, true, true],
      'email-amount-empty': [false, false, false, false],
    },
  },
  'payouts.not-json': {
    observe: async (client) => (await client.ask('addPayees', { payloadText: 'no JSON' })).refusal,
    expected: { malformed: 'Invalid Encrypted Data', 'not-an-array': 'Invalid Formate of Decrypted Data' },
  },
  'payouts.several-errors': {
    observe: async (client) => {
      const payload = [transfer, { ...transfer, amount: 0 }, { ...transfer, email: '' }]
      return (await client.ask('createTransfers', { payload })).refusal
    },
    expected: { 'first-row': 'Invalid Email: Raw - 2', 'email-first': 'Invalid Email: Raw - 3' },
  },
  'currencies.query': {
    observe: (client) => grantedFor(client, 'listCurrencies', [{}, { amount: '1' }], (query) => ({ query })),
    expected: { optional: [true, true], demanded: [false, false] },
  },
  'currencies.order': {
    observe: async (client) => {
      const { currencies } = client.world.accounts
      const before = currencies.map(({ sort }) => sort)
      for (const [index, currency] of currencies.entries())
        Object.assign(currency, { sort: index === 2 ? null : -index })
      const listed = await client.result('listCurrencies')
      for (const [index, currency] of currencies.entries()) Object.assign(currency, { sort: before[index] })
      return listed.map(({ id }) => id)
    },
    expected: { sort: ['USDC', 'LTC', 'ETH', 'BTC'], code: ['BTC', 'ETH', 'LTC', 'USDC'] },
  },
  'stores.settings': {
    observe: (client) => {
      const { settings } = client.merchant
      const before = { ...settings }
      Object.assign(settings, { bank: false, wallet: false, exchange: false })
      return eachGranted(client, offers(client, {}).slice(1)).finally(() => Object.assign(settings, before))
    },
    expected: { shown: [true, true, true], enforced: [false, false, false] },
  },
  'subscriptions.failed-request': {
    observe: async (client) => {
      const body = debit(client, await createSubscription(client, 'o'), 1)
      drain(client)
      const before = client.state()
      return [await granted(client, 'debitSubscription', { body }), client.state() !== before]
    },
    expected: { errors: [true, true], refused: [false, false] },
  },
  'subscriptions.absent-fields': {
    observe: async (client) => {
      await createInvoice(client, 'o', { cart: [{ ...lamps, isSubscription: true }] })
      await payByExchange(client, 'o')
      return [...client.world.subscriptions].map(({ frequency, autoRenewal, endsAt }) =>
        [frequency, autoRenewal, formatInstant(endsAt).slice(0, 10)].join(' '),
      )
    },
    expected: {
      'monthly-for-a-year': ['monthly false 2027-01-05'],
      'weekly-for-a-month': ['weekly true 2026-02-05'],
    },
  },
  'subscriptions.repeated-debit-order': {
    observe: async (client) => {
      const id = await createSubscription(client, 'o', { autoRenewal: false })
      const body = { ...debit(client, id), orderId: 'bill-1' }
      for (const _ of [1, 2]) await client.ask('debitSubscription', { body })
      return debitDays(client).length
    },
    expected: { debit: 2, first: 1 },
  },
  'webhooks.too-long': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      for (const characters of [1500, 2048]) {
        const params = [{ name: 'note', value: 'x'.repeat(characters) }]
        await createQr(client, 'o', { customParameter: { returnMethod: 'GET', params } })
      }
      return deliveries.length
    },
    expected: { withheld: 0, essential: 1 },
  },
  ...probesOverTime,
}
