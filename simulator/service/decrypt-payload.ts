// Finds the encrypted payload of a request and decrypts it.

import { valueAt } from '../../core/json.ts'
import type { EncryptedPayloadNote } from '../../spec/openapi/document.ts'
import type { EncryptedField, FieldBehavior, SchemeBehavior } from '../../spec/operation.ts'
import type { OperationId, RefusalCode } from '../../spec/operations.ts'
import type { OptionName } from '../../spec/unspecified.ts'
import {
  type DecryptedJson,
  decryptedJson,
  type Opened,
  type Undecryptable,
  undecryptable,
} from '../encryption/decryption-outcome.ts'
import { decryptPassphrase } from '../encryption/passphrase.ts'
import { decryptRsa } from '../encryption/rsa.ts'
import type { PayloadFailure } from '../resources/handler-types.ts'
import { payloadRefusals } from '../resources/handlers.ts'
import { describeRefusal, type Refusal, refuse } from '../resources/refusals.ts'
import type { Merchant } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import type { ServiceContext } from './service-context.ts'

/** The algorithm and the key of an encrypted payload. */
export type EncryptionScheme = 'merchant-key' | 'service-key' | 'passphrase'

const schemes: Readonly<Record<OptionName<SchemeBehavior>, EncryptionScheme>> = {
  rsa: 'merchant-key',
  'merchant-key': 'merchant-key',
  'service-key': 'service-key',
  passphrase: 'passphrase',
}

/** The encryption of the payload of an operation in this world. */
export function schemeOf({ assumptions }: World, encrypted: EncryptedPayloadNote): EncryptionScheme {
  const { scheme, schemeDecidedBy } = encrypted
  if (scheme !== null) return schemes[scheme]
  return schemeDecidedBy === undefined
    ? 'merchant-key'
    : schemes[assumptions.name<SchemeBehavior>(schemeDecidedBy)]
}

/** Where a client puts the encrypted payload in this world; null when the body is the encrypted text itself. */
export function fieldOf(world: World, encrypted: EncryptedPayloadNote): string | null {
  const { field, usualField = 'data' } = encrypted
  if (field !== null) return field
  const option = fieldOption(world, encrypted)
  if (option === 'bare') return null
  return option === 'any' ? usualField : option
}

/** The assumption about a field that the contract does not show. */
function fieldOption(
  { assumptions }: World,
  { fieldDecidedBy }: EncryptedPayloadNote,
): OptionName<FieldBehavior> {
  return fieldDecidedBy === undefined ? 'any' : assumptions.name(fieldDecidedBy)
}

const openFields: readonly EncryptedField[] = ['data', 'encryptedReq']

/** The refusal of a request without an encrypted text, with the places where it may be. */
function missingPayload(world: World, encrypted: EncryptedPayloadNote): Refusal {
  const place = encrypted.field ?? fieldOption(world, encrypted)
  const places =
    place === 'any'
      ? `in ${openFields.map((name) => JSON.stringify(name)).join(' or ')}, or as a JSON string`
      : place === 'bare'
        ? 'as a JSON string'
        : `in ${JSON.stringify(place)}`
  return refuse('encryption.missing', `Send it ${places}.`)
}

interface EncryptedText {
  text: string
  /** Where it was found, when the contract does not show the field. */
  foundIn?: string
}

function findEncryptedText(
  { world, body }: Pick<ServiceContext, 'world' | 'body'>,
  encrypted: EncryptedPayloadNote,
): EncryptedText | undefined {
  if (encrypted.field !== null) return { text: textField(body, encrypted.field) }
  const option = fieldOption(world, encrypted)
  if (typeof body === 'string')
    return option === 'any' || option === 'bare' ? { text: body, foundIn: 'a bare string' } : undefined
  const foundIn = openFields.find(
    (name) => (option === 'any' || option === name) && typeof valueAt(body, name) === 'string',
  )
  return foundIn === undefined ? undefined : { text: textField(body, foundIn), foundIn }
}

