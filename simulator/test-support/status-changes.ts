// Status changes and their deliveries, for tests of webhooks.

import { beginTransaction, type NewTransaction } from '../resources/transactions.ts'
import type { Delivery, WebhookRequest } from '../webhooks/delivery.ts'
import type { StatusEvent, TransactionState } from '../world/state.ts'
import { createQrTransaction } from './requests.ts'
import { TestClient } from './test-client.ts'

/** Creates a transaction and returns the event of its first status. Nothing is delivered yet. */
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
  if (event === undefined) throw new Error('The transaction has no status event.')
  return event
}

/** Creates a transaction as a request would: its event is delivered. */
export function happen(client: TestClient, offerId: string, changes: Partial<NewTransaction> = {}): void {
  begin(client, offerId, changes)
  client.sandbox.afterInput()
}

/** The deliveries to the merchant's webhook from now on. */
export function deliveriesOf(client: TestClient): Delivery[] {
  const deliveries: Delivery[] = []
  client.sandbox.onWebhook((delivery) => void deliveries.push(delivery))
  return deliveries
}

/** Creates a QR transaction with custom parameters, and returns the request of its first delivery. */
export async function deliveredRequest(
  client: TestClient,
  customParameter: NonNullable<TransactionState['customParameter']>,
): Promise<WebhookRequest> {
  const deliveries = deliveriesOf(client)
  await createQrTransaction(client, 'o1', { customParameter })
  const [delivery] = deliveries
  if (delivery === undefined) throw new Error('Nothing was delivered.')
  return delivery.request
}

/** A client whose deliveries are recorded, each as "offer status". */
export function recording(options: ConstructorParameters<typeof TestClient>[0] = {}) {
  const client = new TestClient(options)
  const received: string[] = []
  const stop = client.sandbox.onWebhook(({ event, transaction }) => {
    received.push(`${transaction.offerId} ${event.status}`)
  })
  return { client, received, stop }
}

/** The deliveries of events: the state of each, and the outcomes of its recorded attempts. */
export function outcomes(events: readonly StatusEvent[]): string[] {
  return events.map(({ delivery, attempts }) =>
    [delivery, ...attempts.map(({ outcome }) => outcome)].join(' '),
  )
}
