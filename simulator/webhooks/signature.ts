// The signature of a webhook delivery: assumption `webhooks.signature`. client/webhook-signature.ts verifies it.

import { hash, type KeyObject, sign } from 'node:crypto'
import type { World } from '../world/world.ts'

/** Signatures by key and by the hash of their text: worlds that begin in the same way sign the same texts, and signing takes long. */
const signatures = new WeakMap<KeyObject, Map<string, string>>()
const maxSignatures = 5000
/** Longer texts are rarely the same. */
const maxCharacters = 10_000

/** The base64 signature of a text. */
export function signatureOf(world: World, text: string): string {
  const { privateKey } = world.accounts.serviceKey
  const signed = () => sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64')
  if (text.length > maxCharacters) return signed()
  const known = signatures.get(privateKey) ?? new Map<string, string>()
  signatures.set(privateKey, known)
  const key = hash('sha256', text, 'base64')
  const signature = known.get(key) ?? signed()
  if (known.size === maxSignatures) known.clear()
  known.set(key, signature)
  return signature
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
