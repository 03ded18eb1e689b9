// The accounts of a world: merchants, shoppers, exchanges and currencies, indexed, and the addresses of merchants. They do not change; what
// changes (balances, webhooks, payments) is in world.ts.

import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'
import { bech32 } from '@scure/base'
import type { Assumptions } from './assumptions.ts'
import type { SeededRandom } from './random.ts'
import type { WorldFile } from './world-file.ts'

export type Currency = WorldFile['currencies'][number]
export type Merchant = WorldFile['merchants'][number]
export type Shopper = WorldFile['shoppers'][number]
export type Exchange = WorldFile['exchanges'][number]
type ExchangeAccount = Shopper['exchangeAccounts'][string]
type LinkedBank = Shopper['banks'][number]

interface KeyPair {
  privateKey: KeyObject
  publicKey: KeyObject
  publicKeyPem: string
}

// Parsing a key takes as long as decrypting with it, and worlds share a few keys.
const maxParsedKeys = 1000
const parsedKeys = new Map<string, KeyPair>()

function keyPair(privateKeyPem: string): KeyPair {
  const known = parsedKeys.get(privateKeyPem)
  if (known !== undefined) return known
  const privateKey = createPrivateKey(privateKeyPem)
  const publicKey = createPublicKey(privateKey)
  const pair = {
    privateKey,
    publicKey,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
  if (parsedKeys.size === maxParsedKeys) parsedKeys.clear()
  parsedKeys.set(privateKeyPem, pair)
  return pair
}

type Find<Row> = (key: string) => Row | undefined

function finder<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Find<Row> {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return (key) => byKey.get(key)
}

export class Accounts {
  readonly partner: WorldFile['partner']
  readonly currencies: readonly Currency[]
  readonly exchanges: readonly Exchange[]
  readonly merchants: readonly Merchant[]
  readonly shoppers: readonly Shopper[]
  readonly firstMerchant: Merchant
  readonly serviceKey: KeyPair

  readonly currency: Find<Currency>
  readonly exchange: Find<Exchange>
  readonly merchant: Find<Merchant>
  readonly merchantWithClientId: Find<Merchant>
  readonly merchantWithToken: Find<Merchant>
  readonly shopper: Find<Shopper>
  readonly shopperWithToken: Find<Shopper>
  readonly linkedBank: Find<{ shopper: Shopper; bank: LinkedBank }>
  private readonly paidByClientId: boolean
  private readonly clientIds: ReadonlyMap<Merchant, string>
  private readonly accountNames: ReadonlyMap<string, string>

  /** The credentials of all accounts, with the name that is shown instead of a shopper's: the control API takes it for the shopper. */
  get secrets(): readonly (readonly [secret: string, name?: string])[] {
    return [
      ...this.merchants.flatMap(({ accessToken, clientSecret }) => [[accessToken], [clientSecret]] as const),
      ...this.shoppers.map(({ accessToken, name }) => [accessToken, `shopper ${name}`] as const),
    ]
  }

  constructor(file: WorldFile, assumptions: Assumptions) {
    this.partner = file.partner
    this.currencies = file.currencies
    this.merchants = file.merchants
    this.shoppers = file.shoppers
    // The names of the world file, unless an assumption sets others.
    const names =
      assumptions.is('exchange-payments.exchange-identifiers', 'placeholders') &&
      !assumptions.pinned('exchange-payments.exchange-identifiers')
        ? undefined
        : assumptions.value('exchange-payments.exchange-identifiers')
    this.exchanges = file.exchanges.map((exchange, index) => ({
      ...exchange,
      name: names?.[index] ?? exchange.name,
    }))
    this.accountNames = new Map(
      this.exchanges.map((exchange, index) => [exchange.name, file.exchanges[index]?.name ?? exchange.name]),
    )
    this.serviceKey = keyPair(file.serviceKey)
    const [firstMerchant] = file.merchants
    if (firstMerchant === undefined) throw new RangeError('A world needs at least one merchant.')
    this.firstMerchant = firstMerchant

    this.currency = finder(file.currencies, ({ id }) => id)
    this.exchange = finder(this.exchanges, ({ name }) => name)
    this.merchant = finder(file.merchants, ({ id }) => id)
    this.paidByClientId = assumptions.is('authentication.client-id', 'another')
    this.clientIds = new Map(
      file.merchants.map((one) => [one, one.clientId ?? (this.paidByClientId ? `client-${one.id}` : one.id)]),
    )
    this.merchantWithClientId = finder(file.merchants, (merchant) => this.clientIdOf(merchant))
    this.merchantWithToken = finder(file.merchants, ({ accessToken }) => accessToken)
    this.shopper = finder(file.shoppers, ({ id }) => id)
    this.shopperWithToken = finder(file.shoppers, ({ accessToken }) => accessToken)
    this.linkedBank = finder(
      file.shoppers.flatMap((shopper) => shopper.banks.map((bank) => ({ shopper, bank }))),
      ({ bank }) => bank.stockId,
    )
  }

  /** The `clientId` of tokens and closing. Assumption `authentication.client-id`. */
  clientIdOf(merchant: Merchant): string {
    return this.clientIds.get(merchant) ?? merchant.id
  }

  /** True if a payload names the merchant as its `clientId`. Assumption `authentication.client-id`. */
  isNamed(merchant: Merchant, clientId: string): boolean {
    return clientId === this.clientIdOf(merchant) || (!this.paidByClientId && clientId === merchant.id)
  }

  keysOf(merchant: Merchant): KeyPair {
    return keyPair(merchant.privateKey)
  }

  /** A shopper's account at an exchange; undefined without an account. */
  exchangeAccount(shopper: Shopper, exchange: Exchange): ExchangeAccount | undefined {
    const accounts = shopper.exchangeAccounts
    const name = this.accountNames.get(exchange.name) ?? exchange.name
    return Object.hasOwn(accounts, name) ? accounts[name] : accounts['*']
  }
}

const programBytes = 20

/** The address of a witness program or account, 20 bytes long. */
function addressOf(currency: Currency, program: Uint8Array): string {
  if (currency.address === 'hex') return `0x${Buffer.from(program).toString('hex')}`
  const prefix = currency.address.slice('bech32:'.length)
  return bech32.encode(prefix, [0, ...bech32.toWords(program)])
}

/** A random address, for one transaction. */
export function receiverAddress({ random }: { readonly random: SeededRandom }, currency: Currency): string {
  return addressOf(currency, random.bytes(programBytes))
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
