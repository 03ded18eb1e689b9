// Sealing on the client's side what a story tells in plain JSON. Where the contract asks for a sealed text, a step may
// hold what is inside it; this puts the sealed text in its place, as the target opens it.

import { createHash } from 'node:crypto'
import { sealPassphrase, sealRsa } from '../contract-tests/seal.ts'
import type { ListedOperation } from './documents.ts'
import { StoryError } from './errors.ts'
import type { KnownMerchant, People } from './people.ts'

/** A body as it goes over the wire, and what was sealed on the way. */
export interface SealedBody {
  body: unknown
  sealed: { plain: unknown; text: string } | undefined
}

/** The fields under which a sealed payload is known to stand, where the contract leaves the name open. */
const usualFields = ['data', 'encryptedReq'] as const

/** The field of a body that is for a sealed text, whatever it holds. */
function sealedFieldOf({ sealed }: ListedOperation, body: unknown): string | undefined {
  if (sealed === undefined || typeof body !== 'object' || body === null || Array.isArray(body))
    return undefined
  const fields = sealed.field === null ? usualFields : [sealed.field]
  return fields.find((field) => Object.hasOwn(body, field))
}

/** The field of a body that holds a plain value where a sealed text belongs. */
export function plainFieldOf(operation: ListedOperation, body: unknown): string | undefined {
  const field = sealedFieldOf(operation, body)
  const isPlain = field !== undefined && typeof Reflect.get(body as object, field) !== 'string'
  return isPlain ? field : undefined
}

/** Seals for the people of one target. Its randomness follows from a label, so that the same run gives the same bytes. */
export class Sealer {
  private readonly people: People
  private readonly label: string
  private drawn = 0

  constructor(people: People, label: string) {
    this.people = people
    this.label = label
  }

  /** Seals what a body holds in plain; `token` is that of its Authorization header, if any. */
  sealBody(operation: ListedOperation, body: unknown, token: string | undefined): SealedBody {
    const field = sealedFieldOf(operation, body)
    if (field === undefined || typeof body !== 'object' || body === null) return { body, sealed: undefined }
    const held: unknown = Reflect.get(body, field)
    const text =
      typeof held === 'string'
        ? held
        : this.seal(operation.operationId, held, this.merchantFor(held, body, token))
    const rest = Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
    const wanted = this.fieldFor(operation, field)
    return {
      body: wanted === 'bare' ? text : { ...rest, [wanted]: text },
      sealed: typeof held === 'string' ? undefined : { plain: held, text },
    }
  }

  /** Answers the control operation sealPayload, for a target that has none. */
  answerSealPayload(operation: ListedOperation, merchantId: string, plain: unknown): unknown {
    const merchant = this.people.merchants.find(({ id }) => id === merchantId)
    if (merchant === undefined)
      throw new StoryError(
        `There is no merchant "${merchantId}" to seal for.`,
        'A payload is sealed for one merchant of the target.',
        'Take the id from an input, such as $inputs.merchant.id.',
      )
    const text = this.seal(operation.operationId, plain, merchant)
    const wanted = this.fieldFor(operation, operation.sealed?.field ?? 'data')
    const beside = operation.operationId === 'closePartialPayment' ? { clientId: merchantId } : {}
    const body = wanted === 'bare' ? text : { ...beside, [wanted]: text }
    return { field: wanted === 'bare' ? null : wanted, sealed: text, body }
  }

  private fieldFor({ operationId, sealed }: ListedOperation, written: string): string {
    if (sealed !== undefined && sealed.field !== null) return sealed.field
    const { bankPaymentField, payeeField } = this.people.sealing
    const known = operationId === 'createBankPayment' ? bankPaymentField : payeeField
    return known === 'any' ? written : known
  }

  private merchantFor(plain: unknown, body: object, token: string | undefined): KnownMerchant {
    const { merchants } = this.people
    const named = [plain, body].map((holder) =>
      typeof holder === 'object' && holder !== null ? Reflect.get(holder, 'clientId') : undefined,
    )
    const merchant =
      merchants.find(({ id }) => named.includes(id)) ??
      merchants.find(({ accessToken }) => accessToken === token) ??
      merchants[0]
    if (merchant !== undefined) return merchant
    throw new StoryError(
      'There is no merchant to seal for.',
      'The target names none.',
      'Give one in the target file.',
    )
  }

  private seal(operationId: string, plain: unknown, merchant: KnownMerchant): string {
    const { sealing, servicePublicKey } = this.people
    const random = (count: number) => this.random(count)
    const byPassphrase =
      operationId === 'closePartialPayment' ||
      (sealing.payouts === 'passphrase' && ['createTransfers', 'addPayees'].includes(operationId))
    if (byPassphrase) return sealPassphrase(plain, merchant.clientSecret, random)
    const byService = operationId === 'validateExchangePayment' && sealing.validation === 'serviceKey'
    const key = byService ? servicePublicKey : merchant.publicKey
    if (key === undefined)
      throw new StoryError(
        "The service's own public key is not known.",
        'The target says that the pre-payment check is sealed with it.',
        'Give it as servicePublicKey in the target file.',
      )
    return sealRsa(plain, key, sealing.padding, random)
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
