// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { dayMs } from '../../../core/durations.ts'
import { formatInstant } from '../../time/instants.ts'
import { eachGranted, granted, grantedFor, offers, type ProbesOf } from '../probe.ts'
import { bankPayment, createInvoice, payByBank } from '../requests.ts'
import { at, type TestClient } from '../test-client.ts'

/** Starts twelve bank payments and returns the days on which they complete. */
async function completionDays(client: TestClient): Promise<string[]> {
  const ids = new Set<string>()
  for (let count = 0; count < 12; count += 1) ids.add((await payByBank(client, 'o')).id)
  await client.advance(14 * dayMs)
  const done = [...client.world.events].filter(
    ({ transaction, status }) => ids.has(transaction) && status === 'completed',
  )
  return [...new Set(done.map((event) => formatInstant(event.at).slice(0, 10)))].sort()
}

export const bankPaymentsProbes: ProbesOf<'bank-payments'> = {
  'bank-payments.duration': {
    observe: completionDays,
    expected: { drawn: ['2026-01-08', '2026-01-09'], min: ['2026-01-08'], max: ['2026-01-09'] },
  },
  'bank-payments.banking-days': {
    // From the Friday before a Monday that is a bank holiday.
    observe: async (client) => {
      await client.advance(11 * dayMs)
      return completionDays(client)
    },
    expected: {
      'federal-reserve': ['2026-01-22', '2026-01-23'],
      'weekends-only': ['2026-01-21', '2026-01-22'],
    },
  },
  'bank-payments.record-currency': {
    observe: async (client) => {
      const { amount, currency, nativeAmount, nativeCurrency } = await payByBank(client, 'o')
      return [amount, currency, nativeAmount, nativeCurrency]
    },
    expected: {
      dollars: ['40.00', 'USD', '40.00', 'USD'],
      stablecoin: ['40', 'USDC', '40.00', 'USD'],
      'first-coin': ['0.0008', 'BTC', '40.00', 'USD'],
    },
  },
  'bank-payments.native-amount': {
    observe: async (client) => {
      const record = await payByBank(client, 'o', { merchantStoreCurrency: 'EUR' })
      return [record.nativeAmount, record.nativeCurrency, record.localAmount, record.localCurrency]
    },
    expected: {
      dollars: ['40.00', 'USD', '32.00', 'EUR'],
      'store-currency': ['40.00', 'EUR', '40.00', 'EUR'],
    },
  },
  'bank-payments.other-invoice': {
    observe: async (client) => {
      await createInvoice(client, 'named')
      const { uuid } = await createInvoice(client, 'shown')
      const payload = bankPayment(client, 'named', { hostedPageId: uuid })
      if (!(await granted(client, 'createBankPayment', { payload }))) return 'refused'
      await client.advance(14 * dayMs)
      return client.world.invoices.get(uuid)?.paidBy === null ? 'named' : 'shown'
    },
    expected: { 'hosted-page': 'shown', offer: 'named', refused: 'refused' },
  },
  'bank-payments.hosted-page-id': {
    observe: (client) =>
      grantedFor(client, 'createBankPayment', ['', 'nobody'], (hostedPageId) => ({
        payload: bankPayment(client, 'o', { hostedPageId }),
      })),
    expected: { ignored: [true, true], refused: [true, false] },
  },
  'bank-payments.us-shopper': {
    observe: (client) => {
      const { profile } = client.shopper('abroad')
      const { stockId = '' } = client.shopper('abroad').banks[0] ?? {}
      const before = { ...profile }
      Object.assign(profile, { phoneCountry: 1 })
      const payload = bankPayment(client, 'o', { stockId })
      return granted(client, 'createBankPayment', { shopper: 'abroad', payload }).finally(() =>
        Object.assign(profile, before),
      )
    },
    expected: { country: false, phone: true },
  },
  'bank-payments.stock-id': {
    observe: (client) => {
      const [bank] = client.shopper('ready').banks
      const ids = [bank?.stockId, bank?.accounts[0]?.id]
      return grantedFor(client, 'createBankPayment', ids, (stockId = '') => ({
        payload: bankPayment(client, 'o', { stockId }),
      }))
    },
    expected: { bank: [true, false], either: [true, true] },
  },
  'bank-payments.fractions': {
    observe: async (client) => {
      const granted = await eachGranted(client, offers(client, { amount: '40.005' }))
      const payload = bankPayment(client, 'p', { amount: 40.005 })
      const { succeeded, body } = await client.ask('createBankPayment', { payload })
      return [...granted, succeeded && at(body, 'result', 'nativeAmount')]
    },
    expected: {
      rounded: [true, true, true, true, '40.01'],
      refused: [false, false, false, false, false],
    },
  },
}
