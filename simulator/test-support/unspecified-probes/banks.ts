// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { bankPayment, lamps } from '../../testing/requests.ts'
import { eachGranted, type ProbesOf } from '../probe.ts'

export const banksProbes: ProbesOf<'banks'> = {
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
    expected: { shown: [true, true], enforced: [true, false] },
  },
}
