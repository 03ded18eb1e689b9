// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { invoice, magazine } from '../../testing/requests.ts'
import { eachGranted, granted, type ProbesOf } from '../probe.ts'

export const cartsProbes: ProbesOf<'carts'> = {
  'carts.conditional-fields': {
    observe: (client) => granted(client, 'createInvoice', { body: invoice('o', { cart: [{ id: 'lamp' }] }) }),
    expected: { optional: true },
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
    expected: { named: [true, true, true, false, false] },
  },
}
