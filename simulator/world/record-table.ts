// Records of one kind in the order in which they were added, found by id and by the merchant's own key, which may repeat.

interface Keys<Row> {
  idOf: (row: Row) => string
  keyOf: (row: Row) => string
}

export class RecordTable<Row extends { readonly merchant: string }> implements Iterable<Row> {
  readonly rows: Row[] = []
  private readonly byId = new Map<string, Row>()
  private readonly groups = new Map<string, Row[]>()
  private readonly keys: Keys<Row>

  constructor(keys: Keys<Row>, rows: Iterable<Row> = []) {
    this.keys = keys
    for (const row of rows) this.add(row)
  }

  get size(): number {
    return this.rows.length
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.rows.values()
  }

  add(row: Row): void {
    this.rows.push(row)
    this.byId.set(this.keys.idOf(row), row)
    this.addToGroup(row)
  }

  get(id: string): Row | undefined {
    return this.byId.get(id)
  }

  /** The records of a merchant with that key, oldest first. */
  group(merchant: { readonly id: string }, key: string): readonly Row[] {
    return this.groups.get(groupName(merchant.id, key)) ?? []
  }

  /** Lets `change` give a record another key. */
  changeKey(row: Row, change: () => void): void {
    const name = groupName(row.merchant, this.keys.keyOf(row))
    this.groups.set(name, this.groups.get(name)?.filter((other) => other !== row) ?? [])
    change()
    this.addToGroup(row)
  }

  private addToGroup(row: Row): void {
    const name = groupName(row.merchant, this.keys.keyOf(row))
    const group = this.groups.get(name)
    if (group === undefined) this.groups.set(name, [row])
    else group.push(row)
  }
}

/** No merchant's id has a line break. */
function groupName(merchant: string, key: string): string {
  return `${merchant}\n${key}`
}
