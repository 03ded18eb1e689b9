// Other worlds: credentials, keys, identifiers, currencies and accounts whose form the contract leaves open.

import { generateKeyPairSync } from 'node:crypto'
import { defaultWorld, type InProcessOptions } from '../targets/in-process.ts'
import type { ContractVariant, ContractVariants } from './response-changes.ts'

type WorldFile = typeof defaultWorld
type Merchant = WorldFile['merchants'][number]
type Shopper = WorldFile['shoppers'][number]
type Currency = WorldFile['currencies'][number]
type Account = Shopper['exchangeAccounts'][string]

/** The default world with other merchants, shoppers and currencies. */
function world(changes: {
  merchants?: (merchant: Merchant, index: number) => Merchant
  shoppers?: (shopper: Shopper, index: number) => Shopper
  currencies?: (currency: Currency) => Currency
  more?: Partial<WorldFile>
}): NonNullable<InProcessOptions['simulator']> {
  const { merchants = same, shoppers = same, currencies = same, more } = changes
  return {
    world: {
      ...defaultWorld,
      merchants: defaultWorld.merchants.map(merchants),
      shoppers: defaultWorld.shoppers.map(shoppers),
      currencies: defaultWorld.currencies.map(currencies),
      ...more,
    },
  }
}

function same<Value>(value: Value): Value {
  return value
}

const newKey = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey

/** The default world with new RSA keys, which are generated when the world is used. */
function withKeys(modulusLength: number) {
  let made: NonNullable<InProcessOptions['simulator']>['world']
  return {
    get world() {
      made ??= world({ merchants: (one) => ({ ...one, privateKey: newKey(modulusLength) }) }).world
      return made
    },
  }
}

const group = (
  why: string,
  table: Readonly<Record<string, ContractVariant['simulator']>>,
): ContractVariants =>
  Object.fromEntries(
    Object.entries(table).map(([name, simulator]) => [name, { why, simulator: simulator ?? {} }]),
  )

const withAccounts = (shopper: Shopper, account: Partial<Account>): Shopper => ({
  ...shopper,
  exchangeAccounts: Object.fromEntries(
    Object.entries(shopper.exchangeAccounts).map(([name, one]) => [name, { ...one, ...account }]),
  ),
})

const names = ['alpha1', '2beta', 'g', 'deltadeltadeltadeltadeltadeltadelta', 'epsilon55'] as const
const renamed = (name: string) => names[defaultWorld.exchanges.findIndex((one) => one.name === name)] ?? name

