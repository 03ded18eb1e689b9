// Who is in a story: merchants, shoppers and exchanges, with what they show who they are and how payloads are sealed for
// them. Stories name them as inputs; a simulator's control API or a target file tells who they are.

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

/** How payloads are sealed, where the contract leaves it open. */
export interface SealingKnowledge {
  /** `any` leaves the field as the story has it. */
  bankPaymentField: 'any' | 'data' | 'encryptedReq' | 'bare'
  payeeField: 'any' | 'data' | 'encryptedReq' | 'bare'
  validation: 'merchantKey' | 'serviceKey'
  payouts: 'passphrase' | 'rsa'
  padding: 'oaep' | 'pkcs1'
}

export interface People {
  merchants: KnownMerchant[]
  shoppers: Partial<Record<Role, KnownShopper>>
  exchanges: string[]
  coin: string
  /** The access token that POST /payout/transfer takes. */
  payoutToken: string
  servicePublicKey: string | undefined
  sealing: SealingKnowledge
  /** Whether access tokens expire on a clock that stories move, so that they must be issued anew. */
  tokensExpire: boolean
}

/** The answer of the control operation getCredentials, as far as it is read here. */
export interface Credentials {
  merchants: KnownMerchant[]
  shoppers: { id: string; accessToken: string; stockIds: string[] }[]
  exchanges: string[]
  servicePublicKey: string
}

/** The stand-in in force for each open item, as the control operation getStandIns lists them. */
export type StandInNames = ReadonlyMap<string, string>

/** The people of a simulator. A shopper's role is what its access token is called: `shopper-low-balance`. */
export function peopleOfSimulator(credentials: Credentials, standIns: StandInNames): People {
  const { merchants, exchanges, servicePublicKey } = credentials
  const named = new Map(credentials.shoppers.map((shopper) => [roleOf(shopper.accessToken), shopper]))
  const shoppers: People['shoppers'] = {}
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
    sealing: {
      bankPaymentField: fieldName(standIns.get('access.bank-payment-field')),
      payeeField: fieldName(standIns.get('access.payee-field')),
      validation: standIns.get('sealing.validation') === 'serviceKey' ? 'serviceKey' : 'merchantKey',
      payouts: standIns.get('sealing.payouts') === 'rsa' ? 'rsa' : 'passphrase',
      padding: standIns.get('sealing.rsa-padding') === 'pkcs1' ? 'pkcs1' : 'oaep',
    },
    tokensExpire: standIns.get('access.token-issue') === 'expiring',
  }
}

function roleOf(accessToken: string): string {
  return accessToken
    .replace(/^shopper-/, '')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function fieldName(name: string | undefined): SealingKnowledge['payeeField'] {
  return name === 'data' || name === 'encryptedReq' || name === 'bare' ? name : 'any'
}

/** The people of a target file. */
export function peopleOfTarget({ merchants, shoppers, exchanges, known, servicePublicKey }: Target): People {
  const listed: People['shoppers'] = {}
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
    sealing: {
      bankPaymentField: known.bankPaymentField,
      payeeField: known.payeeField,
      validation: known.validationSealing,
      payouts: known.payoutSealing,
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
export function inputsOf(people: People): Partial<Record<InputName, unknown>> {
  const [merchant, otherMerchant] = people.merchants
  const unverifiedMerchant = people.merchants.find(({ verified }) => !verified)
  const [exchange] = people.exchanges
  return {
    ...(merchant === undefined ? {} : { merchant: merchantInput(merchant) }),
    ...(otherMerchant === undefined ? {} : { otherMerchant: merchantInput(otherMerchant) }),
    ...(unverifiedMerchant === undefined ? {} : { unverifiedMerchant: merchantInput(unverifiedMerchant) }),
    ...people.shoppers,
    ...(exchange === undefined ? {} : { exchange }),
    coin: people.coin,
    payoutToken: people.payoutToken,
  }
}

function merchantInput({ id, accessToken, merchantAuth, bankAccountId }: KnownMerchant) {
  return { id, accessToken, merchantAuth, ...(bankAccountId === null ? {} : { bankAccountId }) }
}

/** What must not be shown, each with the name to show in its place. */
export function secretsOf(people: People): Map<string, string> {
  const secrets = new Map<string, string>()
  people.merchants.forEach(({ accessToken, clientSecret, merchantAuth }, index) => {
    const name = index === 0 ? 'merchant' : 'otherMerchant'
    secrets.set(accessToken, `${name}.accessToken`)
    secrets.set(clientSecret, `${name}.clientSecret`)
    if (!secrets.has(merchantAuth)) secrets.set(merchantAuth, `${name}.merchantAuth`)
  })
  for (const [role, shopper] of Object.entries(people.shoppers))
    secrets.set(shopper.accessToken, `${role}.accessToken`)
  return secrets
}
