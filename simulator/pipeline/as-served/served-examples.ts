// Values of parameters and ids that exist in a world, so that a request made from them succeeds.

import type { World } from '../../world/world.ts'

/** Examples by the name of a parameter or a field. */
export function parameterExamples(world: World): ReadonlyMap<string, unknown> {
  const { firstMerchant, exchanges } = world.accounts
  const examples: [string, unknown][] = [
    ['exchange_name', exchanges[0]?.name],
    ['merchantId', firstMerchant.id],
    ['clientId', world.accounts.clientIdOf(firstMerchant)],
    ['uuid', invoiceOf(world, firstMerchant.id)],
    ['amount', '129.95'],
    ['currency', 'USD'],
  ]
  return new Map(examples.filter(([, value]) => value !== undefined))
}

/** The id of the first invoice of a merchant. */
function invoiceOf({ invoices }: World, merchant: string): string | undefined {
  for (const invoice of invoices) if (invoice.merchant === merchant) return invoice.uuid
  return undefined
}
