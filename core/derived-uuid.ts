// UUIDs that stay the same in each run.

import { hash } from 'node:crypto'

/** A UUID derived from a text. It has version 4, which services are the most likely to accept. */
export function derivedUuid(text: string): string {
  const hex = hash('sha256', text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A number from 0 to 2³² − 1 that depends on a text alone. */
export const derivedNumber = (text: string) => Number.parseInt(hash('sha256', text).slice(0, 8), 16)
