// The merchants and shoppers that are known to the service, and the keys of payloads.

import { createHmac, generateKeyPairSync } from 'node:crypto'
import { idOf } from './values.ts'

/** A key pair that is short, because tests decrypt much with it. */
function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  return { publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey }
}

const newMerchant = (number: number, currencies: readonly string[], isVerified: boolean) => ({
  id: idOf('merchant', number),
  name: `Emporium ${number}`,
  token: `mat.${number}.f0e1`,
  secret: `client secret no. ${number}`,
  bankAccountId: idOf('merchant bank', number),
  key: newKey(),
  currencies,
  isVerified,
})

const shopperNames = 'regular abroad poor unlisted passwordless lockedout walletless wholesale unbanked'

/** A shopper, and what their exchange and bank say. The name says what is unusual. */
const newShopper = (name: string) => ({
  id: idOf(`shopper ${name}`, 1),
  name,
  token: `sat.${name}.b4a5`,
  stockId: idOf(`stock ${name}`, 1),
  country: name === 'abroad' ? 'DK' : 'US',
  balance: name === 'poor' ? '0.00001' : '4000',
  minimum: name === 'wholesale' ? '500' : '3',
  isListed: name !== 'unlisted',
  hasPassword: name !== 'passwordless',
  canLogIn: name !== 'lockedout',
  hasWallet: name !== 'walletless',
  hasBank: name !== 'unbanked',
})

export const newAccounts = () => ({
  serviceKey: newKey(),
  merchants: [newMerchant(1, ['LTC', 'BTC', 'ETH'], true), newMerchant(2, ['XMR'], false)] as const,
  shoppers: shopperNames.split(' ').map(newShopper),
})

export type Accounts = ReturnType<typeof newAccounts>
export type Merchant = ReturnType<typeof newMerchant>
export type Shopper = ReturnType<typeof newShopper>

/** The proof of a merchant in the subscription requests. */
export const merchantAuthOf = ({ id, secret }: Merchant): string =>
  createHmac('sha256', secret).update(id).digest('base64url')
