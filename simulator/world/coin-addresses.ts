// Addresses in the format of a coin's network, with their checksum: where a merchant is paid at an exchange, and by wallets.

import { hash } from 'node:crypto'
import { bech32 } from '@scure/base'
import type { Currency, Merchant } from './accounts.ts'
import type { World } from './world.ts'

const programBytes = 20

/** The address of a witness program or account, 20 bytes long. */
function addressOf(currency: Currency, program: Uint8Array): string {
  if (currency.address === 'hex') return `0x${Buffer.from(program).toString('hex')}`
  const prefix = currency.address.slice('bech32:'.length)
  return bech32.encode(prefix, [0, ...bech32.toWords(program)])
}

/** A random address, for one transaction. */
export function receiverAddress(world: World, currency: Currency): string {
  return addressOf(currency, world.random.bytes(programBytes))
}

// Computing an address takes longer than the rest of a payment, and each copy takes 250 bytes.
const depositAddresses = new WeakMap<Merchant, Map<string, string>>()

/** Where a merchant is paid at an exchange, or by wallets: always the same address, which is what a whitelist can hold. */
export function depositAddress(merchant: Merchant, place: string, coin: Currency): string {
  const ofMerchant = depositAddresses.get(merchant) ?? new Map<string, string>()
  depositAddresses.set(merchant, ofMerchant)
  const key = `${place} ${coin.id}`
  const known = ofMerchant.get(key)
  if (known !== undefined) return known
  const program = hash('sha256', `${merchant.id} ${key}`, 'buffer').subarray(0, programBytes)
  const address = addressOf(coin, program)
  ofMerchant.set(key, address)
  return address
}
