// Which subscription items the service accepts in an invoice's cart, and which it refuses. Their debits are in
// ../subscriptions.

import fc from 'fast-check'
import { invoice, severalLines, type subscriptionItem } from '../../../client/sample-requests.ts'
import {
  accepts,
  acceptsEach,
  changedBodies,
  firstAccepted,
  refusesEach,
  type Ways,
} from '../../steps/acceptance.ts'
import type { Context } from '../../steps/context.ts'
import { commonPeriods, daysOf } from '../../steps/periods.ts'
import { properties } from '../../steps/property.ts'
import {
  frequencies,
  itemOfNewProduct,
  subscribingInvoice,
  subscriptionInvoice,
} from '../../steps/subscriptions.ts'

const anyCount = 'carts.period-of-any-count'

type Item = NonNullable<Parameters<typeof subscriptionItem>[1]>

const create = (it: Context, item: Item = {}) =>
  it.client.call('createInvoice', { body: subscribingInvoice(it, [itemOfNewProduct(it, item)]) })

/** Requests a subscription for the longest common period that the service accepts: it may offer only some. */
const createForAny = (it: Context, item: Item) =>
  firstAccepted(
    ...commonPeriods
      .toReversed()
      .map((subscriptionPeriod) => () => create(it, { ...item, subscriptionPeriod })),
  )

const ways = (it: Context, items: readonly Item[]): Ways =>
  items.map((item) => [`the item has ${JSON.stringify(item)}`, () => createForAny(it, item)])

/** A period of subscription items that the service accepts. It may offer only some. */
async function acceptedItem(it: Context): Promise<Item> {
  const { body } = await subscriptionInvoice(
    it,
    [itemOfNewProduct(it)],
    ['12m', ...commonPeriods.toReversed()],
  )
  return { subscriptionPeriod: body.cart.at(-1)?.subscriptionPeriod }
}

/** Requests for invoices whose subscription item has another value in one field. */
const withValues = (it: Context, item: Item, key: string, values: readonly unknown[]) =>
  changedBodies(
    it,
    'createInvoice',
    () => subscribingInvoice(it, [itemOfNewProduct(it, item)]),
    values.map((to) => ({ path: ['cart', 0, key], to, because: `${key} is ${JSON.stringify(to)}` })),
  )

/** The frequency for a period: the period is a multiple of its interval, and has more than one bill. */
const frequencyFor = (period: string) => (period.endsWith('w') ? 'weekly' : 'monthly')
/** Requests a subscription for a period with this frequency, or with another one. */
const createFor = (it: Context, subscriptionPeriod: string) =>
  firstAccepted(
    ...([frequencyFor(subscriptionPeriod), 'weekly', 'monthly', 'yearly'] as const).map(
      (frequency) => () => create(it, { frequency, subscriptionPeriod }),
    ),
  )

const inUnit = (unit: string) => commonPeriods.filter((period) => period.endsWith(unit))

/** No other spelling of a frequency, no synonym and no number. (permitted: carts.lenient-words) */
const invalidFrequencies = ['daily', 'biweekly', 'bimonthly', 'sometimes', 'xweekly']
const invalidPeriods = ['', 'y', 'm', '12', 'm12', 'one year', 'twelve m', '-', '12!', 12]

