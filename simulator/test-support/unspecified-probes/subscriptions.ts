// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { dayMs, hourMs } from '../../../core/durations.ts'
import { cancel } from '../../resources/subscription-billing.ts'
import { eachGranted, granted, grantedFor, type ProbesOf } from '../probe.ts'
import {
  bankPayment,
  createInvoice,
  debit,
  debitDays,
  drain,
  exchangePayment,
  invoice,
  lamps,
  magazine,
  payByExchange,
  qrTransaction,
  subscribe,
} from '../requests.ts'
import { at } from '../test-client.ts'

export const subscriptionsProbes: ProbesOf<'subscriptions'> = {
  'subscriptions.debit-fields': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      const one = { subscriptionId, amount: 12.5, currency: 'USD' }
      return eachGranted(client, [
        ['debitSubscription', { body: one }],
        ['debitSubscription', { body: { items: [one] } }],
      ])
    },
    expected: { both: [true, true], 'top-level': [true, false], items: [false, true] },
  },
  'subscriptions.repeated-id': {
    observe: async (client) => {
      await client.ask('createInvoice', { body: invoice('before', { cart: [magazine] }) })
      const { subscriptionId } = await subscribe(client, 'o')
      const requests = [
        ['createExchangePayment', { payload: exchangePayment(client, 'before') }],
        ['createInvoice', { body: invoice('after', { cart: [magazine] }) }],
      ] as const
      const active = await eachGranted(client, requests)
      await client.ask('cancelSubscription', { body: { subscriptionId } })
      const body = invoice('o3', { cart: [magazine] })
      return [...active, await granted(client, 'createInvoice', { body })]
    },
    expected: { accepted: [true, true, true], refused: [false, false, true] },
  },
  'subscriptions.record': {
    observe: async (client) => {
      await createInvoice(client, 'o', { cart: [magazine] })
      const [first] = (await payByExchange(client, 'o')).subscriptionIds
      return typeof first === 'string' ? 'text' : at(first, 'merchantSubscriptionId')
    },
    expected: { text: 'text', objects: 'magazine-17' },
  },
  'subscriptions.begins': {
    observe: async (client) => {
      const { subscriptionId, payment } = await subscribe(client, 'o')
      const { debits, status, anchor } = client.subscription(subscriptionId)
      await client.advance(2 * hourMs)
      const { anchor: begun } = client.subscription(subscriptionId)
      const { createdAt, updatedAt } = client.transaction(payment)
      return [debits, status, anchor === createdAt, begun === updatedAt]
    },
    expected: { 'on-acceptance': [1, 'active', true, false], 'on-completion': [1, 'active', true, true] },
  },
  'subscriptions.debit-of-renewed': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      return granted(client, 'debitSubscription', { body: debit(client, subscriptionId) })
    },
    expected: { accepted: true, refused: false },
  },
  'subscriptions.without-payment': {
    observe: async (client) => {
      const { payment, subscriptionId } = await subscribe(client, 'o')
      cancel(client.world, client.transaction(payment))
      const again = client.transaction((await payByExchange(client, 'o')).id)
      await client.advance(32 * dayMs)
      const { status, debits } = client.subscription(subscriptionId)
      return [again.subscriptions.length, again.subscriptions[0] === subscriptionId, status, debits]
    },
    expected: { ends: [1, false, 'ended', 1], lives: [1, true, 'active', 2] },
  },
  'subscriptions.absent-price': {
    observe: async (client) => {
      const { price: _, ...item } = magazine
      const cart = [item, { ...lamps, price: '35' }]
      if (!(await granted(client, 'createInvoice', { body: invoice('o', { amount: '100.00', cart }) })))
        return null
      const { id } = await payByExchange(client, 'o', { nativeAmount: '100.00' })
      return client.transaction(id).subscriptions.map((one) => client.subscription(one).amount)
    },
    expected: { rest: ['30.00'], refused: null },
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
      const line = { frequency: 'weekly', subscriptionPeriod: '2w' } as const
      const { subscriptionId } = await subscribe(client, 'o', line)
      await client.advance(60 * dayMs)
      const { debits, status } = client.subscription(subscriptionId)
      return [debits, status]
    },
    expected: { exclusive: [2, 'ended'], inclusive: [3, 'ended'] },
  },
  'subscriptions.cancel-effect': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      await client.ask('cancelSubscription', { body: { subscriptionId } })
      await client.advance(100 * dayMs)
      return client.subscription(subscriptionId).debits
    },
    expected: { stops: 1, 'runs-on': 2 },
  },
  'subscriptions.after-cancel': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      const cancel = ['cancelSubscription', { body: { subscriptionId } }] as const
      const body = debit(client, subscriptionId, 1)
      return eachGranted(client, [cancel, cancel, ['debitSubscription', { body }]])
    },
    expected: { refused: [true, false, false], accepted: [true, true, true] },
  },
  'subscriptions.failed-debit': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      drain(client)
      await client.advance(65 * dayMs)
      const { failures, status } = client.subscription(subscriptionId)
      return [failures, status]
    },
    expected: { 'next-time': [2, 'active'], ends: [1, 'ended'] },
  },
  'subscriptions.failed-request': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      drain(client)
      const before = client.state()
      const reply = await client.ask('debitSubscription', { body: debit(client, subscriptionId, 1) })
      const changed = client.state() !== before
      return [reply.succeeded, reply.succeeded ? reply.success.result.errors.length : 0, changed]
    },
    expected: { errors: [true, 1, true], refused: [false, 0, false] },
  },
  'subscriptions.debit-amount': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      return grantedFor(client, 'debitSubscription', [12.5, 13], (amount) => ({
        body: debit(client, subscriptionId, amount),
      }))
    },
    expected: { any: [true, true], 'as-billed': [true, false] },
  },
  'subscriptions.other-methods': {
    observe: async (client) => {
      const { name, price, quantity } = magazine
      const { autoRenewal: _, ...line } = magazine
      await client.ask('createInvoice', { body: invoice('o', { cart: [magazine] }) })
      const responses = await eachGranted(client, [
        ['createQrTransaction', { body: qrTransaction('p', { cart: [{ ...line, name, price, quantity }] }) }],
        ['createBankPayment', { payload: bankPayment(client, 'o', { cart: [lamps] }) }],
      ])
      return [...responses, client.world.subscriptions.size]
    },
    expected: { refused: [true, false, 0], 'once-only': [true, true, 0] },
  },
  'subscriptions.reminder': {
    observe: async (client) => {
      await subscribe(client, 'o')
      await client.advance(31 * dayMs)
      return [...client.world.reminders].map((reminder) => (reminder.billAt - reminder.at) / dayMs)
    },
    expected: { 'three-days': [3], 'seven-and-one': [7, 1] },
  },
  'subscriptions.reminder-recipient': {
    observe: async (client) => {
      await subscribe(client, 'o')
      await client.advance(31 * dayMs)
      const { emails } = await client.control.listEmails()
      return emails.map(({ to }) => to)
    },
    expected: { customer: ['ada@shop.example'], shopper: ['ready@shopper.example'] },
  },
  'subscriptions.absent-fields': {
    observe: async (client) => {
      await createInvoice(client, 'o', { cart: [{ ...lamps, isSubscription: true }] })
      await payByExchange(client, 'o')
      return [...client.world.subscriptions].map(({ frequency, autoRenewal, anchor, endsAt }) => [
        frequency,
        autoRenewal,
        Math.round((endsAt - anchor) / dayMs),
      ])
    },
    expected: {
      'monthly-for-a-year': [['monthly', false, 365]],
      'weekly-for-a-month': [['weekly', true, 31]],
    },
  },
  'subscriptions.id': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o')
      return grantedFor(client, 'debitSubscription', [subscriptionId, 'magazine-17', 'nobody'], (id) => ({
        body: debit(client, id),
      }))
    },
    expected: { either: [true, true, false], service: [true, false, false], merchant: [false, true, false] },
  },
  'subscriptions.early-debit': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o', { autoRenewal: false })
      const requested = () => granted(client, 'debitSubscription', { body: debit(client, subscriptionId) })
      const responses = [await requested(), await requested()]
      await client.advance(32 * dayMs)
      return [...responses, await requested(), await requested()]
    },
    expected: { accepted: [true, true, true, true], refused: [false, false, true, false] },
  },
  'subscriptions.period-meaning': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o', { subscriptionPeriod: '1m' })
      await client.advance(100 * dayMs)
      return [debitDays(client).length, client.subscription(subscriptionId).status]
    },
    expected: { debits: [0, 'ended'], 'minimum-term': [3, 'active'] },
  },
  'subscriptions.repeated-debit-order': {
    observe: async (client) => {
      const { subscriptionId } = await subscribe(client, 'o', { autoRenewal: false })
      const body = { ...debit(client, subscriptionId), orderId: 'bill-1' }
      for (const _ of [1, 2]) await client.ask('debitSubscription', { body })
      return debitDays(client).length
    },
    expected: { debit: 2, first: 1 },
  },
}
