// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { dayMs } from '../../../core/durations.ts'
import { times } from '../../world/money.ts'
import { granted, grantedFor, type ProbesOf } from '../probe.ts'
import { createQrTransaction, halfPaid, magazine, qrTransaction } from '../requests.ts'

export const qrTransactionsProbes: ProbesOf<'qr-transactions'> = {
  'qr-transactions.total-amount': {
    observe: async (client) => {
      const { totalAmount, currency } = await createQrTransaction(client, 'o')
      return [totalAmount, currency]
    },
    expected: { fiat: ['40.00', 'USD'], crypto: ['0.0008', 'USD'] },
  },
  'qr-transactions.currency': {
    observe: async (client) => (await createQrTransaction(client, 'o')).currency,
    expected: { request: 'USD', 'total-amount': 'BTC' },
  },
  'qr-transactions.offer-id': {
    observe: async (client) => {
      await halfPaid(client, 'o')
      const { id, meta } = await createQrTransaction(client, 'o')
      client.pay(id, '0.0004')
      const own = meta.offerId !== 'o'
      const closings = await grantedFor(client, 'closePartialPayment', [meta.offerId, 'o'], (offerId) => ({
        payload: { offerId },
      }))
      return [own, ...closings]
    },
    expected: { 'order-id': [false, true, true], 'own-id': [true, true, true] },
  },
  'qr-transactions.expiry': {
    observe: async (client) => {
      const { id } = await createQrTransaction(client, 'o')
      await client.advance(29 * dayMs)
      const before = client.transaction(id).status
      await client.advance(dayMs)
      return [before, client.transaction(id).status]
    },
    expected: { never: ['awaiting', 'awaiting'], 'after-days': ['awaiting', 'timed-out'] },
  },
  'qr-transactions.overpayment': {
    observe: async (client) => {
      const { id } = await createQrTransaction(client, 'o')
      client.pay(id, '0.002')
      return client.transaction(id).received
    },
    expected: { kept: '0.002', capped: '0.0008' },
  },
  'qr-transactions.tolerance': {
    observe: async (client) => {
      const { id } = await createQrTransaction(client, 'o')
      client.pay(id, times(client.transaction(id).amount, '0.995'))
      return client.transaction(id).status
    },
    expected: { none: 'partially-paid', percent: 'pending' },
  },
  'qr-transactions.coins': {
    observe: (client) =>
      granted(client, 'createQrTransaction', { body: qrTransaction('o', { cryptoCurrency: 'USDT' }) }),
    expected: { enabled: false, all: true },
  },
  'qr-transactions.address': {
    observe: async (client) => {
      const [one, two] = [await createQrTransaction(client, 'o'), await createQrTransaction(client, 'o')]
      return one.meta.receiverAddress === two.meta.receiverAddress
    },
    expected: { new: false, reused: true },
  },
  'qr-transactions.subscription-items': {
    observe: (client) =>
      granted(client, 'createQrTransaction', { body: qrTransaction('o', { cart: [magazine] }) }),
    expected: { ignored: true, refused: false },
  },
}
