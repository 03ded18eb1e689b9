// Other worlds: credentials, keys, identifiers, currencies and accounts whose form the contract leaves open.

import { generateKeyPairSync } from 'node:crypto'
import { defaultWorld, type InProcessOptions } from '../../observe/in-process.ts'
import { type Rows, variantsOf } from './rows.ts'

type WorldFile = typeof defaultWorld
type Merchant = WorldFile['merchants'][number]
type Shopper = WorldFile['shoppers'][number]
type Currency = WorldFile['currencies'][number]
type Account = Shopper['exchangeAccounts'][string]

/** A change of every account, currency or exchange of a kind. */
type Patch<Item> = Partial<Item> | ((item: Item, index: number) => Partial<Item>)

/** The differences of a world from the default one. */
interface Differences {
  merchants?: Patch<Merchant>
  shoppers?: Patch<Shopper>
  currencies?: Patch<Currency>
  exchanges?: Patch<WorldFile['exchanges'][number]>
  /** Parts that are changed as a whole. */
  more?: Partial<WorldFile>
}

const patched = <Item extends object>(items: readonly Item[], patch: Patch<Item> = {}): Item[] =>
  items.map((one, at) => ({ ...one, ...(typeof patch === 'function' ? patch(one, at) : patch) }))

/** The default world with differences, made when it is used: a key takes long to generate. */
function world({ more, ...patches }: Differences): NonNullable<InProcessOptions['simulator']> {
  let made: WorldFile | undefined
  return {
    get world() {
      made ??= {
        ...defaultWorld,
        merchants: patched(defaultWorld.merchants, patches.merchants),
        shoppers: patched(defaultWorld.shoppers, patches.shoppers),
        currencies: patched(defaultWorld.currencies, patches.currencies),
        exchanges: patched(defaultWorld.exchanges, patches.exchanges),
        ...more,
      }
      return made
    },
  }
}

const newKey = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey
const withKeys = (modulusLength: number): Differences => ({
  merchants: () => ({ privateKey: newKey(modulusLength) }),
})

/** The same balances in each account of the first shopper. */
const balances =
  (balances: Account['balances']) =>
  ({ exchangeAccounts }: Shopper, at: number) =>
    at > 0
      ? {}
      : {
          exchangeAccounts: Object.fromEntries(
            Object.entries(exchangeAccounts).map(([name, one]) => [name, { ...one, balances }]),
          ),
        }

const names = ['alpha1', '2beta', 'g', 'deltadeltadeltadeltadeltadeltadelta', 'epsilon55'] as const
const renamed = (name: string) => names[defaultWorld.exchanges.findIndex((one) => one.name === name)] ?? name

const worlds = (rows: Rows<Differences>) => variantsOf(rows, (row) => ({ simulator: world(row) }))

