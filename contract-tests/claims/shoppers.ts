// Checks the shopper record: its form, and that it belongs to the shopper of the token.

import type { ShopperAccount } from '../../client/target.ts'
import type { Context } from '../steps/context.ts'
import { properties } from '../steps/property.ts'

/** The shoppers of the target, one for each token. */
function everyShopper(it: Context): ShopperAccount[] {
  const shoppers = Object.values(it.target.shoppers).filter((shopper) => shopper !== undefined)
  return [...new Map(shoppers.map((shopper) => [shopper.accessToken, shopper])).values()]
}

/** True if an email address is shown in part only. */
const isMasked = (email: string) => /[*#•●…]|\.{3}|_{3}|x{3}/i.test(email)

export const shoppers = properties({ level: 'read' })({
  "returns the record of each token's shopper in the documented form": {
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
        const isOwn = email.toLowerCase() === known.toLowerCase() || isMasked(email)
        it.check('shoppers.of-the-token', isOwn, { expected: `the shopper ${known}`, actual: email })
        if (shopper.email !== undefined) idsByEmail.set(shopper.email.toLowerCase(), id)
      }
      const ids = new Set(idsByEmail.values())
      it.check('shoppers.of-the-token', ids.size === idsByEmail.size, {
        expected: 'a different id for each shopper',
        actual: [...idsByEmail].map(([email, id]) => `${email}: ${id}`).join(', '),
      })
    },
  },
})
