// Builds the HTTP request of any operation from its row in spec/operations.ts, the caller's account, and what is assumed
// about unspecified behaviors. Nothing is sent here.

import { UsageError } from '../core/errors.ts'
import { isObject } from '../core/json.ts'
import { fixedHeaders, type Operation, type TokenKind } from '../spec/operation.ts'
import { type OperationId, operations } from '../spec/operations.ts'
import { operationResources } from '../spec/resource-names.ts'
import { type Encryption, encrypt } from './encryption.ts'
import type { MerchantAccount, ShopperAccount, Target } from './target.ts'
import { clientIdOf, merchantIdOf } from './target-accounts.ts'

/** Who calls, and what is assumed about the service: a target has it all. */
export type RequestAccounts = Pick<
  Target,
  'merchants' | 'shoppers' | 'exchanges' | 'servicePublicKey' | 'assumptions' | 'encrypt'
> &
  Partial<Pick<Target, 'headers' | 'operations'>>

/** Differences of a request from the usual one of its operation. */
export interface RequestOptions {
  /** The first merchant by default. */
  merchant?: MerchantAccount
  /** The shopper `ready` by default. */
  shopper?: Pick<ShopperAccount, 'accessToken' | 'exchanges'>
  /** The exchange identifier in the path; by default the first one of the shopper. */
  exchange?: string
  query?: Readonly<Record<string, string>>
  /** The body, or its fields next to the encrypted payload. */
  body?: unknown
  /** The payload to encrypt. */
  payload?: unknown
  /** The text to encrypt in place of the payload's JSON. A target module takes only JSON. */
  payloadText?: string
  /** In place of the operation's own encryption. */
  encryption?: Encryption
  /** The field of the encrypted text; `bare` makes it the whole body, null omits it. */
  field?: string | null
  /** The access token of the Authorization header; null omits the header. */
  token?: string | null
  /** Further headers; null omits one that the operation usually has. */
  headers?: Readonly<Record<string, string | null>>
  /** The text of the body, in place of everything above. */
  rawBody?: string
  /** True if clientId, or merchantId and merchantAuth, are added to a body that lacks them; the default. */
  addCredentials?: boolean
  /** Makes encryption deterministic: the same seed and payload produce the same encrypted text. */
  seed?: string
}

/** A request of an operation. */
export interface OperationRequest<Id extends OperationId = OperationId> {
  operationId: Id
  method: 'GET' | 'POST'
  /** Path and query, relative to the base URL. */
  path: string
  headers: Record<string, string>
  /** JSON text; undefined for GET. */
  body: string | undefined
}

/** Builds the request of an operation. Throws a UsageError where the target lacks an account or a key for it. */
export function operationRequest<Id extends OperationId>(
  operationId: Id,
  accounts: RequestAccounts,
  options: RequestOptions = {},
): OperationRequest<Id> {
  const isGet = operations[operationId].method === 'get'
  return {
    operationId,
    method: isGet ? 'GET' : 'POST',
    path: pathOf(operationId, accounts, options),
    headers: headersOf(operationId, accounts, options),
    body: isGet ? undefined : (options.rawBody ?? JSON.stringify(bodyOf(operationId, accounts, options))),
  }
}

function pathOf(
  operationId: OperationId,
  { exchanges, shoppers }: RequestAccounts,
  { shopper = shoppers.ready, exchange = (shopper.exchanges ?? exchanges)[0] ?? '', query }: RequestOptions,
): string {
  const path = operations[operationId].path.replace('{exchange_name}', encodeURIComponent(exchange))
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

function headersOf(
  operationId: OperationId,
  accounts: RequestAccounts,
  options: RequestOptions,
): Record<string, string> {
  const headers: Record<string, string> = {
    // Without it, some web frameworks refuse with HTML, or redirect to a page for people.
    accept: 'application/json',
    ...lowerCaseNames(accounts.headers ?? {}),
    ...lowerCaseNames((options.merchant ?? accounts.merchants[0])?.headers ?? {}),
    ...lowerCaseNames(accounts.operations?.[operationId]?.headers ?? {}),
    'content-type': 'application/json',
    ...fixedHeaders(rowOf(operationId)),
  }
  const token = options.token === undefined ? accessToken(operationId, accounts, options) : options.token
  if (token !== null) headers.authorization = `Bearer ${token}`
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) delete headers[name.toLowerCase()]
    else headers[name.toLowerCase()] = value
  }
  return headers
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The access token that an operation takes; null for operations with credentials in the body. */
export function accessToken(
  operationId: OperationId,
  accounts: RequestAccounts,
  options: Pick<RequestOptions, 'merchant' | 'shopper'> = {},
): string | null {
  const { token: operationToken } = accounts.operations?.[operationId] ?? {}
  // A target file states it for the accounts that are used by default.
  const isDefault =
    (options.merchant ?? accounts.merchants[0]) === accounts.merchants[0] &&
    (options.shopper ?? accounts.shoppers.ready) === accounts.shoppers.ready
  if (operationToken !== undefined && isDefault) return operationToken
  switch (tokenKind(operationId, accounts)) {
    case 'merchant': {
      const { accessToken: token, payoutToken = token } = merchantOf(accounts, options)
      return operationResources[operationId] === 'payouts' ? payoutToken : token
    }
    case 'shopper':
      return (options.shopper ?? accounts.shoppers.ready).accessToken
    default:
      return null
  }
}

