// Operators on webhook deliveries.

import type { Seams, TransactionState, WebhookRequest, World } from '../../../observe/in-process.ts'
import { byHand, type Mutation } from '../mutation.ts'

/** The transaction that a delivery is about. */
export function transactionOf({ url, body }: WebhookRequest, world: World): TransactionState | undefined {
  const text = `${url} ${body}`
  return [...world.transactions].findLast(({ id }) => text.includes(id))
}

/** The delivery seam for deliveries about a transaction; others are delivered as they are. */
export function deliver(
  change: (request: WebhookRequest, transaction: TransactionState, world: World) => WebhookRequest[],
): NonNullable<Seams['delivery']> {
  return (request, world) => {
    const transaction = transactionOf(request, world)
    return transaction === undefined ? [request] : change(request, transaction, world)
  }
}

/** Mutations that do not deliver some updates, by what they are about. */
export const dropDeliveries = (
  table: Readonly<Record<string, (transaction: TransactionState, world: World) => boolean>>,
): Mutation[] =>
  Object.entries(table).map(([words, drops]) =>
    byHand(`Does not deliver ${words}`, {
      delivery: deliver((request, transaction, world) => (drops(transaction, world) ? [] : [request])),
    }),
  )

/** The same delivery by another method: the body becomes a query, or the query a body. */
export function by(method: 'GET' | 'POST', request: WebhookRequest): WebhookRequest {
  if (request.method === method) return request
  const url = new URL(request.url)
  if (method === 'GET') {
    url.searchParams.set('payload', request.body)
    return { method, url: url.href, headers: {}, body: '' }
  }
  const body = JSON.stringify(Object.fromEntries(url.searchParams))
  return { method, url: url.origin + url.pathname, headers: { 'content-type': 'application/json' }, body }
}
