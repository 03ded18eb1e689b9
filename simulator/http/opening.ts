// Finding, opening and holding to its schema what is sealed inside a request.

import type { OperationId } from '../../spec/operations.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { type PlainFault, payeeRefusal, transferRefusal } from '../resources/payouts.ts'
import { type OpenedJson, openJson } from '../sealing/opened.ts'
import { openPassphrase } from '../sealing/passphrase.ts'
import { openRsa } from '../sealing/rsa.ts'
import type { Merchant } from '../world/cast.ts'
import type { World } from '../world/world.ts'
import { type Caller, textField } from './credentials.ts'
import type { Route } from './routes.ts'

type FieldRule = 'any' | 'data' | 'encryptedReq' | 'bare'

/** What an operation does of its own about its sealed payload, where the contract is silent or gives special texts. */
interface SealedRule {
  field?: (world: World) => FieldRule
  scheme?: (world: World) => 'merchantKey' | 'serviceKey' | 'passphrase'
  unopened?: 'payout.transferMalformed' | 'payout.payeeMalformed'
  plainFault?: (world: World, plain: unknown, fault: PlainFault) => Refusal
}

const payoutScheme: SealedRule['scheme'] = (world) =>
  world.standIns.is('sealing.payouts', 'passphrase') ? 'passphrase' : 'merchantKey'

const sealedRules: Partial<Record<OperationId, SealedRule>> = {
  validateExchangePayment: { scheme: (world) => world.standIns.name('sealing.validation') },
  createBankPayment: { field: (world) => world.standIns.name('access.bank-payment-field') },
  createTransfers: {
    scheme: payoutScheme,
    unopened: 'payout.transferMalformed',
    plainFault: transferRefusal,
  },
  addPayees: {
    field: (world) => world.standIns.name('access.payee-field'),
    scheme: payoutScheme,
    unopened: 'payout.payeeMalformed',
    plainFault: payeeRefusal,
  },
}

/** A plain text, whose merchant it was sealed for, and under which field it came. */
export interface OpenedPayload {
  plain: unknown
  merchant: Merchant
  seenIn: string | undefined
}

function findSealed(
  world: World,
  route: Route,
  body: unknown,
): { text: string; seenIn: string | undefined } | undefined {
  const field = route.sealed?.field
  if (typeof field === 'string') return { text: textField(body, field), seenIn: undefined }
  const rule = sealedRules[route.operationId]?.field?.(world) ?? 'any'
  if (typeof body === 'string' && (rule === 'any' || rule === 'bare'))
    return { text: body, seenIn: 'a bare string' }
  if (typeof body !== 'object' || body === null) return undefined
  for (const name of ['data', 'encryptedReq'] as const) {
    if ((rule === 'any' || rule === name) && typeof Reflect.get(body, name) === 'string')
      return { text: textField(body, name), seenIn: name }
  }
  return undefined
}

/** How a payload of an operation is sealed in this world; a `null` field means that the body is the sealed text itself. */
export interface SealedForm {
  field: 'data' | 'encryptedReq' | null
  scheme: 'merchantKey' | 'serviceKey' | 'passphrase'
}

type SealedRoute = Pick<Route, 'operationId' | 'sealed'>

/** How a client may seal the payload of an operation, so that this world opens it; undefined where there is none. */
export function sealedFormOf(world: World, route: SealedRoute): SealedForm | undefined {
  if (route.sealed === undefined) return undefined
  const rule = sealedRules[route.operationId]?.field?.(world) ?? 'any'
  const chosen = rule === 'any' ? (route.operationId === 'addPayees' ? 'encryptedReq' : 'data') : rule
  const open = chosen === 'bare' ? null : chosen
  const { field } = route.sealed
  return {
    field: field === 'data' || field === 'encryptedReq' ? field : open,
    scheme: schemeOf(world, route),
  }
}

function schemeOf(world: World, route: SealedRoute): SealedForm['scheme'] {
  if (route.sealed?.scheme === 'rsa') return 'merchantKey'
  if (route.sealed?.scheme === 'passphrase') return 'passphrase'
  return sealedRules[route.operationId]?.scheme?.(world) ?? 'merchantKey'
}

/** Opens what is sealed in the body; the caller's merchant, where known, else the one whose key or secret opens it. */
export function openSealed(
  world: World,
  route: Route,
  body: unknown,
  caller: Caller,
): OpenedPayload | Refusal {
  const sealed = findSealed(world, route, body)
  if (sealed === undefined) return refuse('sealed.missing')
  const scheme = schemeOf(world, route)
  const padding = world.standIns.name('sealing.rsa-padding')
  const candidates = caller.merchant === undefined ? world.cast.merchants : [caller.merchant]
  let failure: OpenedJson | undefined
  for (const merchant of candidates) {
    const opened = openJson(
      scheme === 'passphrase'
        ? openPassphrase(sealed.text, merchant.clientSecret)
        : openRsa(
            sealed.text,
            scheme === 'serviceKey'
              ? world.cast.serviceKey.privateKey
              : world.cast.keysOf(merchant).privateKey,
            padding,
          ),
    )
    if (!opened.ok) {
      failure ??= opened
      continue
    }
    // The service's key tells no merchant, so there the plain text's own clientId does.
    const named =
      scheme === 'serviceKey' ? world.cast.merchant(textField(opened.value, 'clientId')) : merchant
    return { plain: opened.value, merchant: named ?? merchant, seenIn: sealed.seenIn }
  }
  const { unopened } = sealedRules[route.operationId] ?? {}
  return refuse(unopened ?? 'sealed.unopened', failure?.ok === false ? failure.message : '')
}

/** What a plain text that breaks its schema is refused with. */
export function plainRefusal(
  world: World,
  route: Route,
  plain: unknown,
  fault: PlainFault,
  words: string,
): Refusal {
  const { plainFault } = sealedRules[route.operationId] ?? {}
  return plainFault?.(world, plain, fault) ?? refuse('sealed.invalid', `In the plain text, ${words}.`)
}
