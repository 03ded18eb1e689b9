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
  /** Lets `change` give a row a key that no other row of the merchant has. */
  changeKey(row: Row, change: () => void): void
}

interface RecordIndexes<Row> {
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
  private readonly groups = new Map<string, Map<string, Row[]>>()
  /** Rows added since the last lookup by key: most debits of a year are never looked up so. */
  private readonly ungrouped: Row[] = []
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
    if (sizeOf !== undefined) this.maxSize = Math.max(this.maxSize, sizeOf(row))
    if (keyOf !== undefined) this.ungrouped.push(row)
  }

  get(id: string): Row | undefined {
    return this.rows.get(id)
  }

  group(merchant: { readonly id: string }, key: string): readonly Row[] {
    for (const row of this.ungrouped) this.putInGroup(row)
    this.ungrouped.length = 0
    return this.groups.get(merchant.id)?.get(key) ?? []
  }

  changeKey(row: Row, change: () => void): void {
    const key = this.indexes.keyOf?.(row) ?? ''
    const others = this.group({ id: row.merchant }, key).filter((other) => other !== row)
    this.groups.get(row.merchant)?.set(key, others)
    change()
    this.putInGroup(row)
  }

  private putInGroup(row: Row): void {
    const key = this.indexes.keyOf?.(row) ?? ''
    const groups = this.groups.get(row.merchant) ?? new Map<string, Row[]>()
    this.groups.set(row.merchant, groups)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
}
