// An earlier subscription of a product neither violates nor hides anything. (permitted: subscriptions.once-per-product)

import { expect, it } from 'vitest'
import { perWorld, refusing } from '../altered/variants/rows.ts'
import { verify } from '../commands/verify.ts'
import type { InProcessOptions, World } from '../observe/in-process.ts'
import { sharedWorld } from '../observe/shared-world.ts'

/** Products that were subscribed in a world, with their subscriptions. */
const subscribedIn = perWorld(() => new Map<string, string | undefined>())

/** True if one of these lines is a subscription of a product that was subscribed before. Remembers them otherwise. */
function isKnown(
  world: World,
  cart: readonly { id: string; isSubscription?: boolean | undefined; frequency?: string | undefined }[],
  isRefused: (before: string | undefined, frequency: string | undefined) => boolean,
): boolean {
  const products = subscribedIn(world)
  const lines = cart.filter(({ isSubscription }) => isSubscription === true)
  if (lines.some(({ id, frequency }) => products.has(id) && isRefused(products.get(id), frequency)))
    return true
  for (const { id, frequency } of lines) products.set(id, frequency)
  return false
}

it.each<[string, InProcessOptions]>([
  [
    'one subscription of a product',
    refusing('createExchangePayment', ({ world, merchant, payload }) =>
      isKnown(world, world.invoices.group(merchant, payload.offerId).at(-1)?.cart ?? [], () => true),
    ),
  ],
  [
    'one frequency of a product',
    refusing('createInvoice', ({ world, body }) =>
      isKnown(world, body.cart, (before, frequency) => before !== frequency),
    ),
  ],
])('judges a service that accepts only %s', async (_, options) => {
  const { clock: __, shopper: ___, ...deployment } = await sharedWorld(options)
  const { failures, errors, requirements } = await verify(deployment, {
    only: ['subscriptions', 'carts'],
    level: 'money',
    runs: 2,
  })
  expect([...failures, ...errors]).toEqual([])
  expect(requirements.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id)).toEqual([])
})
