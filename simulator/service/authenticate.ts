// Who sends a request. A token is checked before the rest of the request, credentials in the body after the body.

import { isObject } from '../../core/json.ts'
import type { TokenKind } from '../../spec/operation.ts'
import { decryptedJson } from '../encryption/decryption-outcome.ts'
import { decryptRsa } from '../encryption/rsa.ts'
import { type Refusal, refuse } from '../resources/refusals.ts'
import type { Merchant } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import type { CompiledOperation } from './compiled-document.ts'
import { textField } from './decrypt-payload.ts'
import type { ServiceContext } from './service-context.ts'

interface TokenRule {
  kinds: readonly TokenKind[]
  isRequired: boolean
}

const merchantToken: TokenRule = { kinds: ['merchant'], isRequired: true }
const shopperToken: TokenRule = { kinds: ['shopper'], isRequired: true }

/** Which tokens an operation accepts; undefined when it ignores them. */
function tokenRule(
  world: World,
  { credential, assumedToken }: Pick<CompiledOperation, 'credential' | 'assumedToken'>,
): TokenRule | undefined {
  // authentication.qr-needs-token, authentication.order-info-needs-token, authentication.currencies-need-token,
  // authentication.store-needs-token
  if (credential === 'merchantToken') return merchantToken
  // authentication.exchange-check-needs-token, authentication.exchange-payment-needs-token, authentication.balances-need-token,
  // authentication.banks-need-token, authentication.shopper-needs-token
  if (credential === 'shopperToken') return shopperToken
  // authentication.closing-needs-no-header
  if (assumedToken === undefined) return undefined
  const { kind, kindDecidedBy, requirementDecidedBy } = assumedToken
  const { assumptions } = world
  const option = kindDecidedBy === undefined ? kind : assumptions.name(kindDecidedBy)
  return {
    kinds: option === 'either' ? ['merchant', 'shopper'] : [option],
    // authentication.transfers-need-token
    isRequired: requirementDecidedBy === undefined || assumptions.is(requirementDecidedBy, 'demanded'),
  }
}

/** Identifies the merchant or the shopper by the Authorization header. Contract: Authentication. */
export function authenticate(context: ServiceContext): Refusal | undefined {
  const { world, request, operation } = context
  const rule = tokenRule(world, operation)
  const authorization = request.headers.authorization
  if (rule === undefined)
    return authorization !== undefined && world.assumptions.is('authentication.unneeded-header', 'refused')
      ? refuse('request.invalid', 'It must have no Authorization header.')
      : undefined
  if (authorization === undefined) return rule.isRequired ? refuse('request.no-token') : undefined
  const token = bearerToken(authorization)
  if (token === undefined)
    return refuse('request.no-token', 'The Authorization header must have the form "Bearer <token>".')
  // authentication.shopper-token-is-not-a-merchants, authentication.merchant-token-is-not-a-shoppers
  if (rule.kinds.includes('merchant')) context.merchant = world.accounts.merchantWithToken(token)
  if (rule.kinds.includes('shopper')) context.shopper = world.accounts.shopperWithToken(token)
  if (context.merchant === undefined && context.shopper === undefined)
    return refuse('request.unknown-token', `A ${rule.kinds.join(' or ')} token is required.`)
  return world.tokenValid(token) ? undefined : refuse('request.unknown-token', 'The token has expired.')
}

/** Identifies the merchant by clientId, or by merchantId and merchantAuth. Contract: Authentication. */
export function authenticateByBody(context: ServiceContext): Refusal | undefined {
  const { world, operation, body } = context
  if (operation.credential === 'clientSecret') {
    context.merchant = world.accounts.merchantWithClientId(textField(body, 'clientId'))
    return context.merchant === undefined
      ? refuse('request.no-merchant', 'clientId is not a merchant.')
      : undefined
  }
  if (operation.assumedToken?.withoutToken === 'request' && context.merchant === undefined)
    return identifyByRequest(context)
  if (operation.credential !== 'merchantAuth') return undefined
  const merchantId = textField(body, 'merchantId')
  const form = world.assumptions.name('authentication.merchant-id-form')
  const merchant =
    (form === 'base64' ? undefined : world.accounts.merchant(merchantId)) ??
    (form === 'plain' ? undefined : world.accounts.merchant(Buffer.from(merchantId, 'base64').toString()))
  // authentication.debit-needs-merchant-auth, authentication.cancel-needs-merchant-auth,
  // authentication.merchant-auth-of-its-merchant
  if (merchant === undefined || !isMerchantAuth(world, merchant, textField(body, 'merchantAuth')))
    return refuse('request.merchant-auth')
  context.merchant = merchant
  return undefined
}

/** Identifies the merchant of a request without a token by what else it has. Assumption `authentication.invoice-headers`. */
function identifyByRequest(context: ServiceContext): Refusal | undefined {
  const { world, body } = context
  const { accounts } = world
  const [only, second] = accounts.merchants
  const named = {
    clientId: accounts.merchantWithClientId(textField(body, 'clientId')),
    merchantId: accounts.merchant(textField(body, 'merchantId')),
  }
  const namedBy = (['clientId', 'merchantId'] as const).find((name) => named[name] !== undefined)
  const redirectUrl = textField(body, 'redirectUrl')
  if (namedBy !== undefined) {
    context.merchant = named[namedBy]
    context.merchantKnownBy = namedBy
  } else if (world.assumptions.is('authentication.invoice-headers', 'first-merchant')) {
    context.merchant = only
    context.merchantKnownBy = 'assumption authentication.invoice-headers'
  } else if (second === undefined) {
    context.merchant = only
    context.merchantKnownBy = 'being the only merchant'
  } else if (redirectUrl !== '') {
    context.merchant = onlyOne(accounts.merchants.filter(({ shop }) => sameOrigin(shop.url, redirectUrl)))
    context.merchantKnownBy = 'redirectUrl'
  }
  return context.merchant === undefined ? refuse('request.no-merchant') : undefined
}

function onlyOne<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined
}

function sameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin
}

/** True if a merchantAuth is valid for the merchant. Unspecified behavior `authentication.merchant-auth`. */
function isMerchantAuth(world: World, merchant: Merchant, merchantAuth: string): boolean {
  const form = world.assumptions.name('authentication.merchant-auth')
  if (form !== 'encrypted-merchant-id' && merchantAuth === merchant.accessToken)
    return world.tokenValid(merchantAuth)
  if (form === 'access-token') return false
  const { privateKey } = world.accounts.keysOf(merchant)
  const decrypted = decryptedJson(decryptRsa(merchantAuth, privateKey, 'both'))
  if (!decrypted.ok || !isObject(decrypted.value)) return false
  // Clients encrypt what they have at hand, such as the subscriptionId.
  const { merchantId = form === 'decrypted' ? merchant.id : '' } = decrypted.value
  return merchantId === merchant.id
}

/** The token of an `Authorization` header; undefined if it has another form. */
export function bearerToken(authorization = ''): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}