export const worldVariants: ContractVariants = {
  ...group(
    'Authentication: "How access tokens are obtained: not shown", nor their form, nor that of the client secret.',
    {
      'access tokens of 3,000 characters': world({
        merchants: (one) => ({ ...one, accessToken: `${one.accessToken}.${'a1-_'.repeat(750)}` }),
        shoppers: (one) => ({ ...one, accessToken: `${one.accessToken}.${'B2+/'.repeat(750)}` }),
      }),
      'access tokens of digits': world({
        merchants: (one, at) => ({ ...one, accessToken: String(100 + at) }),
        shoppers: (one, at) => ({ ...one, accessToken: String(2000 + at) }),
      }),
      'access tokens with every kind of sign': world({
        merchants: (one) => ({ ...one, accessToken: `~${one.accessToken}!"#$%&'()*+,/:;<=>?@[]^_{|}==` }),
      }),
      'client secrets with characters beyond ASCII': world({
        merchants: (one) => ({ ...one, clientSecret: `gehéim ключ ${one.username} 🔑` }),
      }),
      'client secrets of one character': world({
        merchants: (one, at) => ({ ...one, clientSecret: 'xy'.charAt(at) }),
      }),
      'client secrets of 500 characters': world({
        merchants: (one) => ({ ...one, clientSecret: `${one.clientSecret}${'s='.repeat(250)}` }),
      }),
    },
  ),
  ...group("Shared conventions: RSA with the merchant's public key; the size of the key is not shown.", {
    'merchants with RSA keys of 1024 bits': withKeys(1024),
    'merchants with RSA keys of 3072 bits': withKeys(3072),
    'merchants with RSA keys of 1031 bits': withKeys(1031),
  }),
  ...group(
    'Conventions: identifiers are UUID-style strings; those of banks and accounts are strings of any content.',
    {
      'merchants and shoppers with ids of version 7': world({
        merchants: (one) => ({ ...one, id: one.id.replace('-4000-', '-7abc-') }),
        shoppers: (one) => ({ ...one, id: one.id.replace('-4000-', '-7abc-') }),
      }),
      'bank accounts with numeric ids': world({
        merchants: (one, at) =>
          one.bankAccount === null
            ? one
            : { ...one, bankAccount: { ...one.bankAccount, id: String(5000 + at) } },
        shoppers: (one, at) => ({
          ...one,
          banks: one.banks.map((bank) => ({ ...bank, stockId: String(9000 + at) })),
        }),
      }),
      'bank accounts with ids of spaces and slashes': world({
        shoppers: (one) => ({
          ...one,
          banks: one.banks.map((bank) => ({ ...bank, stockId: `a/b ${bank.stockId}?c=ü&"` })),
        }),
      }),
      'exchanges with digits in their names': world({
        shoppers: (one) => ({
          ...one,
          exchangeAccounts: Object.fromEntries(
            Object.entries(one.exchangeAccounts).map(([name, account]) => [renamed(name), account]),
          ),
        }),
        more: { exchanges: defaultWorld.exchanges.map((one) => ({ ...one, name: renamed(one.name) })) },
      }),
    },
  ),
  ...group(
    'Resources, Currency entry: which currencies exist, their rates and their decimals are not shown.',
    {
      'coins with rates of fractions of a cent': world({
        currencies: (one) => (one.isFiat ? one : { ...one, rate: '0.00012345' }),
        shoppers: (one, at) => (at === 0 ? withAccounts(one, { balances: { BTC: '1000000000000' } }) : one),
      }),
      'coins with rates of ten million dollars': world({
        currencies: (one) => (one.id === 'BTC' ? { ...one, rate: '98765432.10987654' } : one),
      }),
      'coins with two decimals': world({
        currencies: (one) => (one.isFiat ? one : { ...one, decimals: 2, rate: '1.5' }),
      }),
      'coins with eighteen decimals': world({
        currencies: (one) => (one.isFiat ? one : { ...one, decimals: 18 }),
      }),
      'coins with templates of more parameters': world({
        currencies: (one) => ({ ...one, network: one.network && `${one.network}&label=Caf%C3%A9&gas=21000` }),
      }),
      'coins in the reverse order': world({ more: { currencies: defaultWorld.currencies.toReversed() } }),
      'coins with names of networks': world({
        more: {
          currencies: [
            ...defaultWorld.currencies,
            { ...(defaultWorld.currencies[2] as Currency), id: 'btc-lightning.v2', title: 'Bitcoin ⚡' },
          ],
        },
        merchants: (one) => ({ ...one, enabledCurrencies: [...one.enabledCurrencies, 'btc-lightning.v2'] }),
      }),
    },
  ),
  ...group('What the service does: merchants, shops, fees, exchanges and balances differ.', {
    'merchants with names beyond ASCII': world({
      merchants: (one) => ({
        ...one,
        username: 'Ünïcode <b>&amp;</b> "shop"',
        shop: { ...one.shop, companyName: 'Café “Δ” — 株式会社', description: 'Line 1\nLine 2\t\u0001' },
      }),
    }),
    'merchants without a logo and description': world({
      merchants: (one) => ({ ...one, shop: { ...one.shop, logo: '', description: '', url: '' } }),
    }),
    'merchants with a fee of zero': world({ merchants: (one) => ({ ...one, feeRate: '0' }) }),
    'merchants with a fee of a third': world({ merchants: (one) => ({ ...one, feeRate: '0.333333333' }) }),
    'merchants with one currency': world({ merchants: (one) => ({ ...one, enabledCurrencies: ['BTC'] }) }),
    'a service with three merchants, the first one last': world({
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
    }),
    'exchanges without a fee and minimum': world({
      more: { exchanges: defaultWorld.exchanges.map((one) => ({ ...one, fee: '0', minimum: '0' })) },
    }),
    'exchanges with one coin': world({
      more: { exchanges: defaultWorld.exchanges.map((one) => ({ ...one, coins: ['BTC'] })) },
    }),
    'shoppers with balances of eighteen decimals': world({
      shoppers: (one, at) =>
        at === 0 ? withAccounts(one, { balances: { BTC: '3.141592653589793238', ETH: '0' } }) : one,
    }),
    'shoppers with funds at one exchange only': world({
      shoppers: ({ exchangeAccounts, ...one }) => ({
        ...one,
        exchangeAccounts: {
          ...Object.fromEntries(
            Object.entries(exchangeAccounts).map(([name, account]) => [name, { ...account, balances: {} }]),
          ),
          [String(defaultWorld.exchanges[0]?.name)]: exchangeAccounts['*'] as Account,
        },
      }),
    }),
    'shoppers with several banks': world({
      shoppers: (one) => ({
        ...one,
        banks: one.banks.flatMap((bank) => [bank, { ...bank, stockId: `${bank.stockId}-2`, name: '' }]),
      }),
    }),
    'a partner with one currency': world({
      more: { partner: { ...defaultWorld.partner, enabledCurrencies: ['BTC'] } },
    }),
  }),
}
