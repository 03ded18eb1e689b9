// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { eachGranted, granted, grantedFor, offers, type ProbesOf } from '../probe.ts'
import { invoice, lamps, magazine, subscribe } from '../requests.ts'

export const cartsProbes: ProbesOf<'carts'> = {
  'carts.conditional-fields': {
    observe: (client) =>
      grantedFor(
        client,
        'createInvoice',
        [{ id: 'lamp' }, magazine, { ...magazine, autoRenewal: undefined }],
        (line) => ({ body: invoice('o', { cart: [line] }) }),
      ),
    expected: { optional: [true, true, true], 'complete-subscriptions': [true, true, false] },
  },
  'carts.period-letters': {
    observe: (client) =>
      grantedFor(client, 'createInvoice', ['1y', '12m', '52w', '365d', '1Y'], (subscriptionPeriod) => ({
        body: invoice('o', { cart: [{ ...magazine, subscriptionPeriod }] }),
      })),
    expected: {
      named: [true, true, true, false, false],
      days: [true, true, true, true, false],
      'any-case': [true, true, true, false, true],
    },
  },
  'carts.zero-period': {
    observe: async (client) => {
      const cart = [{ ...magazine, subscriptionPeriod: '0m' }]
      if (!(await granted(client, 'createInvoice', { body: invoice('o', { cart }) }))) return 'refused'
      await subscribe(client, 'p', { subscriptionPeriod: '0m' })
      const [subscription] = client.world.subscriptions
      return new Date(subscription?.endsAt ?? 0).getUTCFullYear()
    },
    expected: { refused: 'refused', endless: 9999 },
  },
  'carts.negative-values': {
    observe: async (client) => {
      const observed: boolean[][] = []
      for (const change of [{ price: '-20' }, { quantity: -2 }])
        observed.push(await eachGranted(client, offers(client, { cart: [lamps, { ...lamps, ...change }] })))
      return observed
    },
    expected: {
      discounts: [Array(4).fill(true), Array(4).fill(false)],
      accepted: [Array(4).fill(true), Array(4).fill(true)],
      refused: [Array(4).fill(false), Array(4).fill(false)],
    },
  },
  'carts.empty': {
    observe: (client) => eachGranted(client, offers(client, { cart: [] })),
    expected: { accepted: [true, true, true, true], refused: [false, false, false, false] },
  },
  'carts.mixed-subscriptions': {
    observe: (client) =>
      grantedFor(client, 'createInvoice', [[magazine], [magazine, lamps]], (cart) => ({
        body: invoice('o', { cart }),
      })),
    expected: { accepted: [true, true], alone: [true, false] },
  },
}
