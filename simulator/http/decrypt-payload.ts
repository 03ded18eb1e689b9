// Finding, opening and holding to its schema what is encrypted inside a request.

import { textField } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import { type DecryptedJson, decryptedJson } from '../encryption/decrypted.ts'
import { decryptPassphrase } from '../encryption/passphrase.ts'
import { decryptRsa } from '../encryption/rsa.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { type PayloadError, payeeRefusal, transferRefusal } from '../resources/payouts.ts'
import type { Merchant } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import type { Caller } from './credentials.ts'
import type { Route } from './routes.ts'

type FieldRule = 'any' | 'data' | 'encryptedReq' | 'bare'

/** What an operation does of its own about its encrypted payload, where the contract is silent or gives special texts. */
interface EncryptedRule {
  field?: (world: World) => FieldRule
  scheme?: (world: World) => 'merchant-key' | 'service-key' | 'passphrase'
  undecryptable?: 'payouts.transfer-malformed' | 'payouts.payee-malformed'
  payloadError?: (world: World, payload: unknown, fault: PayloadError) => Refusal
}

const payoutScheme: EncryptedRule['scheme'] = (world) =>
  world.assumptions.is('encryption.payouts', 'passphrase') ? 'passphrase' : 'merchant-key'

const encryptedRules: Partial<Record<OperationId, EncryptedRule>> = {
  validateExchangePayment: { scheme: (world) => world.assumptions.name('encryption.exchange-validation') },
  createBankPayment: { field: (world) => world.assumptions.name('encryption.bank-payment-field') },
  createTransfers: {
    scheme: payoutScheme,
    undecryptable: 'payouts.transfer-malformed',
    payloadError: transferRefusal,
  },
  addPayees: {
    field: (world) => world.assumptions.name('encryption.payee-field'),
    scheme: payoutScheme,
    undecryptable: 'payouts.payee-malformed',
    payloadError: payeeRefusal,
  },
}

/** A plain text, whose merchant it was encrypted for, and under which field it came. */
export interface DecryptedPayload {
  payload: unknown
  merchant: Merchant
  seenIn: string | undefined
}

function findEncryptedText(
  world: World,
  route: Route,
  body: unknown,
): { text: string; seenIn: string | undefined } | undefined {
  const field = route.encrypted?.field
  if (typeof field === 'string') return { text: textField(body, field), seenIn: undefined }
  const rule = encryptedRules[route.operationId]?.field?.(world) ?? 'any'
  if (typeof body === 'string' && (rule === 'any' || rule === 'bare'))
    return { text: body, seenIn: 'a bare string' }
  if (typeof body !== 'object' || body === null) return undefined
  for (const name of ['data', 'encryptedReq'] as const) {
    if ((rule === 'any' || rule === name) && typeof Reflect.get(body, name) === 'string')
      return { text: textField(body, name), seenIn: name }
  }
  return undefined
}

/** How a payload of an operation is encrypted in this world; a `null` field means that the body is the encrypted text itself. */
export interface EncryptionForm {
  field: 'data' | 'encryptedReq' | null
  scheme: 'merchant-key' | 'service-key' | 'passphrase'
}

type EncryptedRoute = Pick<Route, 'operationId' | 'encrypted'>

/** How a client may encrypt the payload of an operation, so that this world opens it; undefined where there is none. */
export function encryptionFormOf(world: World, route: EncryptedRoute): EncryptionForm | undefined {
  if (route.encrypted === undefined) return undefined
  const rule = encryptedRules[route.operationId]?.field?.(world) ?? 'any'
  const chosen = rule === 'any' ? (route.operationId === 'addPayees' ? 'encryptedReq' : 'data') : rule
  const open = chosen === 'bare' ? null : chosen
  const { field } = route.encrypted
  return {
    field: field === 'data' || field === 'encryptedReq' ? field : open,
    scheme: schemeOf(world, route),
  }
}

function schemeOf(world: World, route: EncryptedRoute): EncryptionForm['scheme'] {
  if (route.encrypted?.scheme === 'rsa') return 'merchant-key'
  if (route.encrypted?.scheme === 'passphrase') return 'passphrase'
  return encryptedRules[route.operationId]?.scheme?.(world) ?? 'merchant-key'
}

/** Opens what is encrypted in the body; the caller's merchant, where known, else the one whose key or secret opens it. */
export function decryptPayload(
  world: World,
  route: Route,
  body: unknown,
  caller: Caller,
): DecryptedPayload | Refusal {
  const encrypted = findEncryptedText(world, route, body)
  if (encrypted === undefined) return refuse('encryption.missing')
  const scheme = schemeOf(world, route)
  const padding = world.assumptions.name('encryption.rsa-padding')
  const candidates = caller.merchant === undefined ? world.accounts.merchants : [caller.merchant]
  let failure: DecryptedJson | undefined
  for (const merchant of candidates) {
    const opened = decryptedJson(
      scheme === 'passphrase'
        ? decryptPassphrase(encrypted.text, merchant.clientSecret)
        : decryptRsa(
            encrypted.text,
            scheme === 'service-key'
              ? world.accounts.serviceKey.privateKey
              : world.accounts.keysOf(merchant).privateKey,
            padding,
          ),
    )
    if (!opened.ok) {
      failure ??= opened
      continue
    }
    // The service's key tells no merchant, so there the plain text's own clientId does.
    const named =
      scheme === 'service-key' ? world.accounts.merchant(textField(opened.value, 'clientId')) : merchant
    return { payload: opened.value, merchant: named ?? merchant, seenIn: encrypted.seenIn }
  }
  const { undecryptable } = encryptedRules[route.operationId] ?? {}
  return refuse(undecryptable ?? 'encryption.undecryptable', failure?.ok === false ? failure.message : '')
}

/** What a plain text that breaks its schema is refused with. */
export function payloadRefusal(
  world: World,
  route: Route,
  payload: unknown,
  fault: PayloadError,
  words: string,
): Refusal {
  const { payloadError } = encryptedRules[route.operationId] ?? {}
  return payloadError?.(world, payload, fault) ?? refuse('encryption.invalid', `${words}.`)
}