function tokenKind(operationId: OperationId, { assumptions }: RequestAccounts): TokenKind | undefined {
  const row = rowOf(operationId)
  if (row.credential === 'merchantToken') return 'merchant'
  if (row.credential === 'shopperToken') return 'shopper'
  if (!('assumedToken' in row)) return undefined
  const { kind, kindDecidedBy } = row.assumedToken
  return kindDecidedBy === undefined ? kind : assumptions[kindDecidedBy]
}

function rowOf(operationId: OperationId): Operation {
  return operations[operationId]
}

/** The merchant of a request. */
function merchantOf(
  { merchants }: RequestAccounts,
  { merchant = merchants[0] }: Pick<RequestOptions, 'merchant'>,
): MerchantAccount {
  if (merchant !== undefined) return merchant
  throw new UsageError('The target has no merchant.', 'Every request needs one.', 'Add one to merchants.')
}

function bodyOf(operationId: OperationId, accounts: RequestAccounts, options: RequestOptions): unknown {
  const { body = {}, addCredentials = true } = options
  const isFields = isObject(body)
  const fields = {
    ...(addCredentials ? bodyCredentials(operationId, accounts, options) : {}),
    ...(isFields ? body : {}),
  }
  if (rowOf(operationId).encrypted === undefined) return isFields ? fields : body
  const field = options.field === undefined ? payloadField(operationId, accounts) : options.field
  if (field === null) return fields
  const encrypted = encryptedText(operationId, accounts, options)
  return field === 'bare' ? encrypted : { ...fields, [field]: encrypted }
}

function encryptedText(operationId: OperationId, accounts: RequestAccounts, options: RequestOptions): string {
  const encryption = options.encryption ?? payloadEncryption(operationId, accounts, options)
  if (encryption.scheme === 'none') return encryption.text
  const text: string | undefined = options.payloadText ?? JSON.stringify(options.payload)
  if (text !== undefined) return encrypt(text, encryption, options.seed)
  throw new UsageError(
    `A request of ${operationId} needs a payload.`,
    'Its body contains an encrypted payload.',
    'Pass `payload`.',
  )
}

/** The fields of a body that identify the merchant. Contract: Authentication. */
export function bodyCredentials(
  operationId: OperationId,
  accounts: RequestAccounts,
  options: Pick<RequestOptions, 'merchant'> = {},
): Record<string, string> {
  switch (operations[operationId].credential) {
    case 'clientSecret':
      return { clientId: clientIdOf(merchantOf(accounts, options)) }
    case 'merchantAuth': {
      const merchant = merchantOf(accounts, options)
      const merchantId = merchantIdOf(merchant, accounts.assumptions['authentication.merchant-id-form'])
      return { merchantId, merchantAuth: merchant.merchantAuth }
    }
    default:
      return {}
  }
}

/** The field of an operation's encrypted payload; `bare` if the encrypted text is the whole body. */
export function payloadField(
  operationId: OperationId,
  { assumptions }: Pick<RequestAccounts, 'assumptions'>,
): string {
  const { encrypted } = rowOf(operationId)
  if (encrypted === undefined) return 'bare'
  return encrypted.field ?? assumptions[encrypted.fieldDecidedBy]
}

/** The encryption of an operation's payload for a merchant. Throws a UsageError where the target lacks the key. */
export function payloadEncryption(
  operationId: OperationId,
  accounts: RequestAccounts,
  options: Pick<RequestOptions, 'merchant'> = {},
): Encryption {
  const { encrypted } = rowOf(operationId)
  const { assumptions, servicePublicKey, encrypt: moduleEncrypt } = accounts
  const decidedBy = encrypted?.scheme === null ? encrypted.schemeDecidedBy : undefined
  const scheme = decidedBy === undefined ? encrypted?.scheme : assumptions[decidedBy]
  const merchant = merchantOf(accounts, options)
  if (moduleEncrypt !== undefined)
    return {
      scheme: 'custom',
      encrypt: (payload) => moduleEncrypt(payload, { operationId, merchant, servicePublicKey }),
    }
  if (scheme === 'passphrase')
    return {
      scheme,
      passphrase: merchant.clientSecret,
      derivation: assumptions['encryption.passphrase-format'],
    }
  const publicKey = scheme === 'service-key' ? servicePublicKey : merchant.publicKey
  if (publicKey === undefined)
    throw new UsageError(
      "The target lacks the service's public key.",
      `Its assumption ${decidedBy} is "service-key".`,
      'Add it as servicePublicKey.',
    )
  return {
    scheme: 'rsa',
    publicKey,
    padding: assumptions['encryption.rsa-padding'],
    blocks: assumptions['encryption.long-payloads'],
  }
}
