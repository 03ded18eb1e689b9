// Records of deliveries in status events.

import type { Instant } from '../time/instants.ts'
import type { Attempt, DeliveryNote, StatusEvent } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { Delivery } from './delivery.ts'
import { type Outcome, webhookUrlError } from './http-transport.ts'
import { accepted } from './receivers.ts'

/** Attempts of one event that are stored. */
const maxAttempts = 1000
const acceptedAtOnce: readonly Attempt[] = Object.freeze([])

/** Why a delivery must not be sent to a URL; undefined when it may. */
export function withheldNoteOf(
  world: World,
  delivery: Delivery,
  url: string | null,
  allowAnyHost: boolean,
): DeliveryNote | undefined {
  if (world.cascades.exceeds(delivery.event.seq))
    return {
      withheld: 'cascade',
      message: 'Webhook cascade: the receiver keeps creating events in response to events.',
    }
  const forbidden = url === null ? undefined : webhookUrlError(url, allowAnyHost)
  if (forbidden !== undefined) return { withheld: 'forbidden-url', message: forbidden.message }
  const { tooLong } = delivery
  return tooLong === undefined ? undefined : { withheld: 'too-long', message: tooLong }
}

/** Why a status change was not delivered, or not as usual; null when nothing is to be said. */
export function reasonOf({ delivery, note, attempts }: StatusEvent): string | null {
  const failure = delivery === 'failed' ? describeFailure(attempts.at(-1)) : undefined
  const reasons = [
    describeNote(note),
    delivery === 'unregistered' ? 'No webhook was registered for the merchant.' : undefined,
    failure,
  ].filter((reason) => typeof reason === 'string')
  return reasons.length === 0 ? null : reasons.join(' ')
}

/** The words do not depend on the receiver's machine: how long it had is ours, and the response of the attempt has its own. */
function describeFailure(attempt: Attempt | undefined): string | undefined {
  switch (attempt?.outcome) {
    case 'refused':
      return attempt.httpStatus === null
        ? 'The receiver threw an error.'
        : `The receiver responded with HTTP ${attempt.httpStatus}.`
    case 'timed-out':
      return `The receiver did not respond in time. ${attempt.response}`
    case 'unreachable':
      if (/ENOTFOUND|EAI_AGAIN/.test(attempt.response))
        return 'The host of the webhook URL is not found. Correct its name, or register a URL of this machine.'
      return /ECONNREFUSED/.test(attempt.response)
        ? 'Connection refused: nothing listens at the URL of the webhook.'
        : /NODE_EXTRA_CA_CERTS/.test(attempt.response)
          ? `The receiver cannot be reached: ${attempt.response}`
          : 'The receiver cannot be reached.'
    default:
      return undefined
  }
}

/** Why an event was not delivered as usual, as text. */
export function describeNote(note: DeliveryNote | null): string | null {
  if (note === null) return null
  return 'withheld' in note ? note.message : `Webhook fault rules: ${note.faultRules.join(', ')}.`
}

/** Records the outcome of an attempt. */
export function recordOutcome(event: StatusEvent, at: Instant, url: string | null, outcome: Outcome): void {
  if (event.delivery === 'withheld') event.note = null
  const inProcessAtOnce =
    outcome === accepted && url === null && event.at === at && event.attempts.length === 0
  if (inProcessAtOnce && event.delivery === 'waiting') {
    // The common case is stored without an attempt, which would be larger than the event.
    event.delivery = 'delivered'
    event.attempts = acceptedAtOnce
    return
  }
  const unstored = event.delivery === 'delivered' && event.attempts.length === 0
  const earlier = unstored ? [{ at: event.at, url: null, ...accepted }] : event.attempts
  event.attempts = [...earlier.slice(1 - maxAttempts), { at, url, ...outcome }]
  if (event.delivery !== 'delivered') event.delivery = outcome.outcome === 'accepted' ? 'delivered' : 'failed'
}
