// The signature of a webhook delivery: assumption `webhooks.signature`. client/webhook-signature.ts verifies it.

import { sign } from 'node:crypto'
import type { World } from '../world/world.ts'

/** The base64 signature of a text. */
export function signatureOf(world: World, text: string): string {
  return sign('RSA-SHA256', Buffer.from(text), world.accounts.serviceKey.privateKey).toString('base64')
}

/** The text of a whole query, followed by its signature. What the URL of the webhook has as query is signed, too. */
export function signedQuery(world: World, text: string, breakSignature: boolean): string {
  if (!world.assumptions.is('webhooks.signature', 'rsa-sha256')) return text
  const signature = signatureOf(world, breakSignature ? `${text} ` : text)
  return `${text}&${new URLSearchParams({ signature })}`
}

/** The most characters that a signature adds to a query. */
export function maxSignatureCharacters(world: World): number {
  const bits = world.accounts.serviceKey.publicKey.asymmetricKeyDetails?.modulusLength ?? 4096
  // Four base64 characters for three bytes, and up to three characters in the query for each of those.
  return '&signature='.length + Math.ceil(bits / 8 / 3) * 4 * 3
}
