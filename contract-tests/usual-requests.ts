// What a request of an operation usually bears: path, token, field and encryption, by the contract and by what the target's
// operator knows of the unspecified behaviors. Nothing is sent from here.

import { UsageError } from '../core/errors.ts'
import {
  type EncryptedPayload,
  type FieldBehavior,
  fixedHeaders,
  type Operation,
  type SchemeBehavior,
} from '../spec/operation.ts'
import { type OperationId, operations } from '../spec/operations.ts'
import type { Asked, Encryption } from './client.ts'

import type { Target, TargetMerchant } from './target.ts'

/** The path with its query, below the base URL. */
export function pathOf(target: Target, operationId: OperationId, { exchange, query }: Asked): string {
  const name = exchange ?? target.exchanges[0] ?? ''
  const path = operations[operationId].path.replace('{exchange_name}', encodeURIComponent(name))
  const search = query === undefined ? '' : new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The headers, with what is asked for otherwise. */
export function headersOf(target: Target, operationId: OperationId, asked: Asked): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    ...fixedHeaders(rowOf(operationId)),
  }
  const token = asked.token === undefined ? usualToken(target, operationId, asked) : asked.token
  if (token !== null) headers.authorization = `Bearer ${token}`
  for (const [name, value] of Object.entries(asked.headers ?? {})) {
    if (value === null) delete headers[name.toLowerCase()]
    else headers[name.toLowerCase()] = value
  }
  return headers
}

/** Where the contract shows no header, the likely token is sent: whoever demands one gets it. */
function usualToken(target: Target, operationId: OperationId, asked: Asked): string | null {
  const merchant = merchantOf(target, asked).accessToken
  const shopper = (asked.shopper ?? target.shoppers.ready).accessToken
  const row = rowOf(operationId)
  if (row.credential === 'merchantToken') return merchant
  if (row.credential === 'shopperToken') return shopper
  if (!('assumedToken' in row)) return null
  const { kind, kindDecidedBy } = row.assumedToken
  return (kindDecidedBy === undefined ? kind : target.known.transferToken) === 'merchant' ? merchant : shopper
}

/** The merchant for whom a call is made. */
export function merchantOf(target: Target, { merchant }: Pick<Asked, 'merchant'>): TargetMerchant {
  const found = merchant ?? target.merchants[0]
  if (found === undefined)
    throw new UsageError(
      'The target has no merchant.',
      'Every call is made for one.',
      'Give one in the target file.',
    )
  return found
}

/** The field under which an operation's encrypted payload usually stands; `bare` stands for no field at all. */
export function usualField({ known }: Target, operationId: OperationId): string {
  const encrypted = encryptedOf(operationId)
  if (encrypted === undefined) return 'data'
  return encrypted.field ?? knownFields(known)[encrypted.fieldDecidedBy]
}

/** How an operation's payload is usually encrypted for a merchant. */
export function usualEncryption(
  target: Target,
  operationId: OperationId,
  asked: Pick<Asked, 'merchant'>,
): Encryption {
  const { known, servicePublicKey } = target
  const merchant = merchantOf(target, asked)
  const passphrase = { with: 'passphrase', secret: merchant.clientSecret } as const
  const rsa = { with: 'rsa', publicKey: merchant.publicKey, padding: known.rsaPadding } as const
  const encrypted = encryptedOf(operationId)
  const scheme =
    encrypted === undefined ? 'rsa' : (encrypted.scheme ?? knownSchemes(known)[encrypted.schemeDecidedBy])
  if (scheme === 'passphrase') return passphrase
  if (scheme === 'service-key') {
    if (servicePublicKey === undefined)
      throw new UsageError(
        "The target lacks the service's public key.",
        'It says that the pre-payment check is encrypted with that key.',
        'Give it as servicePublicKey in the target file.',
      )
    return { ...rsa, publicKey: servicePublicKey }
  }
  return rsa
}

function rowOf(operationId: OperationId): Operation {
  return operations[operationId]
}

function encryptedOf(operationId: OperationId): EncryptedPayload | undefined {
  return rowOf(operationId).encrypted
}

/** What the operator of the target knows about the unspecified behaviors that decide how a payload is encrypted. */
function knownFields({
  bankPaymentField,
  payeeField,
}: Target['known']): Readonly<Record<FieldBehavior, string>> {
  return { 'encryption.bank-payment-field': bankPaymentField, 'encryption.payee-field': payeeField }
}

function knownSchemes({ payoutEncryption, validationEncryption }: Target['known']) {
  return {
    'encryption.payouts': payoutEncryption,
    'encryption.exchange-validation': validationEncryption,
  } as const satisfies Readonly<Record<SchemeBehavior, string>>
}
