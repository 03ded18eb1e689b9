// What any deployment must take, and must not take, as the subscription items of an invoice's cart. What comes of them
// once the invoice is paid is in subscriptions.ts.

import fc from 'fast-check'
import { invoice, qrTransaction, subscriptionItem } from '../../../client/sample-requests.ts'
import { changedBodies, refusesEach, takes, takesEach, type Ways } from '../../checks/acceptance.ts'
import type { Context } from '../../engine/context.ts'
import { property } from '../../engine/property.ts'

const write = { resource: 'carts', level: 'write' } as const

type Item = NonNullable<Parameters<typeof subscriptionItem>[1]>

const ask = (it: Context, item: Item = {}) =>
  it.client.call('createInvoice', { body: invoice(it, { cart: [subscriptionItem(it, item)] }) })

const ways = (it: Context, items: readonly Item[]): Ways =>
  items.map((item) => [`the item has ${JSON.stringify(item)}`, () => ask(it, item)])

/** Invoices whose subscription item has something else under a key. */
const others = (it: Context, key: string, values: readonly unknown[]) =>
  changedBodies(
    it,
    'createInvoice',
    () => invoice(it, { cart: [subscriptionItem(it)] }),
    values.map((to) => ({ path: ['cart', 0, key], to, because: `${key} is ${JSON.stringify(to)}` })),
  )

const frequencies = ['weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly'] as const
// Frequent enough for every period, so that no period ends before the first bill.
const periodsOf = (...periods: string[]): Item[] =>
  periods.map((subscriptionPeriod) => ({ frequency: 'weekly', subscriptionPeriod }))

const noFrequencies = [
  'daily',
  'biweekly',
  'halfyearly',
  'half yearly',
  'annually',
  'Monthly',
  ' monthly',
  'weekly ',
  'WEEKLY',
  'month',
  '',
  1,
]
const noPeriods = ['', 'y', 'm', '12', 'm12', 'one year', 'twelve m', '-', '12!', 12]

export const subscriptionItems = [
  property({
    ...write,
    title: 'each of the five frequencies is taken',
    kind: 'example',
    checks: ['carts.each-frequency-accepted'],
    async run(it) {
      const items = frequencies.map((frequency) => ({ frequency, subscriptionPeriod: '2y' }))
      await takesEach(it, 'carts.each-frequency-accepted', ways(it, items))
    },
  }),
  property({
    ...write,
    title: 'no other word is a frequency',
    kind: 'ladder',
    checks: ['carts.other-frequency-refused'],
    async run(it) {
      const complete = () => ask(it)
      await refusesEach(it, 'carts.other-frequency-refused', complete, others(it, 'frequency', noFrequencies))
      // Whatever a subscription item comes to with a QR code, it has no such frequency there either.
      const { key: _, totalPrice: __, autoRenewal: ___, ...item } = subscriptionItem(it)
      const body = { ...qrTransaction(it), cart: [{ ...item, frequency: 'daily' }] }
      const response = await it.client.call('createQrTransaction', { body })
      it.refuses('carts.other-frequency-refused', response, 'frequency is "daily"')
    },
  }),
  property({
    ...write,
    title: 'no text but the five words is a frequency',
    kind: 'property',
    checks: ['carts.other-frequency-refused'],
    async run(it) {
      const words = fc.oneof(
        fc.string({ maxLength: 12 }),
        fc
          .constantFrom(...frequencies)
          .chain((word) => fc.constantFrom(`${word} `, `x${word}`, word.slice(1))),
      )
      await it.forAll(words, async (it, word) => {
        if (frequencies.some((frequency) => frequency === word)) return
        it.given(await ask(it))
        for (const [because, other] of others(it, 'frequency', [word]))
          it.refuses('carts.other-frequency-refused', await other(), because)
      })
    },
  }),
  property({
    ...write,
    title: 'a period is a count of years, months or weeks',
    kind: 'example',
    checks: ['carts.period-in-years-months-weeks'],
    async run(it) {
      const items = periodsOf('1y', '3y', '2m', '6m', '12m', '24m', '4w', '26w', '52w', '104w')
      await takesEach(it, 'carts.period-in-years-months-weeks', ways(it, items))
    },
  }),
  property({
    ...write,
    title: 'every count of years, months or weeks is a period',
    kind: 'property',
    checks: ['carts.period-in-years-months-weeks'],
    async run(it) {
      const periods = fc.oneof(
        fc.integer({ min: 1, max: 10 }).map((count) => `${count}y`),
        fc.integer({ min: 1, max: 60 }).map((count) => `${count}m`),
        fc.integer({ min: 2, max: 156 }).map((count) => `${count}w`),
      )
      await it.forAll(periods, async (it, subscriptionPeriod) => {
        const response = await ask(it, { frequency: 'weekly', subscriptionPeriod })
        await takes(it, 'carts.period-in-years-months-weeks', response, () =>
          ask(it, { frequency: 'weekly' }),
        )
      })
    },
  }),
  property({
    ...write,
    title: 'what is no count and a kind of period is no period',
    kind: 'ladder',
    checks: ['carts.malformed-period-refused'],
    async run(it) {
      const complete = () => ask(it)
      await refusesEach(
        it,
        'carts.malformed-period-refused',
        complete,
        others(it, 'subscriptionPeriod', noPeriods),
      )
    },
  }),
  property({
    ...write,
    title: 'of an item whose frequency and period are both wrong, both must be mended',
    kind: 'ladder',
    checks: ['carts.other-frequency-refused', 'carts.malformed-period-refused'],
    async run(it) {
      const item = subscriptionItem(it)
      const cart = (other: object) => ({ ...invoice(it), cart: [{ ...item, ...other }] })
      const both = cart({ frequency: 'daily', subscriptionPeriod: 'forever' })
      const one = cart({ subscriptionPeriod: 'forever' })
      const call = (body: unknown) => it.client.call('createInvoice', { body })
      it.refuses('carts.other-frequency-refused', await call(both), 'its frequency and its period are wrong')
      it.refuses('carts.malformed-period-refused', await call(one), 'its period is wrong')
      it.given(await call(cart({})))
    },
  }),
  property({
    ...write,
    title: 'renewal is automatic or not, as the merchant likes',
    kind: 'example',
    checks: ['carts.auto-renewal-either-way'],
    async run(it) {
      const items = [{ autoRenewal: true }, { autoRenewal: false }]
      await takesEach(it, 'carts.auto-renewal-either-way', ways(it, items))
    },
  }),
]
