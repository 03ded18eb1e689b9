// What was done and what came, in order: the evidence of a failure. Plain texts stand beside their sealed form; secrets
// are taken out when it is written down, not when it is shown.

import type { OperationId } from '../spec/operations.ts'

export type Entry =
  | { did: string }
  | {
      operationId: OperationId
      method: string
      url: string
      headers: Record<string, string>
      body: string
      plain?: unknown
      status: number
      answer: string
    }

const keptText = 2000
const secretField =
  /("(?:merchantAuth|clientSecret|accessToken|privateKey|code2fa)"\s*:\s*)"(?:[^"\\]|\\.)*"/g

/** A text as it may be shown: shortened, and without the secrets that bear a name. */
export function shown(text: string, secrets: readonly string[]): string {
  const short = text.length > keptText ? `${text.slice(0, keptText)}… (${text.length} characters)` : text
  return secrets
    .reduce((kept, secret) => (secret.length > 5 ? kept.replaceAll(secret, '•••') : kept), short)
    .replace(secretField, '$1"•••"')
}

/** An entry as one sentence, or as a request and what came. */
export function entryInWords(entry: Entry): string {
  if ('did' in entry) return entry.did
  const plain = entry.plain === undefined ? '' : `\n    sealed: ${JSON.stringify(entry.plain)}`
  const body = entry.body === '' ? '' : `\n    body:   ${entry.body}`
  return `${entry.method} ${entry.url}${plain}${body}\n    came:   ${entry.status} ${entry.answer}`
}
