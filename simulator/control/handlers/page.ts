// One page of a list: every list of the control API is read in pages.

import { defaultPageLimit } from '../../../spec/control/values.ts'
import { turn } from '../../sandbox/turns.ts'

interface PageQuery {
  after?: number | undefined
  before?: number | undefined
  limit?: number | undefined
}

interface Page<Shown> {
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

interface List<Row> extends Iterable<Row> {
  readonly length: number
  slice: (start: number, end: number) => Row[]
}

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
 * The first `limit` entries after the position `after`, in the order of the rows. A position counts all rows, from 0, so that
 * it means the same whichever of them are listed. Only the entries of the page are rendered.
 */
export async function page<Row, Shown>(
  rows: Iterable<Row> | List<Row>,
  { after = -1, before, limit = defaultPageLimit }: PageQuery,
  show: (row: Row, position: number) => Shown,
  isListed?: (row: Row) => boolean,
): Promise<Page<Shown>> {
  // Lists of hundreds of thousands of rows are not walked through for one page.
  if (isListed === undefined && 'slice' in rows) return pageOfList(rows, { after, before, limit }, show)
  // Read backwards, one more entry than the page has shows whether there is a previous page.
  const kept = before === undefined ? limit : limit + 1
  let entries: { row: Row; position: number }[] = []
  let total = 0
  let hasMore = false
  await forEachRow(rows, (row, position) => {
    if (isListed?.(row) === false) return
    total += 1
    if (before !== undefined && position < before) {
      entries.push({ row, position })
      if (entries.length >= 2 * kept) entries = entries.slice(-kept)
    } else if (before === undefined && position > after && entries.length < limit)
      entries.push({ row, position })
    else if (position > after) hasMore = true
  })
  if (before === undefined) return rendered(entries, { total, hasMore }, show)
  const hasPrevious = entries.length > limit
  return rendered(entries.slice(-limit), { total, hasMore, hasPrevious }, show)
}

/** A page with its entries under the name that a response has for them. */
export async function namedPage<Name extends string, Row, Shown>(
  name: Name,
  ...listed: Parameters<typeof page<Row, Shown>>
): Promise<Omit<Page<Shown>, 'shown'> & Record<Name, Shown[]>> {
  const { shown, ...rest } = await page(...listed)
  return { ...rest, ...({ [name]: shown } as Record<Name, Shown[]>) }
}

function pageOfList<Row, Shown>(
  rows: List<Row>,
  { after, before, limit }: { after: number; before: number | undefined; limit: number },
  show: (row: Row, position: number) => Shown,
): Promise<Page<Shown>> {
  const total = rows.length
  const end = before === undefined ? Math.max(0, after + 1) + limit : Math.min(before, total)
  const first = Math.max(0, end - limit)
  const entries = rows.slice(first, end).map((row, index) => ({ row, position: first + index }))
  const backwards = before === undefined ? {} : { hasPrevious: first > 0 }
  return rendered(entries, { total, hasMore: end < total, ...backwards }, show)
}

async function rendered<Row, Shown>(
  entries: readonly { row: Row; position: number }[],
  { total, hasMore, hasPrevious }: { total: number; hasMore: boolean; hasPrevious?: boolean },
  show: (row: Row, position: number) => Shown,
): Promise<Page<Shown>> {
  const backwards =
    hasPrevious === undefined ? {} : { previous: hasPrevious ? (entries[0]?.position ?? null) : null }
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
  return { total, next: hasMore ? (entries.at(-1)?.position ?? null) : null, ...backwards, shown }
}
