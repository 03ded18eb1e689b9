// One page of a list: every list of the control API is read in pages.

import { defaultPageLimit } from '../limits.ts'

interface PageQuery {
  after?: number | undefined
  limit?: number | undefined
}

interface Page<Shown> {
  /** How many entries there are in all pages. */
  total: number
  /** The `after` of the next page; null on the last one. */
  next: number | null
  shown: Shown[]
}

/** A page ends early when its entries have more characters: one entry can have megabytes. */
const maxPageCharacters = 8_000_000
/** After how many rows other tasks of the process get a turn. A row that is not in memory caches takes a microsecond. */
const rowsPerTurn = 5000
/** The same for entries of the page. A webhook request takes a signature of about a millisecond. */
const entriesPerTurn = 50

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * The first `limit` entries after the position `after`, in the order of the rows. A position counts all rows, from 0, so that
 * it means the same whichever of them are listed. Only the entries of the page are rendered.
 */
export async function page<Row, Shown>(
  rows: Iterable<Row>,
  { after = -1, limit = defaultPageLimit }: PageQuery,
  show: (row: Row, position: number) => Shown,
  isListed: (row: Row) => boolean = () => true,
): Promise<Page<Shown>> {
  const entries: { row: Row; position: number }[] = []
  let position = -1
  let total = 0
  let hasMore = false
  for (const row of rows) {
    position += 1
    if (position % rowsPerTurn === rowsPerTurn - 1) await turn()
    if (!isListed(row)) continue
    total += 1
    if (position <= after) continue
    if (entries.length < limit) entries.push({ row, position })
    else hasMore = true
  }
  const shown: Shown[] = []
  let characters = 0
  for (const entry of entries) {
    const one = show(entry.row, entry.position)
    shown.push(one)
    characters += JSON.stringify(one).length
    const isFull = characters >= maxPageCharacters && shown.length < entries.length
    if (isFull) return { total, next: entry.position, shown }
    if (shown.length % entriesPerTurn === 0) await turn()
  }
  return { total, next: hasMore ? (entries.at(-1)?.position ?? null) : null, shown }
}
