// The part of a long text that is kept as evidence, so that large responses do not fill the memory of a run.

import { createHash } from 'node:crypto'

const maxCharacters = 100_000
const headCharacters = 10_000

/** A text, or the beginning of a long one with its length and its hash. */
export function evidenceOf(text: string): string {
  if (text.length <= maxCharacters) return text
  const hash = createHash('sha256').update(text).digest('hex')
  // A slice keeps the whole text in memory, a copy does not.
  const head = Buffer.from(text.slice(0, headCharacters)).toString()
  return `${head}… (was cut; ${text.length} characters in all, SHA-256 ${hash})`
}