export const subscriptionItems = properties({ level: 'write' })({
  'accepts each of the five frequencies': {
    checks: ['carts.each-frequency-accepted'],
    async run(it) {
      // permitted: carts.own-periods
      const ways = frequencies.map((frequency): Ways[number] => [
        `the frequency is ${frequency}`,
        () =>
          firstAccepted(
            ...[true, false].map((autoRenewal) => () => createForAny(it, { frequency, autoRenewal })),
          ),
      ])
      await acceptsEach(it, 'carts.each-frequency-accepted', ways)
    },
  },
  'refuses other words as a frequency': {
    checks: ['carts.other-frequency-refused'],
    async run(it) {
      const item = await acceptedItem(it)
      const invalid = withValues(it, item, 'frequency', invalidFrequencies)
      await refusesEach(it, 'carts.other-frequency-refused', () => create(it, item), invalid)
    },
  },
  'accepts a period in years, one in months and one in weeks': {
    checks: ['carts.period-in-years-months-weeks'],
    async run(it) {
      // One of several in the same unit is enough. (permitted: carts.own-periods)
      const units = ['y', 'm', 'w'] as const
      const send = (unit: string) =>
        firstAccepted(...inUnit(unit).map((period) => () => createFor(it, period)))
      const refused: string[] = []
      for (const unit of units) if ((await send(unit)).outcome === 'refusal') refused.push(unit)
      // Nor need it offer one in each unit, unless it offers all of the others.
      if (refused.length > 0)
        for (const unit of units.filter((one) => !refused.includes(one)))
          for (const period of inUnit(unit)) it.given(await createFor(it, period))
      const ways = units.map((unit): Ways[number] => [`the unit of the period is ${unit}`, () => send(unit)])
      await acceptsEach(it, 'carts.period-in-years-months-weeks', ways)
    },
  },
  'accepts each of several common periods': {
    checks: [anyCount],
    async run(it) {
      let isAnyAccepted = false
      for (const frequency of ['weekly', 'monthly'] as const) {
        const tried = []
        for (const period of commonPeriods) {
          const response = await create(it, { frequency, subscriptionPeriod: period })
          tried.push({ period, days: daysOf(period), response })
        }
        const accepted = tried.flatMap(({ days, response }) => (response.outcome === 'refusal' ? [] : [days]))
        isAnyAccepted ||= accepted.length > 0
        const [shortest, longest] = [Math.min(...accepted), Math.max(...accepted)]
        for (const { days, response } of tried.filter(({ period }) => frequencyFor(period) === frequency))
          if (response.outcome !== 'refusal' || (days > shortest * 1.1 && days < longest * 0.9))
            it.succeeds(anyCount, response)
      }
      it.precondition(isAnyAccepted, 'at least one of several periods must be accepted')
    },
  },
  'accepts a period of up to two years, in years, months or weeks': {
    checks: [anyCount],
    async run(it) {
      const drawn = fc.oneof(
        fc.integer({ min: 1, max: 2 }).map((count) => `${count}y`),
        fc.integer({ min: 2, max: 24 }).map((count) => `${count}m`),
        fc.integer({ min: 6, max: 104 }).map((count) => `${count}w`),
      )
      await it.forAll(drawn, async (it, period) => {
        const bounds = period.endsWith('w') ? (['4w', '156w'] as const) : (['1m', '3y'] as const)
        await accepts(it, anyCount, await createFor(it, period), async () => {
          it.given(await createFor(it, bounds[0]))
          return createFor(it, bounds[1])
        })
      })
    },
  },
  'refuses a period that is not a number with a unit': {
    checks: ['carts.malformed-period-refused'],
    async run(it) {
      const item = await acceptedItem(it)
      const invalid = withValues(it, item, 'subscriptionPeriod', invalidPeriods)
      await refusesEach(it, 'carts.malformed-period-refused', () => create(it, item), invalid)
    },
  },
  'refuses the second item of a cart until both its frequency and its period are fixed': {
    checks: ['carts.other-frequency-refused', 'carts.malformed-period-refused'],
    async run(it) {
      const item = await acceptedItem(it)
      const body = (overrides: object) => {
        const [first, second] = severalLines(it.amount, 2).map((one, at) => ({
          ...one,
          key: `line-${at}`,
          totalPrice: one.price,
        }))
        const { id, ...fields } = itemOfNewProduct(it, item)
        return { ...invoice(it), cart: [first, { ...fields, ...second, id, ...overrides }] }
      }
      const [frequency, subscriptionPeriod] = ['daily', 'forever']
      const call = (body: unknown) => it.client.call('createInvoice', { body })
      it.given(await call(body({})))
      for (const [requirement, overrides] of [
        ['carts.other-frequency-refused', { frequency, subscriptionPeriod }],
        ['carts.malformed-period-refused', { subscriptionPeriod }],
        ['carts.other-frequency-refused', { frequency }],
      ] as const)
        it.refuses(requirement, await call(body(overrides)), `it has ${JSON.stringify(overrides)}`)
    },
  },
  'accepts items with and without automatic renewal': {
    checks: ['carts.auto-renewal-either-way'],
    async run(it) {
      const items = [{ autoRenewal: true }, { autoRenewal: false }]
      await acceptsEach(it, 'carts.auto-renewal-either-way', ways(it, items))
    },
  },
})