export const worldVariants = worlds({
  'Authentication: "How access tokens are obtained: not shown", nor their form, nor that of the client secret.':
    {
      'access tokens of 3,000 characters': {
        merchants: (one) => ({ accessToken: `${one.accessToken}.${'a1-_'.repeat(750)}` }),
        shoppers: (one) => ({ accessToken: `${one.accessToken}.${'B2+/'.repeat(750)}` }),
      },
      'access tokens of digits': {
        merchants: (_, at) => ({ accessToken: String(100 + at) }),
        shoppers: (_, at) => ({ accessToken: String(2000 + at) }),
      },
      'access tokens with every kind of sign': {
        merchants: (one) => ({ accessToken: `~${one.accessToken}!"#$%&'()*+,/:;<=>?@[]^_{|}==` }),
      },
      'client secrets with characters beyond ASCII': {
        merchants: (one) => ({ clientSecret: `gehéim ключ ${one.username} 🔑` }),
      },
      'client secrets of one character': { merchants: (_, at) => ({ clientSecret: 'xy'.charAt(at) }) },
      'client secrets of 500 characters': {
        merchants: (one) => ({ clientSecret: `${one.clientSecret}${'s='.repeat(250)}` }),
      },
    },
  "Shared conventions: RSA with the merchant's public key; the size of the key is not shown.": {
    'merchants with RSA keys of 1024 bits': withKeys(1024),
    'merchants with RSA keys of 3072 bits': withKeys(3072),
    'merchants with RSA keys of 1031 bits': withKeys(1031),
  },
  'Conventions: identifiers are UUID-style strings; those of banks and accounts are strings of any content.':
    {
      'merchants and shoppers with ids of version 7': {
        merchants: (one) => ({ id: one.id.replace('-4000-', '-7abc-') }),
        shoppers: (one) => ({ id: one.id.replace('-4000-', '-7abc-') }),
      },
      'bank accounts with numeric ids': {
        merchants: (one, at) =>
          one.bankAccount === null ? {} : { bankAccount: { ...one.bankAccount, id: String(5000 + at) } },
        shoppers: (one, at) => ({
          banks: one.banks.map((bank) => ({ ...bank, stockId: String(9000 + at) })),
        }),
      },
      'bank accounts with ids of spaces and slashes': {
        shoppers: (one) => ({
          banks: one.banks.map((bank) => ({ ...bank, stockId: `a/b ${bank.stockId}?c=ü&"` })),
        }),
      },
      'exchanges with digits in their names': {
        shoppers: (one) => ({
          exchangeAccounts: Object.fromEntries(
            Object.entries(one.exchangeAccounts).map(([name, account]) => [renamed(name), account]),
          ),
        }),
        exchanges: ({ name }) => ({ name: renamed(name) }),
      },
    },
  'Resources, Currency entry: which currencies exist, their rates and their decimals are not shown.': {
    'coins with rates of fractions of a cent': {
      currencies: (one) => (one.isFiat ? {} : { rate: '0.00012345' }),
      shoppers: balances({ BTC: '1000000000000' }),
    },
    'coins with rates of ten million dollars': {
      currencies: (one) => (one.id === 'BTC' ? { rate: '98765432.10987654' } : {}),
    },
    'coins with two decimals': { currencies: (one) => (one.isFiat ? {} : { decimals: 2, rate: '1.5' }) },
    'coins with eighteen decimals': { currencies: (one) => (one.isFiat ? {} : { decimals: 18 }) },
    'coins with templates of more parameters': {
      currencies: (one) => ({ network: one.network && `${one.network}&label=Caf%C3%A9&gas=21000` }),
    },
    'coins in the reverse order': { more: { currencies: defaultWorld.currencies.toReversed() } },
    'coins with names of networks': {
      more: {
        currencies: [
          ...defaultWorld.currencies,
          { ...(defaultWorld.currencies[2] as Currency), id: 'btc-lightning.v2', title: 'Bitcoin ⚡' },
        ],
      },
      merchants: (one) => ({ enabledCurrencies: [...one.enabledCurrencies, 'btc-lightning.v2'] }),
    },
  },
  'What the service does: merchants, shops, fees, exchanges and balances differ.': {
    'merchants with names beyond ASCII': {
      merchants: (one) => ({
        username: 'Ünïcode <b>&amp;</b> "shop"',
        shop: { ...one.shop, companyName: 'Café “Δ” — 株式会社', description: 'Line 1\nLine 2\t\u0001' },
      }),
    },
    'merchants without a logo and description': {
      merchants: (one) => ({ shop: { ...one.shop, logo: '', description: '', url: '' } }),
    },
    'merchants with a fee of zero': { merchants: { feeRate: '0' } },
    'merchants with a fee of a third': { merchants: { feeRate: '0.333333333' } },
    'merchants with one currency': { merchants: { enabledCurrencies: ['BTC'] } },
    'a service with three merchants, the first one last': {
      more: {
        merchants: [
          ...defaultWorld.merchants.toReversed(),
          {
            ...(defaultWorld.merchants[0] as Merchant),
            id: '8a4d1c55-0000-4000-8000-000000000003',
            username: 'third',
            accessToken: 'merchant-third',
            clientSecret: 'secret-third',
          },
        ].toReversed(),
      },
    },
    'exchanges without a fee and minimum': { exchanges: { fee: '0', minimum: '0' } },
    'exchanges with one coin': { exchanges: { coins: ['BTC'] } },
    'shoppers with balances of eighteen decimals': {
      shoppers: balances({ BTC: '3.141592653589793238', ETH: '0' }),
    },
    'shoppers with funds at one exchange only': {
      shoppers: ({ exchangeAccounts }) => ({
        exchangeAccounts: {
          ...Object.fromEntries(
            Object.entries(exchangeAccounts).map(([name, account]) => [name, { ...account, balances: {} }]),
          ),
          [String(defaultWorld.exchanges[0]?.name)]: exchangeAccounts['*'] as Account,
        },
      }),
    },
    'shoppers with several banks': {
      shoppers: (one) => ({
        banks: one.banks.flatMap((bank) => [bank, { ...bank, stockId: `${bank.stockId}-2`, name: '' }]),
      }),
    },
    'a partner with one currency': {
      more: { partner: { ...defaultWorld.partner, enabledCurrencies: ['BTC'] } },
    },
  },
})
