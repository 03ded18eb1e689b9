// Encrypts the payloads of a scenario. Where a body has a field for an encrypted text, a step may have the payload itself
// there; the runner replaces it with its encrypted text.

import { encrypt } from '../client/encryption.ts'
import { bodyCredentials, payloadEncryption, payloadField } from '../client/operation-request.ts'
import type { MerchantAccount, Target } from '../client/target.ts'
import { clientIdOf } from '../client/target-accounts.ts'
import { UsageError } from '../core/errors.ts'
import { isObject, valueAt } from '../core/json.ts'
import type { OperationId } from '../spec/operations.ts'
import type { ListedOperation } from './format/documents.ts'

/** A body as it is sent, and what was encrypted in it. */
interface EncryptedBody {
  body: unknown
  encrypted: { payload: unknown; text: string } | undefined
}

/** The fields of an encrypted text that scenarios may use where the contract does not show the name. */
export const commonFields = ['data', 'encryptedReq'] as const

/** The field of a body for the encrypted text, whatever its value is. */
function encryptedFieldOf({ encrypted }: ListedOperation, body: unknown): string | undefined {
  if (encrypted === undefined || !isObject(body)) return undefined
  const fields = encrypted.field === null ? commonFields : [encrypted.field]
  return fields.find((field) => Object.hasOwn(body, field))
}

/** The field of a body that has a payload in place of its encrypted text. */
export function payloadFieldOf(operation: ListedOperation, body: unknown): string | undefined {
  const field = encryptedFieldOf(operation, body)
  const isPayload = field !== undefined && typeof valueAt(body, field) !== 'string'
  return isPayload ? field : undefined
}

/** Encrypts for the accounts of one target. The same seed produces the same encrypted texts. */
export class PayloadEncryption {
  private readonly target: Target
  private readonly seed: string

  constructor(target: Target, seed: string) {
    this.target = target
    this.seed = seed
  }

  /** Encrypts the payload in a body; `token` is the access token of the request. */
  encryptBody(operation: ListedOperation, body: unknown, token: string | undefined): EncryptedBody {
    const field = encryptedFieldOf(operation, body)
    if (field === undefined || typeof body !== 'object' || body === null)
      return { body, encrypted: undefined }
    const operationId = operation.operationId as OperationId
    const { [field]: value, ...rest }: Record<string, unknown> = { ...body }
    const text =
      typeof value === 'string'
        ? value
        : this.encrypt(operationId, value, this.merchantOf(value, body, token))
    const wanted = payloadField(operationId, this.target)
    return {
      body: wanted === 'bare' ? text : { ...rest, [wanted]: text },
      encrypted: typeof value === 'string' ? undefined : { payload: value, text },
    }
  }

  /** The response of the control operation encryptPayload, for a target without a control API. */
  encryptPayload(operationId: OperationId, merchantId: string, payload: unknown): unknown {
    const merchant = this.target.merchants.find(({ id }) => id === merchantId)
    if (merchant === undefined)
      throw new UsageError(
        `There is no merchant "${merchantId}".`,
        'A payload is encrypted for one merchant of the target.',
        'Take the id from an input, such as $inputs.merchant.id.',
      )
    const encrypted = this.encrypt(operationId, payload, merchant)
    const field = payloadField(operationId, this.target)
    if (field === 'bare') return { field: null, encrypted, body: encrypted }
    const credentials = bodyCredentials(operationId, this.target, { merchant })
    return { field, encrypted, body: { ...credentials, [field]: encrypted } }
  }

  /** The merchant that a payload or body names, else the one of the access token, else the first. */
  private merchantOf(payload: unknown, body: object, token: string | undefined): MerchantAccount | undefined {
    const { merchants } = this.target
    const named = [payload, body].map((value) => valueAt(value, 'clientId'))
    return (
      merchants.find((merchant) => named.includes(clientIdOf(merchant)) || named.includes(merchant.id)) ??
      merchants.find(({ accessToken }) => accessToken === token)
    )
  }

  private encrypt(operationId: OperationId, payload: unknown, merchant: MerchantAccount | undefined): string {
    const encryption = payloadEncryption(operationId, this.target, merchant === undefined ? {} : { merchant })
    return encrypt(JSON.stringify(payload), encryption, this.seed)
  }
}
