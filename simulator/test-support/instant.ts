// Instants of tests, as texts.

import { parseInstant } from '../time/instants.ts'

/** Parses a text of a test; a typing error in it fails here. */
export function instant(text: string): number {
  const parsed = parseInstant(text)
  if (parsed === undefined) throw new Error(`${text} is not an instant`)
  return parsed
}
