// What shows how invoices, QR transactions, the pre-payment check and lookups are understood.

import { decryptRsa } from '../../encryption/rsa.ts'
import {
  bankPayment,
  debit,
  exchangeCheck,
  exchangePayment,
  halfPaid,
  invoice,
  lamps,
  magazine,
  qrTransaction,
  subscribe,
} from '../requests.ts'
import { at, type TestClient } from '../test-client.ts'
import { days, deliveriesOf, eachGranted, granted, hours, type Observations } from './observation.ts'

async function createdInvoice(client: TestClient): Promise<{ url: string; uuid: string }> {
  return (await client.ask('createInvoice', { body: invoice('o') })).success.result
}

async function orderInfo(client: TestClient) {
  const { uuid } = await createdInvoice(client)
  return { uuid, ...(await client.ask('getInvoice', { query: { uuid } })).success.result.returnval }
}

async function createdQrTransaction(client: TestClient) {
  return (await client.ask('createQrTransaction', { body: qrTransaction('o') })).success.result
}

export const checkoutObservations = {
  'invoices.customer-info': {
    observe: (client) => {
      const { customerInfo: _, ...body } = invoice('o')
      return granted(client, 'createInvoice', { body })
    },
    shows: { optional: true, demanded: false },
  },
  'invoices.site-info-shape': {
    observe: (client) =>
      eachGranted(
        client,
        [{ name: 'Lamps' }, 'Lamps', null, ['Lamps']].map((siteInfo) => [
          'createInvoice',
          { body: invoice('o', { siteInfo }) },
        ]),
      ),
    shows: { any: [true, true, true, true], object: [true, false, false, false] },
  },
  'carts.conditional-fields': {
    observe: (client) => granted(client, 'createInvoice', { body: invoice('o', { cart: [{ id: 'lamp' }] }) }),
    shows: { optional: true },
  },
  'webhooks.custom-parameter-fields': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      await client.ask('createQrTransaction', { body: qrTransaction('o') })
      await client.ask('createQrTransaction', { body: qrTransaction('p', { customParameter: {} }) })
      return deliveries.map(({ request }) => request.method)
    },
    shows: { post: ['POST', 'POST'], get: ['GET', 'GET'] },
  },
  'carts.period-letters': {
    observe: (client) =>
      eachGranted(
        client,
        ['1y', '12m', '52w', '365d', '1Y'].map((subscriptionPeriod) => [
          'createInvoice',
          { body: invoice('o', { cart: [{ ...magazine, subscriptionPeriod }] }) },
        ]),
      ),
    shows: { named: [true, true, true, false, false] },
  },
  'invoices.link': {
    observe: async (client) => {
      const { url, uuid } = await createdInvoice(client)
      return [url.replace(uuid, ''), (await client.simulator.fetch(url)).status]
    },
    shows: {
      path: ['http://127.0.0.1:4020/checkout/', 200],
      query: ['http://127.0.0.1:4020/checkout?uuid=', 200],
    },
  },
  'invoices.becomes-order-when': {
    observe: async (client) => {
      const { uuid } = await createdInvoice(client)
      await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o') })
      const soon = client.world.invoices.get(uuid)?.paidBy !== null
      await client.advance(2 * hours)
      return [soon, client.world.invoices.get(uuid)?.paidBy !== null]
    },
    shows: { 'on-completion': [false, true], 'on-acceptance': [true, true] },
  },
  'invoices.order-info-encrypted': {
    observe: async (client) => {
      const { uuid, encrypted } = await orderInfo(client)
      const opened = decryptRsa(encrypted, client.world.accounts.keysOf(client.merchant).privateKey, 'pkcs1')
      return opened.ok && opened.text === uuid
    },
    shows: { 'rsa-block': true, opaque: false },
  },
  'invoices.order-info-absent-redirect': {
    observe: async (client) => (await orderInfo(client)).redirectUrl,
    shows: { empty: '', shop: 'https://lamps.example' },
  },
  'qr-transactions.total-amount': {
    observe: async (client) => {
      const { totalAmount, currency } = await createdQrTransaction(client)
      return [totalAmount, currency]
    },
    shows: { fiat: ['40.00', 'USD'], crypto: ['0.0008', 'BTC'] },
  },
  'qr-transactions.offer-id': {
    observe: async (client) => {
      await halfPaid(client, 'o')
      const { id, meta } = await createdQrTransaction(client)
      client.pay(id, '0.0004')
      const own = meta.offerId !== 'o'
      const closings = eachGranted(client, [
        ['closePartialPayment', { payload: { offerId: meta.offerId } }],
        ['closePartialPayment', { payload: { offerId: 'o' } }],
      ])
      return [own, ...(await closings)]
    },
    shows: { 'order-id': [false, true, true], 'own-id': [true, true, true] },
  },
  'currencies.unknown': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 's')
      return eachGranted(client, [
        ['createInvoice', { body: invoice('o', { currency: 'SEK' }) }],
        ['createQrTransaction', { body: qrTransaction('o', { currency: 'SEK' }) }],
        ['debitSubscription', { body: debit(client, subscriptionId, 12.5, 'SEK') }],
      ])
    },
    shows: { refused: [false, false, false], 'as-dollars': [true, true, true] },
  },
  'stores.settings': {
    observe: async (client) => {
      const { settings } = client.merchant
      const before = { ...settings }
      Object.assign(settings, { bank: false, wallet: false, exchange: false })
      try {
        return await eachGranted(client, [
          ['createExchangePayment', { payload: exchangePayment(client, 'o') }],
          ['createQrTransaction', { body: qrTransaction('o') }],
          ['createBankPayment', { payload: bankPayment(client, 'o') }],
        ])
      } finally {
        Object.assign(settings, before)
      }
    },
    shows: { shown: [true, true, true], enforced: [false, false, false] },
  },
  'banks.limit': {
    observe: (client) =>
      eachGranted(
        client,
        [50_000, 50_000.01].map((amount) => [
          'createBankPayment',
          {
            payload: bankPayment(client, `o${amount}`, {
              amount,
              cart: [{ ...lamps, price: amount, quantity: 1 }],
            }),
          },
        ]),
      ),
    shows: { shown: [true, true], enforced: [true, false] },
  },
  'qr-transactions.expiry': {
    observe: async (client) => {
      const { id } = await createdQrTransaction(client)
      await client.advance(29 * days)
      const before = client.transaction(id).status
      await client.advance(days)
      return [before, client.transaction(id).status]
    },
    shows: { never: ['awaiting', 'awaiting'], 'after-days': ['awaiting', 'timed-out'] },
  },
  'qr-transactions.overpayment': {
    observe: async (client) => {
      const { id } = await createdQrTransaction(client)
      client.pay(id, '0.002')
      return client.transaction(id).received
    },
    shows: { kept: '0.002', capped: '0.0008' },
  },
  'exchange-payments.validation-codes': {
    observe: async (client) => {
      const payload = exchangeCheck(client)
      const replies = [
        await client.ask('validateExchangePayment', { payload }),
        await client.ask('validateExchangePayment', { payload, shopper: 'not-whitelisted' }),
      ]
      return replies.map(({ body }) => at(body, 'result', 'code'))
    },
    shows: { none: [undefined, undefined], field: [200, 420] },
  },
  'exchange-payments.validation-rate-change': {
    observe: async (client) =>
      (await client.ask('validateExchangePayment', { payload: exchangeCheck(client) })).success.result.newRate
        .percentRate,
    shows: { unchanged: 0, moved: 0.5 },
  },
  'exchange-payments.exchange-identifiers': {
    observe: async (client) => {
      const names = ['alphaexchange', 'epsilonexchange', 'amber', 'elm']
      const balances = await eachGranted(
        client,
        names.map((exchange) => ['checkExchangeBalance', { exchange }]),
      )
      // The accounts of the shoppers go with the exchanges, whatever those are called.
      return [
        ...balances,
        await granted(client, 'createExchangePayment', { payload: exchangePayment(client, 'o') }),
      ]
    },
    shows: { placeholders: [true, true, false, false, true], others: [false, false, true, true, true] },
  },
  'exchange-payments.immediate-status-name': {
    observe: async (client) => {
      const { id } = (await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o') }))
        .success.result
      return client.transaction(id).status
    },
    shows: { pending: 'pending', processing: 'processing' },
  },
  'exchange-payments.password': {
    observe: async (client) => {
      const persona = 'asks-password'
      const asks = async () => {
        const payload = exchangeCheck(client)
        return (await client.ask('validateExchangePayment', { shopper: persona, payload })).success.result
          .password
      }
      const before = await asks()
      const payload = exchangePayment(client, 'o', { savepassword: true })
      await client.ask('createExchangePayment', { shopper: persona, payload })
      return [before, await asks()]
    },
    shows: { 'until-saved': [true, false], always: [true, true] },
  },
  'currencies.query': {
    observe: (client) =>
      eachGranted(client, [
        ['listCurrencies', {}],
        ['listCurrencies', { query: { amount: '1' } }],
        ['listCurrencies', { query: { amount: '1', currency: 'USD' } }],
      ]),
    shows: { optional: [true, true, true], demanded: [false, false, true] },
  },
  'currencies.allowed': {
    observe: (client) =>
      eachGranted(
        client,
        ['USD', 'EUR', 'BTC', 'XYZ'].map((currency) => [
          'listCurrencies',
          { query: { amount: '1', currency } },
        ]),
      ),
    shows: { known: [true, true, false, false], usd: [true, false, false, false] },
  },
  'balances.merchant-id': {
    observe: (client) => granted(client, 'checkExchangeBalance'),
    shows: { optional: true, demanded: false },
  },
  'balances.amount-type': {
    observe: async (client) => {
      const reply = await client.ask('checkExchangeBalance', { query: { merchantId: client.merchant.id } })
      return reply.success.result.accounts.map(({ balance }) => balance)
    },
    shows: { text: ['100', '2000', '5000000'], number: [100, 2000, 5000000] },
  },
  'shoppers.status-integers': {
    observe: async (client) => {
      const { status, type, kybCryptoStatus, kybBankStatus } = (await client.ask('getShopper')).success.result
      const [bank] = (await client.ask('listBanks')).success.result.banks
      return [status, type, kybCryptoStatus, kybBankStatus, bank?.accounts[0]?.status]
    },
    shows: { ones: [1, 1, 0, 0, 1], tens: [10, 20, 30, 40, 50] },
  },
} as const satisfies Partial<Observations>
