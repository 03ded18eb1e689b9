// Encryption a payload as a client would: by the scheme, the key and the field that the sandbox opens.

import { NotFoundError, UsageError } from '../../../core/errors.ts'
import { listOperations } from '../../../spec/openapi/reading.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { encryptPassphrase, encryptRsa } from '../../encryption/encrypt.ts'
import { type EncryptionForm, encryptionFormOf } from '../../http/decrypt-payload.ts'
import type { Merchant } from '../../world/accounts.ts'
import type { World } from '../../world/world.ts'
import type { ControlHandler } from '../call.ts'

export const encryptPayload: ControlHandler<'encryptPayload'> = ({ sandbox: { world }, document, body }) => {
  const merchant = world.accounts.merchant(body.merchantId)
  if (merchant === undefined)
    throw new NotFoundError(
      `There is no merchant "${body.merchantId}".`,
      'A payload is encrypted for one merchant of the world.',
      'See GET /control/credentials.',
    )
  const { operationId } = body
  const encryptedPayload = listOperations(document).find((listed) => listed.operationId === operationId)
    ?.operation['x-encrypted-payload']
  const form = encryptionFormOf(world, { operationId, encrypted: encryptedPayload })
  if (form === undefined)
    throw new UsageError(
      `${operationId} takes no encrypted payload.`,
      'Its body, if it has one, goes in the clear.',
      'Send it as it is.',
    )
  const encrypted = encryptAs(world, merchant, form, JSON.stringify(body.payload), body.padding)
  return { field: form.field, encrypted, body: requestBody(operationId, merchant, form.field, encrypted) }
}

function encryptAs(
  world: World,
  merchant: Merchant,
  { scheme }: EncryptionForm,
  text: string,
  padding: 'oaep' | 'pkcs1' | undefined,
): string {
  const draw = (count: number) => world.random.bytes(count)
  if (scheme === 'passphrase') return encryptPassphrase(text, merchant.clientSecret, draw)
  const { publicKey } = scheme === 'service-key' ? world.accounts.serviceKey : world.accounts.keysOf(merchant)
  const expected = world.assumptions.is('encryption.rsa-padding', 'pkcs1') ? 'pkcs1' : 'oaep'
  return encryptRsa(text, publicKey, padding ?? expected, draw)
}

function requestBody(
  operationId: OperationId,
  merchant: Merchant,
  field: string | null,
  encrypted: string,
): string | Record<string, string> {
  if (field === null) return encrypted
  return operationId === 'closePartialPayment'
    ? { clientId: merchant.id, [field]: encrypted }
    : { [field]: encrypted }
}
