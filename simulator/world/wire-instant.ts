// Timestamps of responses.

import { formatInstant, type Instant } from '../time/instants.ts'
import type { Assumptions } from './assumptions.ts'

/** An instant in UTC, ISO 8601. Assumption `service.timestamps`. */
export function wireInstant(
  { assumptions }: { readonly assumptions: Assumptions },
  instant: Instant,
): string {
  const text = formatInstant(instant)
  return assumptions.is('service.timestamps', 'milliseconds') ? text : `${text.slice(0, 19)}+00:00`
}
