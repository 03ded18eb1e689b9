// The merchants and shoppers that are known to the service.

import type { CHOICES } from './choices.ts'
import { idOf, newPayloadKey, type PayloadKey } from './payloads.ts'

/** A merchant that is registered with the service. */
export interface Merchant {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly secret: string
  readonly key: PayloadKey
  readonly currencies: readonly (keyof typeof CHOICES.rates)[]
  readonly bankAccountId: string
  readonly verified: boolean
}

/** A shopper, and what their exchange and bank say about them. */
export interface Shopper {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly country: string
  readonly stockId: string
  readonly balance: string
  readonly whitelisted: boolean
  readonly exchangePassword: boolean
  readonly exchangeLogin: boolean
  readonly wallet: boolean
  readonly minimum: string
  readonly bank: boolean
}

/** Who is known to the service, and the service's own key. */
export interface Accounts {
  readonly merchants: readonly [Merchant, Merchant]
  readonly shoppers: readonly Shopper[]
  readonly serviceKey: PayloadKey
}

/** Two merchants, and a shopper for each outcome of an exchange payment. */
export function newAccounts(): Accounts {
  const merchant = (number: number, verified: boolean): Merchant => ({
    id: idOf('merchant', number),
    name: `Emporium ${number}`,
    token: `mat.${number}.f0e1`,
    secret: `client secret no. ${number}`,
    key: newPayloadKey(),
    currencies: number === 1 ? ['LTC', 'BTC', 'ETH'] : ['XMR'],
    bankAccountId: idOf('merchant bank', number),
    verified,
  })
  const shopper = (name: string, more: Partial<Shopper> = {}): Shopper => ({
    id: idOf(`shopper ${name}`, 1),
    name,
    token: `sat.${name}.b4a5`,
    country: 'US',
    stockId: idOf(`stock ${name}`, 1),
    balance: '4000',
    whitelisted: true,
    exchangePassword: true,
    exchangeLogin: true,
    wallet: true,
    minimum: '3',
    bank: true,
    ...more,
  })
  return {
    serviceKey: newPayloadKey(),
    merchants: [merchant(1, true), merchant(2, false)],
    shoppers: [
      shopper('regular'),
      shopper('abroad', { country: 'DK' }),
      shopper('poor', { balance: '0.00001' }),
      shopper('unlisted', { whitelisted: false }),
      shopper('passwordless', { exchangePassword: false }),
      shopper('lockedout', { exchangeLogin: false }),
      shopper('walletless', { wallet: false }),
      shopper('wholesale', { minimum: '500' }),
      shopper('unbanked', { bank: false }),
    ],
  }
}
