// Stores records in the order in which they were added, found by id and by their merchant's own key, which may repeat.
// See docs/contributing/decisions/record-indexes.md.

interface RecordIndexes<Row> {
  idOf: (row: Row) => string
  /** The merchant's name of a record; without it, groups are empty. */
  keyOf?: (row: Row) => string
}

export class RecordStorage<Row extends { readonly merchant: string }> implements Iterable<Row> {
  private readonly rows: Row[] = []
  // Rows are put into an index by the next lookup in it: most debits of a year are never looked up.
  private readonly byId = new Map<string, Row>()
  private identified = 0
  private readonly groups = new Map<string, Map<string, Row[]>>()
  private grouped = 0
  private readonly indexes: RecordIndexes<Row>

  constructor(indexes: RecordIndexes<Row>) {
    this.indexes = indexes
  }

  get size(): number {
    return this.rows.length
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.rows.values()
  }

  add(row: Row): void {
    this.rows.push(row)
  }

  /** True if two rows have the same id. */
  get repeatsId(): boolean {
    this.identify()
    return this.byId.size < this.rows.length
  }

  get(id: string): Row | undefined {
    this.identify()
    return this.byId.get(id)
  }

  /** The rows of a merchant with that key, oldest first. */
  group(merchant: { readonly id: string }, key: string): readonly Row[] {
    const { rows } = this
    for (let row = rows[this.grouped]; row !== undefined; row = rows[this.grouped]) {
      this.putInGroup(row)
      this.grouped += 1
    }
    return this.groups.get(merchant.id)?.get(key) ?? []
  }

  /** Lets `change` give a row another key. Rows that get the same key are changed in the order in which they were added. */
  changeKey(row: Row, change: () => void): void {
    const key = this.indexes.keyOf?.(row) ?? ''
    const others = this.group({ id: row.merchant }, key).filter((other) => other !== row)
    this.groups.get(row.merchant)?.set(key, others)
    change()
    this.putInGroup(row)
  }

  private identify(): void {
    const { rows } = this
    for (let row = rows[this.identified]; row !== undefined; row = rows[this.identified]) {
      this.byId.set(this.indexes.idOf(row), row)
      this.identified += 1
    }
  }

  private putInGroup(row: Row): void {
    const { keyOf } = this.indexes
    if (keyOf === undefined) return
    const groups = this.groups.get(row.merchant) ?? new Map<string, Row[]>()
    this.groups.set(row.merchant, groups)
    const key = keyOf(row)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
}
