// The probes of unspecified behaviors in which time passes.

import { dayMs, hourMs, minuteMs } from '../../core/durations.ts'
import { cancel } from '../resources/subscription-billing.ts'
import { formatInstant } from '../time/instants.ts'
import { close, granted, isOrder, type Probes } from './probe.ts'
import {
  bankPayment,
  createInvoice,
  createQr,
  createSubscription,
  debitDays,
  drain,
  exchangePayment,
  halfPaid,
  payByBank,
  payByExchange,
  subscribe,
} from './requests.ts'
import type { TestClient } from './test-client.ts'

/** Starts twelve bank payments and returns the days on which they complete. */
async function completionDays(client: TestClient): Promise<string[]> {
  for (let count = 0; count < 12; count += 1) await payByBank(client, 'o')
  await client.advance(14 * dayMs)
  const done = [...client.world.events].filter(({ status }) => status === 'completed')
  return [...new Set(done.map(({ at }) => formatInstant(at).slice(0, 10)))].sort()
}

export const probesOverTime: Probes = {
  'invoices.underpaid': {
    observe: async (client) => {
      const { uuid } = await createInvoice(client, 'o')
      const payload = exchangePayment(client, 'o', { nativeAmount: '20.00' })
      const isPaid = await granted(client, 'createExchangePayment', { payload })
      await client.advance(2 * hourMs)
      return [isPaid, isOrder(client, uuid)]
    },
    expected: { refused: [false, false], 'paid-in-part': [true, false], order: [true, true] },
  },
  'qr-transactions.expiry': {
    observe: async (client) => {
      const id = await createQr(client, 'o')
      await client.advance(29 * dayMs)
      const before = client.transaction(id).status
      await client.advance(dayMs)
      return [before, client.transaction(id).status]
    },
    expected: { never: ['awaiting', 'awaiting'], 'after-days': ['awaiting', 'timed-out'] },
  },
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
  'bank-payments.other-invoice': {
    observe: async (client) => {
      await createInvoice(client, 'named')
      const { uuid } = await createInvoice(client, 'shown')
      const payload = bankPayment(client, 'named', { hostedPageId: uuid })
      if (!(await granted(client, 'createBankPayment', { payload }))) return 'refused'
      await client.advance(14 * dayMs)
      return isOrder(client, uuid) ? 'shown' : 'named'
    },
    expected: { 'hosted-page': 'shown', offer: 'named', refused: 'refused' },
  },
  'transactions.path': {
    observe: async (client) => {
      await payByExchange(client, 'o')
      await client.advance(2 * hourMs)
      return [...client.world.events].map(({ status }) => status)
    },
    expected: { processing: ['pending', 'processing', 'completed'], direct: ['pending', 'completed'] },
  },
  'transactions.crypto-duration': {
    observe: async (client) => {
      const begun = client.world.now
      await payByExchange(client, 'o')
      await client.advance(2 * hourMs)
      const took = (client.world.events.at(-1)?.at ?? 0) - begun
      return took === 2 * minuteMs ? 'min' : took === 2 * hourMs ? 'max' : took > 2 * minuteMs && 'between'
    },
    expected: { drawn: 'between', min: 'min', max: 'max' },
  },
  'settlements.hour': {
    observe: async (client) => {
      await payByExchange(client, 'o')
      await client.advance(2 * dayMs)
      return client.world.settlements.map((settlement) => formatInstant(settlement.at))
    },
    expected: { midnight: ['2026-01-06T00:00:00.000Z'], evening: ['2026-01-05T17:00:00.000Z'] },
  },
  'partial-payments.window-start': {
    observe: async (client) => {
      const id = await createQr(client, 'o')
      client.pay(id, '0.0002')
      await client.advance(10 * dayMs)
      client.pay(id, '0.0002')
      await client.advance(14 * dayMs)
      return granted(client, ...close)
    },
    expected: { last: true, first: false },
  },
  'partial-payments.window-end': {
    observe: async (client) => {
      await halfPaid(client, 'o')
      await client.advance(14 * dayMs + 1)
      return granted(client, ...close)
    },
    expected: { 'to-the-millisecond': false, 'end-of-day': true },
  },
  'partial-payments.unclosed': {
    observe: async (client) => {
      const id = await halfPaid(client, 'o')
      await client.advance(10 * dayMs)
      client.pay(id, '0.0001')
      await client.advance(12 * dayMs)
      const before = client.transaction(id).status
      await client.advance(3 * dayMs)
      return [before, client.transaction(id).status]
    },
    expected: { stays: ['partially-paid', 'partially-paid'], 'times-out': ['partially-paid', 'timed-out'] },
  },
  'subscriptions.begins': {
    observe: async (client) => {
      const { subscriptionId, payment } = await subscribe(client, 'o')
      await client.advance(2 * hourMs)
      return client.subscription(subscriptionId).anchor === client.transaction(payment).updatedAt
    },
    expected: { 'on-acceptance': false, 'on-completion': true },
  },
  'subscriptions.without-payment': {
    observe: async (client) => {
      const { payment, subscriptionId } = await subscribe(client, 'o')
      cancel(client.world, client.transaction(payment))
      await payByExchange(client, 'o')
      await client.advance(32 * dayMs)
      const { status, debits } = client.subscription(subscriptionId)
      return [status, debits]
    },
    expected: { ends: ['ended', 1], lives: ['active', 2] },
  },
  'subscriptions.month-ends': {
    observe: async (client) => {
      await client.advance(26 * dayMs)
      await subscribe(client, 'o')
      await client.advance(65 * dayMs)
      return debitDays(client)
    },
    expected: { clamp: ['2026-02-28', '2026-03-31'], 'roll-over': ['2026-03-03', '2026-03-31'] },
  },
  'subscriptions.period-end': {
    observe: async (client) => {
      const id = await createSubscription(client, 'o', { frequency: 'weekly', subscriptionPeriod: '2w' })
      await client.advance(60 * dayMs)
      return client.subscription(id).debits
    },
    expected: { exclusive: 2, inclusive: 3 },
  },
  'subscriptions.cancel-effect': {
    observe: async (client) => {
      const subscriptionId = await createSubscription(client, 'o')
      await client.ask('cancelSubscription', { body: { subscriptionId } })
      await client.advance(100 * dayMs)
      return client.subscription(subscriptionId).debits
    },
    expected: { stops: 1, 'runs-on': 2 },
  },
  'subscriptions.failed-debit': {
    observe: async (client) => {
      const id = await createSubscription(client, 'o')
      drain(client)
      await client.advance(65 * dayMs)
      return client.subscription(id).failures
    },
    expected: { 'next-time': 2, ends: 1 },
  },
  'subscriptions.reminder': {
    observe: async (client) => {
      await subscribe(client, 'o')
      await client.advance(31 * dayMs)
      return client.world.reminders.map((reminder) => (reminder.billAt - reminder.at) / dayMs)
    },
    expected: { 'three-days': [3], 'seven-and-one': [7, 1] },
  },
  'subscriptions.reminder-recipient': {
    observe: async (client) => {
      await subscribe(client, 'o')
      await client.advance(31 * dayMs)
      return (await client.control.listEmails()).emails.map(({ to }) => to)
    },
    expected: { customer: ['ada@shop.example'], shopper: ['ready@shopper.example'] },
  },
  'subscriptions.period-meaning': {
    observe: async (client) => {
      await subscribe(client, 'o', { subscriptionPeriod: '1m' })
      await client.advance(100 * dayMs)
      return debitDays(client).length
    },
    expected: { debits: 0, 'minimum-term': 3 },
  },
  'webhooks.retries': {
    observe: async (client) => {
      const attempts: number[] = []
      const begun = client.world.now
      client.sandbox.outbox.onWebhook(() => {
        attempts.push((client.world.now - begun) / minuteMs)
        throw new Error('out of order')
      })
      await createQr(client, 'o')
      await client.advance(5 * hourMs)
      return attempts
    },
    expected: { none: [0], 'back-off': [0, 1, 6, 36] },
  },
}
