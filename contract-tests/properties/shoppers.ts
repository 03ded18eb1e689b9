// What any deployment must say of the shopper behind a token: the form of the record, and whose it is.

import type { ShopperAccount } from '../../client/target.ts'
import type { Context } from '../engine/context.ts'
import { property } from '../engine/property.ts'

const reads = { resource: 'shoppers', level: 'read' } as const

/** The shoppers of the target, each token once. */
function everyShopper(it: Context): ShopperAccount[] {
  const shoppers = Object.values(it.target.shoppers).filter((one) => one !== undefined)
  return [...new Map(shoppers.map((one) => [one.accessToken, one])).values()]
}

export const shoppers = [
  property({
    ...reads,
    title: "each token shows its own shopper's record, in the stated form",
    kind: 'example',
    checks: [
      'shoppers.of-the-token',
      'shoppers.response-shape',
      'shoppers.codes-are-integers',
      'shoppers.phone-country-is-an-integer',
      'shoppers.null-or-filled',
    ],
    async run(it) {
      const idsByEmail = new Map<string, string>()
      for (const shopper of everyShopper(it)) {
        const response = await it.client.call('getShopper', { shopper })
        const { id, email } = it.succeeds('shoppers.response-shape', response).result
        const known = shopper.email ?? email
        it.check('shoppers.of-the-token', email.toLowerCase() === known.toLowerCase(), {
          expected: `the shopper ${known}`,
          actual: email,
        })
        if (shopper.email !== undefined) idsByEmail.set(shopper.email.toLowerCase(), id)
      }
      const ids = new Set(idsByEmail.values())
      it.check('shoppers.of-the-token', ids.size === idsByEmail.size, {
        expected: 'an id of its own for each shopper',
        actual: [...idsByEmail].map(([email, id]) => `${email}: ${id}`).join(', '),
      })
    },
  }),
]