/** Decrypts the payload, and identifies the merchant whose key or secret decrypts it when no credential did. */
export function decryptPayload(context: ServiceContext): Refusal | undefined {
  const { world, operation } = context
  const { encrypted } = operation
  if (encrypted === undefined) return undefined
  const found = findEncryptedText(context, encrypted)
  if (found === undefined) return refuseMissingPayload(context) ?? missingPayload(world, encrypted)
  const scheme = schemeOf(world, encrypted)
  const decrypted = decryptWithKeysOf(world, candidates(context), scheme, found.text)
  if (decrypted.ok) {
    context.payload = decrypted.value
    const owner = ownerOf(world, context.merchant, decrypted.merchant, scheme, decrypted.value)
    if (owner === undefined) return refuse('request.no-merchant')
    if (context.merchant === undefined && context.shopper === undefined)
      context.merchantKnownBy = 'the key of the encrypted payload'
    context.merchant = owner
    context.encryptedField = found.foundIn
    return undefined
  }
  return refuseUndecryptable(context, decrypted)
}

/** The merchants whose key or secret may decrypt the payload of a request. */
function candidates({ world, merchant }: Pick<ServiceContext, 'world' | 'merchant'>): readonly Merchant[] {
  return merchant === undefined ? world.accounts.merchants : [merchant]
}

/** Why the payload of a request cannot be decrypted; undefined if it can. */
export function whyUndecryptable(
  request: Pick<ServiceContext, 'world' | 'body' | 'merchant'>,
  encrypted: EncryptedPayloadNote,
): string | undefined {
  const { world, body } = request
  const found = findEncryptedText(request, encrypted)
  const isMissing = encrypted.field !== null && typeof valueAt(body, encrypted.field) !== 'string'
  if (found === undefined || isMissing) return describeRefusal(missingPayload(world, encrypted))
  const decrypted = decryptWithKeysOf(world, candidates(request), schemeOf(world, encrypted), found.text)
  return decrypted.ok ? undefined : decrypted.message
}

// exchange-payments.validation-unreadable-payload-refused, exchange-payments.unreadable-payload-refused,
// exchange-payments.other-key-refused, bank-payments.unreadable-payload-refused, bank-payments.other-key-refused
function refuseUndecryptable(context: ServiceContext, { message, reason }: Undecryptable): Refusal {
  const { world, operation } = context
  const own = ownRefusals[operation.operationId]
  if (own !== undefined && reason === 'not-json' && world.assumptions.is('payouts.not-json', 'not-an-array'))
    return own(world, { reason: 'invalid', payload: undefined, path: [], key: '' })
  const isWrongKey = own !== undefined && wrongKeyReasons.includes(reason)
  if (isWrongKey && world.assumptions.is('payouts.wrong-key', 'credentials'))
    return refuse('request.unknown-token', message)
  return refusePayload(context, { reason: 'undecryptable' }, 'encryption.undecryptable', message)
}

/** The base64 of a client in the form that is decrypted. Assumption `encryption.base64`. */
function standardBase64({ assumptions }: World, text: string): string {
  if (assumptions.is('encryption.base64', 'strict')) return text
  const line = text.replace(/[\r\n]+/g, '')
  if (assumptions.is('encryption.base64', 'line-breaks')) return line
  return line
    .split('.')
    .map((block) => block.replaceAll('-', '+').replaceAll('_', '/').replace(/=*$/, ''))
    .map((block) => block.padEnd(Math.ceil(block.length / 4) * 4, '='))
    .join('.')
}

/** Reasons that a wrong key leads to. */
const wrongKeyReasons: readonly Undecryptable['reason'][] = ['wrong-key-or-padding', 'not-utf8', 'not-json']

