// Status changes for tests of what follows them, made without the way through the service.

import { beginTransaction, type NewTransaction } from '../resources/transactions.ts'
import type { TestClient } from '../testing/client.ts'
import type { StatusEvent } from '../world/state.ts'

/** Makes a transaction, and gives the event of its first status; nothing is delivered yet. */
export function begin(
  { world, merchant }: TestClient,
  offerId: string,
  changes: Partial<NewTransaction> = {},
): StatusEvent {
  beginTransaction(world, {
    kind: 'bank',
    status: 'pending',
    merchant: merchant.id,
    shopper: null,
    offerId,
    nativeAmount: '1',
    nativeCurrency: 'USD',
    amount: '1',
    currency: 'USD',
    rate: '1',
    ...changes,
  })
  const event = world.events.at(-1)
  if (event === undefined) throw new Error('The transaction was not reported.')
  return event
}

/** The same, as an input would make it: what it causes is delivered at once. */
export function happen(client: TestClient, offerId: string, changes: Partial<NewTransaction> = {}): void {
  begin(client, offerId, changes)
  client.sandbox.afterInput()
}

/** What became of deliveries: the state of each, and the outcomes of its attempts where they were written down. */
export function outcomes(events: readonly StatusEvent[]): string[] {
  return events.map(({ delivery, attempts }) =>
    [delivery, ...attempts.map(({ outcome }) => outcome)].join(' '),
  )
}
