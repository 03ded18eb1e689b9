// Encryption on the client's side what a scenario tells in plain JSON. Where the contract asks for a encrypted text, a step may
// hold what is inside it; this puts the encrypted text in its place, as the target opens it.

import { createHash } from 'node:crypto'
import { encryptPassphrase, encryptRsa } from '../contract-tests/encryption.ts'
import { UsageError } from '../core/errors.ts'
import type { Accounts, KnownMerchant } from './accounts.ts'
import type { ListedOperation } from './format/documents.ts'

/** A body as it goes over the wire, and what was encrypted on the way. */
export interface EncryptedBody {
  body: unknown
  encrypted: { payload: unknown; text: string } | undefined
}

/** The fields under which a encrypted payload is known to stand, where the contract leaves the name open. */
const usualFields = ['data', 'encryptedReq'] as const

/** The field of a body that is for a encrypted text, whatever it holds. */
function encryptedFieldOf({ encrypted }: ListedOperation, body: unknown): string | undefined {
  if (encrypted === undefined || typeof body !== 'object' || body === null || Array.isArray(body))
    return undefined
  const fields = encrypted.field === null ? usualFields : [encrypted.field]
  return fields.find((field) => Object.hasOwn(body, field))
}

/** The field of a body that holds a plain value where a encrypted text belongs. */
export function payloadFieldOf(operation: ListedOperation, body: unknown): string | undefined {
  const field = encryptedFieldOf(operation, body)
  const isPlain = field !== undefined && typeof Reflect.get(body as object, field) !== 'string'
  return isPlain ? field : undefined
}

/** Encrypts for the people of one target. Its randomness follows from a label, so that the same run gives the same bytes. */
export class Sealer {
  private readonly accounts: Accounts
  private readonly label: string
  private drawn = 0

  constructor(accounts: Accounts, label: string) {
    this.accounts = accounts
    this.label = label
  }

  /** Encrypts what a body holds in plain; `token` is that of its Authorization header, if any. */
  encryptBody(operation: ListedOperation, body: unknown, token: string | undefined): EncryptedBody {
    const field = encryptedFieldOf(operation, body)
    if (field === undefined || typeof body !== 'object' || body === null)
      return { body, encrypted: undefined }
    const held: unknown = Reflect.get(body, field)
    const text =
      typeof held === 'string'
        ? held
        : this.encrypt(operation.operationId, held, this.merchantFor(held, body, token))
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
    const wanted = this.fieldFor(operation, field)
    return {
      body: wanted === 'bare' ? text : { ...rest, [wanted]: text },
      encrypted: typeof held === 'string' ? undefined : { payload: held, text },
    }
  }

  /** Answers the control operation sealPayload, for a target that has none. */
  encryptPayloadLocally(operation: ListedOperation, merchantId: string, payload: unknown): unknown {
    const merchant = this.accounts.merchants.find(({ id }) => id === merchantId)
    if (merchant === undefined)
      throw new UsageError(
        `There is no merchant "${merchantId}" to encrypt for.`,
        'A payload is encrypted for one merchant of the target.',
        'Take the id from an input, such as $inputs.merchant.id.',
      )
    const text = this.encrypt(operation.operationId, payload, merchant)
    const wanted = this.fieldFor(operation, operation.encrypted?.field ?? 'data')
    const beside = operation.operationId === 'closePartialPayment' ? { clientId: merchantId } : {}
    const body = wanted === 'bare' ? text : { ...beside, [wanted]: text }
    return { field: wanted === 'bare' ? null : wanted, encrypted: text, body }
  }

  private fieldFor({ operationId, encrypted }: ListedOperation, written: string): string {
    if (encrypted !== undefined && encrypted.field !== null) return encrypted.field
    const { bankPaymentField, payeeField } = this.accounts.encryption
    const known = operationId === 'createBankPayment' ? bankPaymentField : payeeField
    return known === 'any' ? written : known
  }

  private merchantFor(payload: unknown, body: object, token: string | undefined): KnownMerchant {
    const { merchants } = this.accounts
    const named = [payload, body].map((holder) =>
      typeof holder === 'object' && holder !== null ? Reflect.get(holder, 'clientId') : undefined,
    )
    const merchant =
      merchants.find(({ id }) => named.includes(id)) ??
      merchants.find(({ accessToken }) => accessToken === token) ??
      merchants[0]
    if (merchant !== undefined) return merchant
    throw new UsageError(
      'There is no merchant to encrypt for.',
      'The target names none.',
      'Give one in the target file.',
    )
  }

  private encrypt(operationId: string, payload: unknown, merchant: KnownMerchant): string {
    const { encryption, servicePublicKey } = this.accounts
    const random = (count: number) => this.random(count)
    const byPassphrase =
      operationId === 'closePartialPayment' ||
      (encryption.payouts === 'passphrase' && ['createTransfers', 'addPayees'].includes(operationId))
    if (byPassphrase) return encryptPassphrase(payload, merchant.clientSecret, random)
    const byService = operationId === 'validateExchangePayment' && encryption.validation === 'service-key'
    const key = byService ? servicePublicKey : merchant.publicKey
    if (key === undefined)
      throw new UsageError(
        "The service's own public key is not known.",
        'The target says that the pre-payment check is encrypted with it.',
        'Give it as servicePublicKey in the target file.',
      )
    return encryptRsa(payload, key, encryption.padding, random)
  }

  private random(count: number): Uint8Array {
    const bytes: number[] = []
    while (bytes.length < count) {
      bytes.push(...createHash('sha256').update(`${this.label} ${this.drawn}`).digest())
      this.drawn += 1
    }
    return Uint8Array.from(bytes.slice(0, count))
  }
}