/** The first merchant of each key: decrypting with the same key again takes time and fails again. */
function withDifferentKeys(
  { accounts }: World,
  merchants: readonly Merchant[],
  scheme: EncryptionScheme,
): readonly Merchant[] {
  if (scheme === 'passphrase') return merchants
  if (scheme === 'service-key') return merchants.slice(0, 1)
  const keys = new Set<object>()
  return merchants.filter((merchant) => {
    const { size } = keys
    return keys.add(accounts.keysOf(merchant).privateKey).size > size
  })
}

/** A payload, with the merchant whose key or secret decrypts it; otherwise why that of the first merchant does not. */
export function decryptWithKeysOf(
  world: World,
  merchants: readonly Merchant[],
  scheme: EncryptionScheme,
  text: string,
  read: (opened: Opened) => DecryptedJson = decryptedJson,
): (DecryptedJson & { ok: true; merchant: Merchant }) | Undecryptable {
  const standard = standardBase64(world, text)
  let failure: Undecryptable | undefined
  for (const merchant of withDifferentKeys(world, merchants, scheme)) {
    const decrypted = read(decryptFor(world, merchant, scheme, standard))
    if (decrypted.ok) return { ...decrypted, merchant }
    failure ??= decrypted
  }
  return failure ?? undecryptable('wrong-key-or-padding', 'No merchant has a key.')
}

/** Decrypts a text with the key or the secret of a merchant. */
function decryptFor(
  { accounts, assumptions }: World,
  merchant: Merchant,
  scheme: EncryptionScheme,
  text: string,
): Opened {
  // partial-payments.encrypted-with-the-client-secret
  if (scheme === 'passphrase')
    return decryptPassphrase(text, merchant.clientSecret, assumptions.name('encryption.passphrase-format'))
  const { privateKey } = scheme === 'service-key' ? accounts.serviceKey : accounts.keysOf(merchant)
  return decryptRsa(
    text,
    privateKey,
    assumptions.name('encryption.rsa-padding'),
    assumptions.name('encryption.long-payloads'),
  )
}

/** The merchant of a payload. A key that several merchants have identifies none of them, so the clientId of the payload does. */
export function ownerOf(
  { accounts }: World,
  known: Merchant | undefined,
  decryptedWith: Merchant,
  scheme: EncryptionScheme,
  payload: unknown,
): Merchant | undefined {
  const isNamed = (merchant: Merchant) => accounts.isNamed(merchant, textField(payload, 'clientId'))
  if (known !== undefined)
    return scheme === 'service-key' ? (accounts.merchants.find(isNamed) ?? known) : known
  const keyOf = (merchant: Merchant) =>
    scheme === 'passphrase' ? merchant.clientSecret : scheme === 'service-key' ? scheme : merchant.privateKey
  const owners = accounts.merchants.filter((merchant) => keyOf(merchant) === keyOf(decryptedWith))
  if (owners.length === 1) return decryptedWith
  return owners.find(isNamed)
}

const ownRefusals: Partial<Record<OperationId, (world: World, failure: PayloadFailure) => Refusal>> =
  payloadRefusals

/** Refuses a payload in the words of the operation, or with a code that all operations share. */
export function refusePayload(
  { world, operation }: ServiceContext,
  failure: PayloadFailure,
  code: RefusalCode,
  detail: string,
  path?: readonly string[],
): Refusal {
  return ownRefusals[operation.operationId]?.(world, failure) ?? refuse(code, detail, [], path)
}

/** Refuses a request without an encrypted text, where its operation refuses payloads in its own words. Assumption `payouts.missing-payload`. */
export function refuseMissingPayload(context: ServiceContext): Refusal | undefined {
  const { world, operation } = context
  const { encrypted, operationId } = operation
  if (encrypted === undefined || world.assumptions.is('payouts.missing-payload', 'invalid-request'))
    return undefined
  if (findEncryptedText(context, encrypted)?.text) return undefined
  return ownRefusals[operationId]?.(world, { reason: 'undecryptable' })
}

/** The text of a field; empty when the value has no such field or the field is not a text. */
export function textField(value: unknown, name: string): string {
  const field = valueAt(value, name)
  return typeof field === 'string' ? field : ''
}
