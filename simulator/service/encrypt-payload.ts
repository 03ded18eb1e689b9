// Encrypts a payload as a client does: with the scheme, the key and the field that the sandbox accepts.

import { UsageError } from '../../core/errors.ts'
import { nearest } from '../../core/nearest.ts'
import type { EncryptedPayloadNote, OpenApiDocument, OperationNode } from '../../spec/openapi/document.ts'
import { listOperations } from '../../spec/openapi/reading.ts'
import { encryptPassphrase, encryptRsa } from '../encryption/encrypt.ts'
import type { Merchant } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import { type EncryptionScheme, fieldOf } from './decrypt-payload.ts'

/** An operation and its encrypted payload. */
interface EncryptedOperation {
  operation: OperationNode
  note: EncryptedPayloadNote
}

/** Finds an operation whose payload is encrypted. Throws a UsageError if there is none of that id. */
export function encryptedOperation(document: OpenApiDocument, operationId: string): EncryptedOperation {
  const listed = listOperations(document)
  const operation = listed.find((one) => one.operationId === operationId)?.operation
  const note = operation?.['x-encrypted-payload']
  if (operation !== undefined && note !== undefined) return { operation, note }
  const encrypted = listed.filter((one) => one.operation['x-encrypted-payload'] !== undefined)
  const ids = encrypted.map((one) => one.operationId)
  throw new UsageError(
    operation === undefined
      ? `There is no operation "${operationId}".`
      : `${operationId} takes no encrypted payload.`,
    `These take one: ${ids.join(', ')}.`,
    operation === undefined
      ? `Did you mean ${nearest(operationId, ids, 1).join()}?`
      : 'Send the body, if there is one, as it is.',
  )
}

/** The body of a request with an encrypted text, and the field of it; null if the text is the body. */
export function requestBody(
  world: World,
  merchant: Merchant,
  { operation, note }: EncryptedOperation,
  encrypted: string,
): { field: string | null; body: string | Record<string, string> } {
  const field = fieldOf(world, note)
  if (field === null) return { field, body: encrypted }
  const clientId =
    operation['x-credential'] === 'clientSecret' ? { clientId: world.accounts.clientIdOf(merchant) } : {}
  return { field, body: { ...clientId, [field]: encrypted } }
}

/** Encrypts a text for a merchant. */
export function encryptFor(
  { accounts, assumptions, random }: World,
  merchant: Merchant,
  scheme: EncryptionScheme,
  text: string,
  padding?: 'oaep' | 'pkcs1',
): string {
  const draw = (count: number) => random.bytes(count)
  if (scheme === 'passphrase')
    return encryptPassphrase(
      text,
      merchant.clientSecret,
      draw,
      assumptions.name('encryption.passphrase-format'),
    )
  const { publicKey } = scheme === 'service-key' ? accounts.serviceKey : accounts.keysOf(merchant)
  const accepted = assumptions.is('encryption.rsa-padding', 'pkcs1') ? 'pkcs1' : 'oaep'
  const blocks = assumptions.name('encryption.long-payloads')
  return encryptRsa(text, publicKey, padding ?? accepted, draw, blocks)
}
