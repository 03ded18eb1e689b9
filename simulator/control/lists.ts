// One page of a list, and the filters of records: every list of the control API is read in pages.

import { defaultPageLimit } from '../../spec/control/values.ts'
import { turn } from '../sandbox/turns.ts'
import { type Instant, parseInstant } from '../time/instants.ts'
import type { World } from '../world/world.ts'

export interface PageQuery {
  after?: number | undefined
  before?: number | undefined
  limit?: number | undefined
}

export interface Page<Shown> {
  /** The number of entries in all pages. */
  total: number
  /** The `after` of the next page; null on the last one. */
  next: number | null
  /** In a page read with `before`: the `before` of the previous page; null on the first one. */
  previous?: number | null
  shown: Shown[]
}

/** A page ends early when its entries have more characters: one entry can have megabytes. */
const maxPageCharacters = 8_000_000
/** After how many rows other tasks of the process get a turn. A row that is not in memory caches takes a microsecond. */
const rowsPerTurn = 5000
/** The same for entries of the page. A webhook request takes a signature of about a millisecond. */
const entriesPerTurn = 50

export type Rows<Row> = Iterable<Row> | readonly Row[]

/** Calls a function with each row and its position. Other tasks of the process get turns. */
export async function forEachRow<Row>(
  rows: Iterable<Row>,
  visit: (row: Row, position: number) => void,
): Promise<void> {
  let position = 0
  for (const row of rows) {
    if (position % rowsPerTurn === rowsPerTurn - 1) await turn()
    visit(row, position)
    position += 1
  }
}

/**
 * The first `limit` entries after the position `after`, or the last ones before `before`, in the order of the rows. A position counts all
 * rows, from 0, so that it means the same whichever of them are listed. Only the entries of the page are shown.
 */
export async function page<Row, Shown>(
  rows: Rows<Row>,
  { after = -1, before, limit = defaultPageLimit }: PageQuery,
  show: (row: Row, position: number) => Shown,
  isListed?: (row: Row) => boolean,
): Promise<Page<Shown>> {
  const end = before ?? Number.POSITIVE_INFINITY
  const start = before === undefined ? after + 1 : 0
  if (isListed === undefined && Array.isArray(rows)) return pageOfArray(rows, { start, before, limit }, show)
  let entries: { row: Row; position: number }[] = []
  let [total, earlier, later] = [0, 0, 0]
  await forEachRow(rows, (row, position) => {
    if (isListed?.(row) === false) return
    total += 1
    if (position < start) earlier += 1
    else if (position >= end || (before === undefined && entries.length === limit)) later += 1
    else entries.push({ row, position })
    if (entries.length < 2 * limit || before === undefined) return
    earlier += entries.length - limit
    entries = entries.slice(-limit)
  })
  const shown = entries.slice(-limit)
  return rendered(shown, { total, earlier: earlier + entries.length - shown.length, later, before }, show)
}

function pageOfArray<Row, Shown>(
  rows: readonly Row[],
  { start, before, limit }: { start: number; before: number | undefined; limit: number },
  show: (row: Row, position: number) => Shown,
): Promise<Page<Shown>> {
  const total = rows.length
  const end = before === undefined ? start + limit : Math.min(before, total)
  const first = before === undefined ? start : Math.max(0, end - limit)
  const entries = rows.slice(first, end).map((row, index) => ({ row, position: first + index }))
  return rendered(entries, { total, earlier: first, later: total - end, before }, show)
}

async function rendered<Row, Shown>(
  entries: readonly { row: Row; position: number }[],
  {
    total,
    earlier,
    later,
    before,
  }: { total: number; earlier: number; later: number; before: number | undefined },
  show: (row: Row, position: number) => Shown,
): Promise<Page<Shown>> {
  const previous = earlier > 0 ? (entries[0]?.position ?? null) : null
  const backwards = before === undefined ? {} : { previous }
  const shown: Shown[] = []
  let characters = 0
  for (const entry of entries) {
    const one = show(entry.row, entry.position)
    shown.push(one)
    characters += JSON.stringify(one).length
    const isFull = characters >= maxPageCharacters && shown.length < entries.length
    if (isFull) return { total, next: entry.position, ...backwards, shown }
    if (shown.length % entriesPerTurn === 0) await turn()
  }
  return { total, next: later > 0 ? (entries.at(-1)?.position ?? null) : null, ...backwards, shown }
}

/** A page with its entries under the name that a response has for them. */
export async function namedPage<Name extends string, Row, Shown>(
  name: Name,
  ...listed: Parameters<typeof page<Row, Shown>>
): Promise<Omit<Page<Shown>, 'shown'> & Record<Name, Shown[]>> {
  const { shown, ...rest } = await page(...listed)
  return { ...rest, ...({ [name]: shown } as Record<Name, Shown[]>) }
}

/** The filters of a list. */
export interface Filters {
  status?: string | undefined
  account?: string | undefined
  order?: string | undefined
  transaction?: string | undefined
  from?: string | undefined
  to?: string | undefined
  failures?: boolean | undefined
  search?: string | undefined
}

/** The parts of a record that filters compare. */
export interface Facts {
  at: Instant
  status?: string
  /** Ids of merchants and shoppers. */
  accounts: readonly (string | null | undefined)[]
  /** Its order, or true if it concerns the order of the filter. */
  order?: string | ((order: OrderIds) => boolean)
  transaction?: string
  failed?: boolean
  /** The texts that a search looks at. */
  texts: readonly (string | null | undefined)[]
}

/** An order, and the ids of its records. */
interface OrderIds {
  order: string
  ids: readonly string[]
}

/** A function that says whether a record passes the filters; undefined without filters. */
export function filterOf(world: World, filters: Filters): ((facts: Facts) => boolean) | undefined {
  const { status, account, order, transaction, from, to, failures, search } = filters
  const tests: ((facts: Facts) => boolean)[] = []
  if (status !== undefined) tests.push((facts) => facts.status === status)
  if (account !== undefined) {
    const id = accountId(world, account)
    tests.push(({ accounts }) => accounts.includes(id))
  }
  if (order !== undefined) {
    const ids = idsOf(world, order)
    tests.push((facts) =>
      typeof facts.order === 'function' ? facts.order({ order, ids }) : facts.order === order,
    )
  }
  if (transaction !== undefined) tests.push((facts) => facts.transaction === transaction)
  const [first, end] = [from, to].map((text) => (text === undefined ? undefined : parseInstant(text)))
  if (first !== undefined) tests.push(({ at }) => at >= first)
  if (end !== undefined) tests.push(({ at }) => at < end)
  if (failures === true) tests.push(({ failed }) => failed === true)
  if (search !== undefined) {
    const text = search.toLowerCase()
    tests.push(({ texts }) => texts.some((one) => one?.toLowerCase().includes(text) === true))
  }
  return tests.length === 0 ? undefined : (facts) => tests.every((test) => test(facts))
}

/** The id of the account with an id or an access token; the text itself for an unknown one. */
function accountId({ accounts }: World, text: string): string {
  const account = accounts.merchantWithToken(text) ?? accounts.shopperWithToken(text)
  return account?.id ?? text
}

/** The ids of the invoices, transactions and subscriptions of an order. */
function idsOf({ accounts, invoices, transactions }: World, order: string): string[] {
  return accounts.merchants.flatMap((merchant) => {
    const paid = transactions.group(merchant, order)
    return [
      ...invoices.group(merchant, order).map(({ uuid }) => uuid),
      ...new Set(paid.flatMap(({ id, subscriptions }) => [id, ...subscriptions])),
    ]
  })
}
