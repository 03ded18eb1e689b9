// Other worlds, whose credentials, identifiers and accounts have other forms; and other times, clocks and calendars.

import { generateKeyPairSync } from 'node:crypto'
import { hourMs } from '../../../core/durations.ts'
import {
  BankingCalendar,
  defaultWorld,
  type InProcessOptions,
  type TransactionState,
} from '../../observe/in-process.ts'
import {
  interceptSubscriptions,
  interceptTransactions,
  type NewScheduledEvent,
} from '../mutants/world-seam.ts'
import { type ContractVariants, hooking, simulating, variantsOf } from './rows.ts'

type WorldFile = typeof defaultWorld
type Merchant = WorldFile['merchants'][number]
type Shopper = WorldFile['shoppers'][number]
type Currency = WorldFile['currencies'][number]
type Account = Shopper['exchangeAccounts'][string]

/** A change of every account, currency or exchange of a kind. */
type Patch<Item> = (item: Item, index: number) => Partial<Item>

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

const day = 24 * hourMs

type World = NonNullable<InProcessOptions['world']>
type Kind = NewScheduledEvent['kind']

/** Moves events of a kind to another instant, never into the past; if it is given, only those of a kind of transactions. */
function moving(
  kind: Kind,
  at: (due: number, now: number, calendar: BankingCalendar) => number,
  of?: TransactionState['kind'],
): World {
  return {
    scheduleEvent: (event, { now, calendar, transactions }) => {
      const isMeant = of === undefined || transactions.get(event.ref)?.kind === of
      if (event.kind !== kind || !isMeant) return event
      return { ...event, due: Math.max(at(event.due, now, calendar), now) }
    },
  }
}

const newYork = new BankingCalendar('federal-reserve')
/** The instant at a local hour in New York (UTC-5 in winter) of the day that a transfer ends. */
const bankHour = (localHour: number): World => ({
  addBankingDays: (from, days) => {
    const end = Date.parse(newYork.dateOf(newYork.addBankingDays(from, days))) + (localHour + 5) * hourMs
    return Math.max(end, from + 1)
  },
})

export const worldVariants: ContractVariants = {
  // Each world has something else in all that the contract leaves open about its parties.
  ...variantsOf<Differences>(
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
              banks: one.banks.map((bank, index) => ({ ...bank, stockId: String(9000 + 10 * at + index) })),
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
  ),
  ...hooking({
    'Limits: crypto transactions take 2 minutes to 2 hours, and nothing says how their end is chosen.': {
      'payments that are processed at once': moving('transaction.process', (_, now) => now + 1),
    },
    'States and transitions: "may take 3 to 4 working days"; the calendar, the time zone and the hour are not shown.':
      {
        'bank payments that complete at 9:00 in New York': bankHour(9),
        'bank payments that complete at the end of the day in New York': bankHour(23.99),
        'bank payments that are processed on the last day only': moving(
          'transaction.process',
          (due, now, calendar) => Math.max(due, calendar.addBankingDays(now, 3) - hourMs),
          'bank',
        ),
        'bank payments that complete ten days later': moving(
          'transaction.complete',
          (due) => due + 10 * day,
          'bank',
        ),
      },
    'What the service does, 4: "on the given frequency"; the time of the day of a recurring debit is not shown.':
      {
        'recurring debits at the next midnight': moving(
          'subscription.debit',
          (due) => Math.ceil(due / day) * day,
        ),
        'recurring debits in the night before': moving('subscription.debit', (due) => due - (due % day)),
        'recurring payments that complete at once': moving(
          'transaction.complete',
          (_, now) => now,
          'subscription',
        ),
        'reminders at other times': moving('subscription.remind', (due) => due + 11 * hourMs),
      },
    'What the service does, 3: crypto transactions are settled daily; the hour is not shown.': {
      'settlements late by two days': moving('settlement.daily', (due) => due + 2 * day),
    },
    'Conventions: identifiers are UUID-style strings; no version is stated.': {
      'transactions with ids of version 7': interceptTransactions((transaction) => {
        transaction.id = transaction.id.replace(/^(.{14})./, '$17')
      }),
      'transactions with ids in upper case': interceptTransactions((transaction) => {
        transaction.id = transaction.id.toUpperCase()
      }),
      'subscriptions with ids in upper case': interceptSubscriptions((subscription) => {
        subscription.id = subscription.id.toUpperCase()
      }),
    },
  }),
  ...simulating({
    'Conventions: the contract holds at every time.': {
      'a service on a leap day': { start: '2028-02-29T23:59:59.999Z' },
      'a service on the last day of a year': { start: '2026-12-31T23:30:00.000Z' },
      'a service in the night in which summer time begins': { start: '2026-03-08T06:59:00.000Z' },
      'a service on a holiday': { start: '2026-12-25T15:00:00.000Z' },
      'a service on a Saturday night': { start: '2026-01-11T04:59:59.000Z' },
      'a service in 1999 that draws other ids and times': { start: '1999-12-30T00:00:00.000Z', seed: 77 },
      'a service in 2099': { start: '2099-06-30T23:59:59.500Z' },
    },
  }),
}
