// Records in the order in which they came, found by their id and, where asked for, by what their merchant calls them,
// which may repeat.

export class List<Row extends { merchant: string }> {
  private readonly rows = new Map<string, Row>()
  // One map for each merchant: joining both into one key would make, and hash, another text for every record.
  private readonly groups = new Map<string, Map<string, Row | Row[]>>()
  /** Those that nobody has asked for by group yet: a year of debits, mostly. */
  private readonly ungrouped: Row[] = []
  /** The row that was asked for last: what happens to a record, and the deliveries of it, ask again and again. */
  private latest: Row | undefined
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
    this.latest = row
    if (this.groupOf !== undefined) this.ungrouped.push(row)
  }

  private putInGroup(row: Row, key: string): void {
    const groups = this.groupsOf(row.merchant)
    const group = groups.get(key)
    // One row of a key is the rule, and an array for each would double the memory of a list.
    if (group === undefined) groups.set(key, row)
    else if (Array.isArray(group)) group.push(row)
    else groups.set(key, [group, row])
  }

  private groupsOf(merchant: string): Map<string, Row | Row[]> {
    const known = this.groups.get(merchant)
    if (known !== undefined) return known
    const groups = new Map<string, Row | Row[]>()
    this.groups.set(merchant, groups)
    return groups
  }

  get(id: string): Row | undefined {
    if (this.latest !== undefined && this.idOf(this.latest) === id) return this.latest
    const row = this.rows.get(id)
    if (row !== undefined) this.latest = row
    return row
  }

  /** The rows that a merchant calls so, oldest first. */
  group(merchant: { id: string }, key: string): readonly Row[] {
    const { groupOf } = this
    if (groupOf === undefined) return []
    for (const row of this.ungrouped) this.putInGroup(row, groupOf(row))
    this.ungrouped.length = 0
    const group = this.groups.get(merchant.id)?.get(key)
    if (group === undefined) return []
    return Array.isArray(group) ? group : [group]
  }
}
