// With any combination of assumptions the service works: a client that knows the assumptions succeeds with every operation.

import { expect, it } from 'vitest'
import { sampled } from '../../core/test-support/sampling.ts'
import { operationIds } from '../../spec/operations.ts'
import { debit, halfPaid, prepare, subscribe, validRequests } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

const day = 86_400_000

/** Access tokens may have expired. */
function renewTokens({ world }: TestClient): void {
  for (const { accessToken } of [...world.accounts.merchants, ...world.accounts.shoppers])
    world.issueToken(accessToken)
}

it.each(sampled(Array.from({ length: 100 }, (_, seed) => seed)))(
  'every operation succeeds with the random assumptions of seed %i',
  async (seed) => {
    const client = new TestClient({ randomAssumptions: seed })
    // Otherwise the debit may be refused, because the payment was the first one of the interval.
    await client.sandbox.assume('subscriptions.early-debit', 'accepted')
    const requests = validRequests(client, await prepare(client))
    for (const operationId of operationIds) {
      const reply = await client.ask(operationId, requests[operationId])
      expect(reply.succeeded, `${operationId}: ${reply.text}`).toBe(true)
    }

    const { subscriptionId } = await subscribe(client, 'renewed')
    const partial = await halfPaid(client, 'closed-later')
    await client.advance(14 * day)
    renewTokens(client)
    const closing = await client.ask('closePartialPayment', { payload: { offerId: 'closed-later' } })
    expect(closing.succeeded, closing.text).toBe(true)
    expect(client.transaction(partial).status).toBe('closed')

    await client.advance(60 * day)
    renewTokens(client)
    const debited = await client.ask('debitSubscription', { body: debit(client, subscriptionId) })
    expect(debited.succeeded, debited.text).toBe(true)
    for (const { status, kind } of client.world.transactions) {
      if (kind === 'exchange' || kind === 'bank') expect(status).toBe('completed')
    }
    expect([...client.world.events].every(({ seq }, at) => seq === at)).toBe(true)
  },
)
