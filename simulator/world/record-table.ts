// Records of one kind in the order in which they were added, found by id and by the merchant's own key, which may repeat.

interface Keys<Row> {
  idOf: (row: Row) => string
  keyOf: (row: Row) => string
}

export class RecordTable<Row extends { readonly merchant: string }> implements Iterable<Row> {
  readonly rows: Row[] = []
  private readonly keys: Keys<Row>
  private readonly byId = new Map<string, Row>()
  /** By merchant and key. */
  private readonly groups = new Map<string, Map<string, Row[]>>()
  /** Records that are in the indexes. The next lookup adds the others, because most records are never looked up. */
  private identified = 0
  /** The record that was looked up last, which is usually looked up again. */
  private last: { id: string; row: Row } | undefined
  private grouped = 0

  constructor(keys: Keys<Row>) {
    this.keys = keys
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

  get(id: string): Row | undefined {
    if (this.last?.id === id) return this.last.row
    for (let row = this.rows[this.identified]; row !== undefined; row = this.rows[this.identified]) {
      this.byId.set(this.keys.idOf(row), row)
      this.identified += 1
    }
    const row = this.byId.get(id)
    if (row !== undefined) this.last = { id, row }
    return row
  }

  /** The records of a merchant with that key, oldest first. */
  group(merchant: { readonly id: string }, key: string): readonly Row[] {
    for (let row = this.rows[this.grouped]; row !== undefined; row = this.rows[this.grouped]) {
      this.addToGroup(row)
      this.grouped += 1
    }
    return this.groups.get(merchant.id)?.get(key) ?? []
  }

  /** Lets `change` give a record another key. */
  changeKey(row: Row, change: () => void): void {
    const key = this.keys.keyOf(row)
    const others = this.group({ id: row.merchant }, key).filter((other) => other !== row)
    this.groups.get(row.merchant)?.set(key, others)
    change()
    this.addToGroup(row)
  }

  private addToGroup(row: Row): void {
    const ofMerchant = this.groups.get(row.merchant) ?? new Map<string, Row[]>()
    this.groups.set(row.merchant, ofMerchant)
    const key = this.keys.keyOf(row)
    const group = ofMerchant.get(key)
    if (group === undefined) ofMerchant.set(key, [row])
    else group.push(row)
  }
}
