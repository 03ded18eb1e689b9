// Finding and waiting for deliveries. A delivery that arrived before the wait began counts, so that a test can act first.

import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../core/errors.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { Delivery } from '../webhooks/delivery.ts'
import type { WebhookFacts } from '../webhooks/payload.ts'

/** Facts that a delivery must have, or a function that decides. */
export type WebhookFilter = Partial<WebhookFacts> | ((delivery: Delivery) => boolean)

const defaultTimeoutMs = 5000
const pollMs = 10
const maxShown = 10

function matches(delivery: Delivery, filter: WebhookFilter): boolean {
  if (typeof filter === 'function') return filter(delivery)
  const facts: Partial<Record<string, unknown>> = { ...delivery.facts }
  return Object.entries(filter).every(([name, value]) => isDeepStrictEqual(facts[name], value))
}

/** The webhooks of a sandbox from an event on, whatever became of them. */
function webhooksOf({ world }: Sandbox, from = 0): Delivery[] {
  return world.events.slice(from).map((event) => new Delivery(world, event))
}

/** True if the receiver accepted it, or there is none. */
function isDelivered({ event }: Delivery): boolean {
  return event.delivery === 'delivered' || event.delivery === 'unregistered'
}

/** The delivered webhooks that match. */
export function deliveredWebhooks(sandbox: Sandbox, filter: WebhookFilter): Delivery[] {
  return webhooksOf(sandbox).filter((delivery) => isDelivered(delivery) && matches(delivery, filter))
}

/**
 * The first webhook that matches and has been delivered, or is delivered within that many real milliseconds. Throws a
 * UsageError after that time.
 */
export async function waitForWebhook(
  current: () => Sandbox,
  filter: WebhookFilter,
  timeoutMs = defaultTimeoutMs,
): Promise<Delivery> {
  const until = performance.now() + timeoutMs
  for (;;) {
    const [found] = deliveredWebhooks(current(), filter)
    if (found !== undefined) return found
    if (performance.now() >= until) throw notDelivered(current(), filter, timeoutMs)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function notDelivered(sandbox: Sandbox, filter: WebhookFilter, timeoutMs: number): UsageError {
  const others = webhooksOf(sandbox)
  const matching = others.filter((delivery) => matches(delivery, filter))
  const shown = (matching.length > 0 ? matching : others).slice(-maxShown).map(describeWebhook)
  return new UsageError(
    matching.length > 0
      ? `A webhook matches, but was not delivered within ${timeoutMs} ms.`
      : `No webhook matched within ${timeoutMs} ms.`,
    shown.length === 0 ? 'There was no webhook at all.' : `The last ones: ${shown.join('; ')}.`,
    'Correct the filter or the receiver, advance the clock, or wait longer.',
  )
}

/** A webhook in one line. */
function describeWebhook({ event, transaction }: Delivery): string {
  const response = event.attempts.at(-1)?.response
  const outcome =
    event.delivery === 'failed' && response ? `failed: ${response.slice(0, 100)}` : event.delivery
  return `${transaction.offerId} ${event.status} (${outcome})`
}
