// Other worlds: credentials, keys, identifiers, currencies and accounts whose form the contract leaves open.

import { generateKeyPairSync } from 'node:crypto'
import { defaultWorld, type InProcessOptions } from '../../observe/in-process.ts'
import { variantsOf } from './rows.ts'

type WorldFile = typeof defaultWorld
type Merchant = WorldFile['merchants'][number]
type Shopper = WorldFile['shoppers'][number]
type Currency = WorldFile['currencies'][number]
type Account = Shopper['exchangeAccounts'][string]

/** A change of every account, currency or exchange of a kind. */
type Patch<Item> = (item: Item, index: number) => Partial<Item>

/** The differences of a world from the default one. */
interface Differences {
  merchants?: Patch<Merchant>
  shoppers?: Patch<Shopper>
  currencies?: Patch<Currency>
  exchanges?: Patch<WorldFile['exchanges'][number]>
  /** Parts that are changed as a whole, after the others. */
  more?: (world: WorldFile) => Partial<WorldFile>
}

const patched = <Item extends object>(items: readonly Item[], patch?: Patch<Item>): Item[] =>
  items.map((one, at) => ({ ...one, ...patch?.(one, at) }))

/** The default world with differences, made when it is used: a key takes long to generate. */
function world({ more, ...patches }: Differences): NonNullable<InProcessOptions['simulator']> {
  let made: WorldFile | undefined
  return {
    get world() {
      if (made !== undefined) return made
      const world = {
        ...defaultWorld,
        merchants: patched(defaultWorld.merchants, patches.merchants),
        shoppers: patched(defaultWorld.shoppers, patches.shoppers),
        currencies: patched(defaultWorld.currencies, patches.currencies),
        exchanges: patched(defaultWorld.exchanges, patches.exchanges),
      }
      made = { ...world, ...more?.(world) }
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

/** The accounts of a shopper, changed by the name of their exchange. */
const accounts = (
  { exchangeAccounts }: Shopper,
  change: (name: string, account: Account) => [name: string, account: Account],
) => ({
  exchangeAccounts: Object.fromEntries(
    Object.entries(exchangeAccounts).map(([name, account]) => change(name, account)),
  ),
})

/** The same balances in each account of the first shopper. */
const balances = (shopper: Shopper, at: number, balances: Account['balances']) =>
  accounts(shopper, (name, account) => [name, at > 0 ? account : { ...account, balances }])

const names = ['alpha1', '2beta', 'g', 'deltadeltadeltadeltadeltadeltadelta', 'epsilon55'] as const
const renamed = (name: string) => names[defaultWorld.exchanges.findIndex((one) => one.name === name)] ?? name
const network = 'btc-lightning.v2'

/** Each world has something else in all that the contract leaves open about its parties. */
export const worldVariants = variantsOf<Differences>(
  {
    'Authentication, Conventions, Resources: the forms of credentials, keys, identifiers, names and numbers are not shown.':
      {
        'a world of short texts and few things': {
          merchants: ({ shop, bankAccount }, at) => ({
            ...{ accessToken: String(100 + at), clientSecret: 'xy'.charAt(at), privateKey: newKey(1024) },
            bankAccount: bankAccount && { ...bankAccount, id: String(5000 + at) },
            ...{ feeRate: '0', shop: { ...shop, logo: '', description: '', url: '' } },
            enabledCurrencies: ['BTC'],
          }),
          shoppers: (one, at) => ({
            accessToken: String(2000 + at),
            banks: one.banks.map((bank) => ({ ...bank, stockId: String(9000 + at) })),
            ...balances(one, at, { BTC: '1000000' }),
          }),
          currencies: (one) => (one.isFiat ? {} : { decimals: 2, rate: '1.5' }),
          exchanges: () => ({ fee: '0', minimum: '0', coins: ['BTC'] }),
        },
        'a world of long texts and many things': {
          merchants: (one) => ({
            id: one.id.replace('-4000-', '-7abc-'),
            accessToken: `${one.accessToken}.${'a1-_'.repeat(750)}`,
            clientSecret: `${one.clientSecret}${'s='.repeat(250)}`,
            privateKey: newKey(3072),
            feeRate: '0.333333333',
          }),
          shoppers: (one, at) => ({
            id: one.id.replace('-4000-', '-7abc-'),
            accessToken: `${one.accessToken}.${'B2+/'.repeat(750)}`,
            banks: one.banks.flatMap((bank) =>
              ['', '-2'].map((end) => ({ ...bank, stockId: `a/b ${bank.stockId}${end}?c=1&"` })),
            ),
            ...balances(one, at, { BTC: '3.141592653589793238', ETH: '0' }),
          }),
          currencies: (one) => ({
            ...(one.isFiat ? {} : { decimals: 18 }),
            network: one.network && `${one.network}&label=Caf%C3%A9&gas=21000`,
          }),
          more: ({ merchants }) => ({
            merchants: [
              {
                ...(merchants[0] as Merchant),
                id: '8a4d1c55-0000-4000-8000-000000000003',
                ...{ username: 'third', accessToken: 'merchant-third', clientSecret: 'secret-third' },
              },
              ...merchants,
            ],
          }),
        },
        'a world of other scripts and signs': {
          merchants: (one) => ({
            accessToken: `~${one.accessToken}!"#$%&'()*+,/:;<=>?@[]^_{|}==`,
            clientSecret: `gehéim ключ ${one.username} 🔑`,
            privateKey: newKey(1031),
            username: 'Ünïcode <b>&amp;</b> "shop"',
            shop: {
              ...one.shop,
              ...{ companyName: 'Café “Δ” — 株式会社', description: 'Line 1\nLine 2\t\u0001' },
            },
            enabledCurrencies: [...one.enabledCurrencies, network],
          }),
          shoppers: (one) => accounts(one, (name, account) => [renamed(name), account]),
          exchanges: ({ name }) => ({ name: renamed(name) }),
          more: ({ currencies }) => ({
            currencies: [
              { ...(currencies[2] as Currency), id: network, title: 'Bitcoin ⚡' },
              ...currencies.toReversed(),
            ],
          }),
        },
        'a world of rates of fractions of a cent, and funds at one exchange': {
          shoppers: (one, at) => {
            const { exchangeAccounts } = balances(one, at, { BTC: '1000000000000' })
            const some = accounts(one, (name, account) => [name, { ...account, balances: {} }])
            const [first] = defaultWorld.exchanges
            return {
              exchangeAccounts: {
                ...some.exchangeAccounts,
                [String(first?.name)]: exchangeAccounts['*'] as Account,
              },
            }
          },
          currencies: (one) => (one.isFiat ? {} : { rate: '0.00012345' }),
          more: ({ partner }) => ({ partner: { ...partner, enabledCurrencies: ['BTC'] } }),
        },
      },
  },
  (row) => ({ simulator: world(row) }),
)
