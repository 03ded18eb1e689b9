// Stores records in the order in which they were added, found by id and by their merchant's own key, which may repeat.
// See docs/decisions/record-indexes.md.

export interface RecordStorage<Row> extends Iterable<Row> {
  readonly size: number
  /** The greatest `sizeOf` of any row that was added; 0 without one. */
  readonly maxSize: number
  add(row: Row): void
  get(id: string): Row | undefined
  /** The rows of a merchant with that key, oldest first. */
  group(merchant: { readonly id: string }, key: string): readonly Row[]
}

export interface RecordIndexes<Row> {
  idOf: (row: Row) => string
  /** What a merchant calls a record; without it, groups are empty. */
  keyOf?: (row: Row) => string
  sizeOf?: (row: Row) => number
}

export function createRecordStorage<Row extends { readonly merchant: string }>(
  indexes: RecordIndexes<Row>,
): RecordStorage<Row> {
  return new IndexedRecords(indexes)
}

class IndexedRecords<Row extends { readonly merchant: string }> implements RecordStorage<Row> {
  private readonly rows = new Map<string, Row>()
  // One map for each merchant: a joined key would be one more text for every record.
  private readonly groups = new Map<string, Map<string, Row | Row[]>>()
  /** Rows added since the last lookup of a group: most of a year of debits is never looked up by key. */
  private readonly ungrouped: Row[] = []
  /** The row that was last added or found: the deliveries of a transaction look it up again and again. */
  private latest: Row | undefined
  private readonly indexes: RecordIndexes<Row>
  maxSize = 0

  constructor(indexes: RecordIndexes<Row>) {
    this.indexes = indexes
  }

  get size(): number {
    return this.rows.size
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.rows.values()
  }

  add(row: Row): void {
    const { idOf, keyOf, sizeOf } = this.indexes
    this.rows.set(idOf(row), row)
    this.latest = row
    if (keyOf !== undefined) this.ungrouped.push(row)
    if (sizeOf !== undefined) this.maxSize = Math.max(this.maxSize, sizeOf(row))
  }

  get(id: string): Row | undefined {
    if (this.latest !== undefined && this.indexes.idOf(this.latest) === id) return this.latest
    const row = this.rows.get(id)
    if (row !== undefined) this.latest = row
    return row
  }

  group(merchant: { readonly id: string }, key: string): readonly Row[] {
    const { keyOf } = this.indexes
    if (keyOf === undefined) return []
    for (const row of this.ungrouped) this.putInGroup(row, keyOf(row))
    this.ungrouped.length = 0
    const group = this.groups.get(merchant.id)?.get(key)
    if (group === undefined) return []
    return Array.isArray(group) ? group : [group]
  }

  private putInGroup(row: Row, key: string): void {
    const groups = this.groups.get(row.merchant) ?? new Map<string, Row | Row[]>()
    this.groups.set(row.merchant, groups)
    const group = groups.get(key)
    // Most keys have one row, and an array for each would double the memory of the index.
    if (group === undefined) groups.set(key, row)
    else if (Array.isArray(group)) group.push(row)
    else groups.set(key, [group, row])
  }
}
