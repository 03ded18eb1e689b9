// Who is in a scenario: merchants, shoppers and exchanges, with what they show who they are and how payloads are encrypted for
// them. Scenarios name them as inputs; a simulator's control API or a target file tells who they are.

import { type Role, roles, type Target } from '../contract-tests/target.ts'

export interface KnownMerchant {
  id: string
  accessToken: string
  clientSecret: string
  merchantAuth: string
  /** PEM. */
  publicKey: string
  bankAccountId: string | null
  /** Whether the business verification (KYB) is done. */
  verified: boolean
}

export interface KnownShopper {
  /** Known for a simulator only; the service never asks for it. */
  id?: string
  accessToken: string
  /** A linked bank. */
  stockId?: string
}

/** How payloads are encrypted, where the contract leaves it open. */
export interface EncryptionKnowledge {
  /** `any` leaves the field as the scenario has it. */
  bankPaymentField: 'any' | 'data' | 'encryptedReq' | 'bare'
  payeeField: 'any' | 'data' | 'encryptedReq' | 'bare'
  validation: 'merchant-key' | 'service-key'
  payouts: 'passphrase' | 'rsa'
  padding: 'oaep' | 'pkcs1'
}

export interface Accounts {
  merchants: KnownMerchant[]
  shoppers: Partial<Record<Role, KnownShopper>>
  exchanges: string[]
  coin: string
  /** The access token that POST /payout/transfer takes. */
  payoutToken: string
  servicePublicKey: string | undefined
  encryption: EncryptionKnowledge
  /** Whether access tokens expire on a clock that scenarios move, so that they must be issued anew. */
  tokensExpire: boolean
}

/** The answer of the control operation getCredentials, as far as it is read here. */
export interface Credentials {
  merchants: KnownMerchant[]
  shoppers: { id: string; accessToken: string; stockIds: string[] }[]
  exchanges: string[]
  servicePublicKey: string
}

/** The assumption in force for each unspecified behavior, as the control operation getStandIns lists them. */
export type AssumptionNames = ReadonlyMap<string, string>

/** The people of a simulator. A shopper's role is what its access token is called: `shopper-low-balance`. */
export function accountsOfSimulator(credentials: Credentials, assumptions: AssumptionNames): Accounts {
  const { merchants, exchanges, servicePublicKey } = credentials
  const named = new Map(credentials.shoppers.map((shopper) => [roleOf(shopper.accessToken), shopper]))
  const shoppers: Accounts['shoppers'] = {}
  for (const role of roles) {
    const shopper = named.get(role) ?? (role === 'ready' ? credentials.shoppers[0] : undefined)
    if (shopper === undefined) continue
    const [stockId] = shopper.stockIds
    shoppers[role] = {
      id: shopper.id,
      accessToken: shopper.accessToken,
      ...(stockId === undefined ? {} : { stockId }),
    }
  }
  return {
    merchants,
    shoppers,
    exchanges,
    coin: 'BTC',
    payoutToken: merchants[0]?.accessToken ?? '',
    servicePublicKey,
    encryption: {
      bankPaymentField: fieldName(assumptions.get('encryption.bank-payment-field')),
      payeeField: fieldName(assumptions.get('encryption.payee-field')),
      validation:
        assumptions.get('encryption.exchange-validation') === 'service-key' ? 'service-key' : 'merchant-key',
      payouts: assumptions.get('encryption.payouts') === 'rsa' ? 'rsa' : 'passphrase',
      padding: assumptions.get('encryption.rsa-padding') === 'pkcs1' ? 'pkcs1' : 'oaep',
    },
    tokensExpire: assumptions.get('authentication.token-issue') === 'expiring',
  }
}

function roleOf(accessToken: string): string {
  return accessToken
    .replace(/^shopper-/, '')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function fieldName(name: string | undefined): EncryptionKnowledge['payeeField'] {
  return name === 'data' || name === 'encryptedReq' || name === 'bare' ? name : 'any'
}

/** The people of a target file. */
export function accountsOfTarget({
  merchants,
  shoppers,
  exchanges,
  known,
  servicePublicKey,
}: Target): Accounts {
  const listed: Accounts['shoppers'] = {}
  for (const role of roles) {
    const shopper = shoppers[role]
    if (shopper === undefined) continue
    const { accessToken, stockId } = shopper
    listed[role] = { accessToken, ...(stockId === undefined ? {} : { stockId }) }
  }
  const payer = known.transferToken === 'merchant' ? merchants[0] : shoppers.ready
  return {
    merchants,
    shoppers: listed,
    exchanges,
    coin: known.coin,
    payoutToken: payer?.accessToken ?? '',
    servicePublicKey,
    encryption: {
      bankPaymentField: known.bankPaymentField,
      payeeField: known.payeeField,
      validation: known.validationEncryption,
      payouts: known.payoutEncryption,
      padding: known.rsaPadding,
    },
    tokensExpire: known.tokensExpire,
  }
}

/** Every input that the runner gives by itself, by name. */
export const inputNames = [
  'merchant',
  'otherMerchant',
  'unverifiedMerchant',
  ...roles,
  'exchange',
  'coin',
  'payoutToken',
  'receiver',
] as const
export type InputName = (typeof inputNames)[number]

/** The inputs that these people make; what is not known is left out. */
export function inputsOf(accounts: Accounts): Partial<Record<InputName, unknown>> {
  const [merchant, otherMerchant] = accounts.merchants
  const unverifiedMerchant = accounts.merchants.find(({ verified }) => !verified)
  const [exchange] = accounts.exchanges
  return {
    ...(merchant === undefined ? {} : { merchant: merchantInput(merchant) }),
    ...(otherMerchant === undefined ? {} : { otherMerchant: merchantInput(otherMerchant) }),
    ...(unverifiedMerchant === undefined ? {} : { unverifiedMerchant: merchantInput(unverifiedMerchant) }),
    ...accounts.shoppers,
    ...(exchange === undefined ? {} : { exchange }),
    coin: accounts.coin,
    payoutToken: accounts.payoutToken,
  }
}

function merchantInput({ id, accessToken, merchantAuth, bankAccountId }: KnownMerchant) {
  return { id, accessToken, merchantAuth, ...(bankAccountId === null ? {} : { bankAccountId }) }
}

/** What must not be shown, each with the name to show in its place. */
export function secretsOf(accounts: Accounts): Map<string, string> {
  const secrets = new Map<string, string>()
  accounts.merchants.forEach(({ accessToken, clientSecret, merchantAuth }, index) => {
    const name = index === 0 ? 'merchant' : 'otherMerchant'
    secrets.set(accessToken, `${name}.accessToken`)
    secrets.set(clientSecret, `${name}.clientSecret`)
    if (!secrets.has(merchantAuth)) secrets.set(merchantAuth, `${name}.merchantAuth`)
  })
  for (const [role, shopper] of Object.entries(accounts.shoppers))
    secrets.set(shopper.accessToken, `${role}.accessToken`)
  return secrets
}
