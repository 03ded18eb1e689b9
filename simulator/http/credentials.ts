// Who is calling. Header credentials are looked at before anything else of a request, those in the body after its form.

import type { OperationId } from '../../spec/operations.ts'
import { decryptedJson } from '../encryption/decrypted.ts'
import { decryptRsa } from '../encryption/rsa.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { Merchant, Shopper } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import type { Route } from './routes.ts'

/** Who is calling, as far as it is known. */
export interface Caller {
  merchant: Merchant | undefined
  shopper: Shopper | undefined
}

type TokenKind = 'merchant' | 'shopper'

// The operations whose headers the contract does not show: whose token is taken, and which assumption demands it.
const undemanded = {
  createInvoice: { kind: 'merchant', item: 'authentication.invoice-headers' },
  createBankPayment: { kind: 'shopper', item: 'authentication.bank-payment-headers' },
  addPayees: { kind: 'merchant', item: 'authentication.payee-headers' },
} as const satisfies Partial<Record<OperationId, { kind: TokenKind; item: string }>>

const nobody: Caller = { merchant: undefined, shopper: undefined }

/** The caller that the Authorization header tells. */
export function callerByToken(
  world: World,
  route: Route,
  authorization: string | undefined,
): Caller | Refusal {
  switch (route.credential) {
    case 'merchantToken':
      return callerWith(world, authorization, ['merchant'])
    case 'shopperToken':
      return callerWith(world, authorization, ['shopper'])
    case 'unstatedToken': {
      const either = world.assumptions.is('authentication.transfer-token', 'either')
      return callerWith(world, authorization, either ? ['merchant', 'shopper'] : ['merchant'])
    }
    case 'notShown': {
      const rule = Object.entries(undemanded).find(([id]) => id === route.operationId)?.[1]
      if (rule === undefined) return nobody
      if (authorization === undefined && world.assumptions.is(rule.item, 'accepted')) return nobody
      return callerWith(world, authorization, [rule.kind])
    }
    default:
      return nobody
  }
}

function callerWith(
  world: World,
  authorization: string | undefined,
  kinds: readonly TokenKind[],
): Caller | Refusal {
  if (authorization === undefined) return refuse('request.no-token')
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (token === undefined) return refuse('request.no-token', 'The header has another form.')
  const merchant = kinds.includes('merchant') ? world.accounts.merchantWithToken(token) : undefined
  const shopper = kinds.includes('shopper') ? world.accounts.shopperWithToken(token) : undefined
  if (merchant === undefined && shopper === undefined)
    return refuse('request.unknown-token', `A ${kinds.join("'s or ")}'s token is needed.`)
  if (!world.tokenValid(token)) return refuse('request.unknown-token', 'It has expired; issue it again.')
  return { merchant, shopper }
}

/** The merchant that the body tells: by clientId, or by merchantId and merchantAuth. */
export function callerByBody(world: World, route: Route, body: unknown, caller: Caller): Caller | Refusal {
  if (route.credential === 'clientSecret') {
    const merchant = world.accounts.merchant(textField(body, 'clientId'))
    return merchant === undefined
      ? refuse('request.unknown-token', 'clientId names no merchant.')
      : { ...caller, merchant }
  }
  if (route.credential !== 'merchantAuth') return caller
  const merchant = world.accounts.merchant(textField(body, 'merchantId'))
  if (merchant === undefined || !proves(world, merchant, textField(body, 'merchantAuth')))
    return refuse('request.merchant-auth')
  return { ...caller, merchant }
}

export function textField(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : ''
}

/** Whether a merchantAuth is that merchant's. Assumption `authentication.merchant-auth`. */
function proves(world: World, merchant: Merchant, merchantAuth: string): boolean {
  const form = world.assumptions.name('authentication.merchant-auth')
  if (form !== 'encrypted-merchant-id' && merchantAuth === merchant.accessToken)
    return world.tokenValid(merchantAuth)
  if (form === 'access-token') return false
  const opened = decryptedJson(decryptRsa(merchantAuth, world.accounts.keysOf(merchant).privateKey, 'both'))
  return opened.ok && textField(opened.value, 'merchantId') === merchant.id
}
