import type { CHOICES } from './choices.ts'
import { idOf, newPayloadKey, type PayloadKey } from './payloads.ts'

/** A merchant that is registered with the service. */
export interface Merchant {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly payoutToken: string
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
}

/** Two merchants, and a shopper for each outcome of an exchange payment. */
export function newAccounts(): {
  readonly merchants: readonly Merchant[]
  readonly shoppers: readonly Shopper[]
} {
  const merchant = (number: number, verified: boolean): Merchant => ({
    id: idOf('merchant', number),
    name: `Emporium ${number}`,
    token: `mat.${number}.f0e1`,
    payoutToken: `pat.${number}.d2c3`,
    secret: `client secret no. ${number}`,
    key: newPayloadKey(),
    currencies: number === 1 ? ['LTC', 'BTC', 'ETH'] : ['XMR'],
    bankAccountId: idOf('merchant bank', number),
    verified,
  })
  const shopper = (name: string, more: Partial<Shopper> = {}): Shopper => ({
    id: idOf('shopper', name.length),
    name,
    token: `sat.${name}.b4a5`,
    country: 'US',
    stockId: idOf(`stock ${name}`, 1),
    balance: '4000',
    whitelisted: true,
    exchangePassword: true,
    exchangeLogin: true,
    ...more,
  })
  return {
    merchants: [merchant(1, true), merchant(2, false)],
    shoppers: [
      shopper('regular'),
      shopper('abroad', { country: 'DK' }),
      shopper('poor', { balance: '0.00001' }),
      shopper('unlisted', { whitelisted: false }),
      shopper('passwordless', { exchangePassword: false }),
      shopper('lockedout', { exchangeLogin: false }),
    ],
  }
}
