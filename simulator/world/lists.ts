// Records in the order in which they came, found by their id and, where asked for, by a second key that may repeat.

export class List<Row extends object> {
  private readonly rows = new Map<string, Row>()
  private readonly groups = new Map<string, Row | Row[]>()
  private readonly idOf: (row: Row) => string
  private readonly groupOf: ((row: Row) => string) | undefined

  constructor(idOf: (row: Row) => string, groupOf?: (row: Row) => string) {
    this.idOf = idOf
    this.groupOf = groupOf
  }

  get size(): number {
    return this.rows.size
  }

  [Symbol.iterator](): IterableIterator<Row> {
    return this.rows.values()
  }

  add(row: Row): void {
    this.rows.set(this.idOf(row), row)
    if (this.groupOf === undefined) return
    const key = this.groupOf(row)
    const group = this.groups.get(key)
    // One row of a key is the rule, and an array for each would double the memory of a list.
    if (group === undefined) this.groups.set(key, row)
    else if (Array.isArray(group)) group.push(row)
    else this.groups.set(key, [group, row])
  }

  get(id: string): Row | undefined {
    return this.rows.get(id)
  }

  /** The rows of a second key, oldest first. */
  group(key: string): readonly Row[] {
    const group = this.groups.get(key)
    if (group === undefined) return []
    return Array.isArray(group) ? group : [group]
  }
}
