// Sealing a payload as a client would: by the scheme, the key and the field that the sandbox opens.

import { listOperations } from '../../../spec/openapi/reading.ts'
import type { OperationId } from '../../../spec/operations.ts'
import { type SealedForm, sealedFormOf } from '../../http/opening.ts'
import { sealPassphrase, sealRsa } from '../../sealing/seal.ts'
import type { Merchant } from '../../world/cast.ts'
import { Unknown, UsageError } from '../../world/errors.ts'
import type { World } from '../../world/world.ts'
import type { ControlHandler } from '../call.ts'

export const sealPayload: ControlHandler<'sealPayload'> = ({ sandbox: { world }, document, body }) => {
  const merchant = world.cast.merchant(body.merchantId)
  if (merchant === undefined)
    throw new Unknown(
      `There is no merchant "${body.merchantId}".`,
      'A payload is sealed for one merchant of the world.',
      'See GET /control/credentials.',
    )
  const { operationId } = body
  const sealedPayload = listOperations(document).find((listed) => listed.operationId === operationId)
    ?.operation['x-sealed-payload']
  const form = sealedFormOf(world, { operationId, sealed: sealedPayload })
  if (form === undefined)
    throw new UsageError(
      `${operationId} takes no sealed payload.`,
      'Its body, if it has one, goes in the clear.',
      'Send it as it is.',
    )
  const sealed = sealAs(world, merchant, form, JSON.stringify(body.payload), body.padding)
  return { field: form.field, sealed, body: requestBody(operationId, merchant, form.field, sealed) }
}

function sealAs(
  world: World,
  merchant: Merchant,
  { scheme }: SealedForm,
  text: string,
  padding: 'oaep' | 'pkcs1' | undefined,
): string {
  const draw = (count: number) => world.random.bytes(count)
  if (scheme === 'passphrase') return sealPassphrase(text, merchant.clientSecret, draw)
  const { publicKey } = scheme === 'serviceKey' ? world.cast.serviceKey : world.cast.keysOf(merchant)
  const lawful = world.standIns.is('sealing.rsa-padding', 'pkcs1') ? 'pkcs1' : 'oaep'
  return sealRsa(text, publicKey, padding ?? lawful, draw)
}

function requestBody(
  operationId: OperationId,
  merchant: Merchant,
  field: string | null,
  sealed: string,
): string | Record<string, string> {
  if (field === null) return sealed
  return operationId === 'closePartialPayment'
    ? { clientId: merchant.id, [field]: sealed }
    : { [field]: sealed }
}
