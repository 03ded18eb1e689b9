// The world as the control API lists it, with the balances that shoppers read: what the auditor checks, and the records that
// requests refer to.

import fc from 'fast-check'
import type { ControlResponse } from '../client/control-client.ts'
import { isObject, parseJson, valueAt } from '../core/json.ts'
import type { EmbeddedSimulator, Snapshot } from '../simulator/index.ts'
import { maxPageLimit } from '../spec/control/values.ts'

export type Transaction = World['transactions'][number]
export type Subscription = World['subscriptions'][number]
export type Credentials = ControlResponse<'getCredentials'>

export type World = Awaited<ReturnType<typeof readWorld>>

export async function readWorld(simulator: EmbeddedSimulator, credentials: Credentials) {
  const { control } = simulator
  const all = { query: { limit: maxPageLimit } }
  const { now, nextDue } = await control.getClock()
  return {
    /** Milliseconds. */
    now: Date.parse(now),
    nextDue: Date.parse(nextDue ?? now),
    transactions: (await control.listTransactions(all)).transactions,
    subscriptions: (await control.listSubscriptions(all)).subscriptions,
    events: (await control.listEvents(all)).events,
    invoices: (await control.listInvoices(all)).invoices,
    settlements: (await control.listSettlements(all)).settlements,
    /** Amounts by shopper, exchange and coin, of the coins that the first merchant accepts. */
    balances: await readBalances(simulator, credentials),
  }
}

async function readBalances({ fetch }: EmbeddedSimulator, credentials: Credentials) {
  const balances = new Map<string, string>()
  const query = `merchantId=${credentials.merchants[0]?.id}`
  for (const { id, accessToken } of credentials.shoppers)
    for (const exchange of credentials.exchanges) {
      const headers = { authorization: `Bearer ${accessToken}` }
      const response = await fetch(`/api/exchanges/check-balance/${exchange}?${query}`, { headers })
      const accounts = valueAt(parseJson(await response.text()), 'result', 'accounts')
      for (const account of Array.isArray(accounts) ? accounts : [])
        balances.set(balanceKey(id, exchange, account.currency), String(account.balance))
    }
  return balances
}

export const balanceKey = (...of: readonly unknown[]) => of.join(' ')

/** Everything that a request can refer to. */
export interface Records extends World {
  credentials: Credentials
  snapshots: readonly Snapshot[]
}

const kinds = {
  transaction: ({ transactions }) => transactions.map(({ id }) => id),
  wallet: ({ transactions }) => wallets(transactions).map(({ id }) => id),
  walletOrder: ({ transactions }) => wallets(transactions).map(({ offerId }) => offerId),
  subscription: ({ subscriptions }) => subscriptions.map(({ id }) => id),
  invoice: ({ invoices }) => invoices.map(({ uuid }) => uuid),
  order: ({ invoices }) => invoices.map(({ order }) => order),
  event: ({ events }) => events.map(({ seq }) => seq),
  merchant: ({ credentials }) => credentials.merchants.map(({ id }) => id),
  shopper: ({ credentials }) => credentials.shoppers.map(({ id }) => id),
  token: ({ credentials: { merchants, shoppers } }) =>
    [...merchants, ...shoppers].map(({ accessToken }) => accessToken),
  bankAccount: ({ credentials: { merchants, shoppers } }) => [
    ...merchants.flatMap(({ bankAccountId }) => bankAccountId ?? []),
    ...shoppers.flatMap(({ stockIds }) => stockIds),
  ],
  exchange: ({ credentials }) => credentials.exchanges,
  webhook: ({ credentials }) => credentials.merchants.flatMap(({ webhookUrl }) => webhookUrl ?? []),
  snapshot: ({ snapshots }) => snapshots,
} satisfies Record<string, (records: Records) => readonly unknown[]>

const wallets = (transactions: World['transactions']) => transactions.filter(({ kind }) => kind === 'wallet')

export type Kind = keyof typeof kinds

/** A reference to a record, in place of its id; 0 is the newest of its kind. */
export const reference = (kind: Kind, place: number) => `⟨${kind} ${place}⟩`

/** References to records of a kind. */
export const live = (kind: Kind) => fc.nat(5).map((place) => reference(kind, place))

const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)

function found(name: string, place: string, records: Records): unknown {
  const known = isKind(name) ? kinds[name](records) : []
  return known.at(-1 - (Number(place) % Math.max(1, known.length)))
}

/** True if every record that a value refers to exists. */
export function isKnown(value: unknown, records: Records): boolean {
  const references = (JSON.stringify(value) ?? '').matchAll(/⟨(\w+) (\d+)⟩/g)
  return [...references].every(([, kind = '', place = '']) => found(kind, place, records) !== undefined)
}

/** The value with its references replaced. */
export function resolved(value: unknown, records: Records): unknown {
  if (typeof value === 'string') {
    const [, kind, place = ''] = /^⟨(\w+) (\d+)⟩$/.exec(value) ?? []
    if (kind !== undefined) return found(kind, place, records)
    return value.replace(/⟨(\w+) (\d+)⟩/g, (_, name, at) => String(found(name, at, records)))
  }
  if (Array.isArray(value)) return value.map((element) => resolved(element, records))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, records)]))
}
