// The plan of a claim's cases: rows that cover every value of every free dimension first, then every pair of values, as many as
// the number of runs permits. The plan is the same on each machine: it has no randomness.

/** The values of each dimension, plain one first. */
export type Space = Readonly<Record<string, readonly unknown[]>>
/** The index of a value in each dimension. */
export type Row = Readonly<Record<string, number>>

/** At most `count` rows over a space; the first has the plain values. Those that are given come next. */
export function planOf(space: Space, count: number, given: readonly Row[] = []): Row[] {
  const names = Object.keys(space).filter((name) => (space[name]?.length ?? 0) > 0)
  const rows: Row[] = [Object.fromEntries(names.map((name) => [name, 0])), ...given].slice(0, count)
  const uses = new Map<string, number>()
  const use = (key: string) => uses.get(key) ?? 0
  const record = (row: Row) => {
    for (const key of keysOf(names, row)) uses.set(key, use(key) + 1)
  }
  for (const row of rows) record(row)
  while (rows.length < count) {
    const row: Record<string, number> = {}
    // Each dimension in turn takes its least used value that makes the most new pairs with those before it.
    for (const [position, name] of rotated(names, rows.length).entries()) {
      const values = space[name] ?? []
      let best = { index: 0, single: Number.POSITIVE_INFINITY, pairs: Number.POSITIVE_INFINITY }
      for (let offset = 0; offset < values.length; offset += 1) {
        const index = (offset + rows.length + position) % values.length
        const single = use(`${name}=${index}`)
        const pairs = Object.entries(row).reduce(
          (sum, [other, at]) => sum + Math.min(1, use(pairOf(`${name}=${index}`, `${other}=${at}`))),
          0,
        )
        const isNew = Math.min(single, 1)
        if (isNew < Math.min(best.single, 1) || (isNew === Math.min(best.single, 1) && pairs < best.pairs))
          best = { index, single, pairs }
      }
      row[name] = best.index
    }
    rows.push(row)
    record(row)
  }
  return rows
}

const rotated = <Value>(values: readonly Value[], by: number): Value[] => {
  const at = values.length === 0 ? 0 : by % values.length
  return [...values.slice(at), ...values.slice(0, at)]
}

const pairOf = (one: string, other: string) => (one < other ? `${one}&${other}` : `${other}&${one}`)

/** The values of a row, and its pairs of values. */
function keysOf(names: readonly string[], row: Row): string[] {
  const values = names.map((name) => `${name}=${row[name]}`)
  return values.flatMap((one, at) => [one, ...values.slice(at + 1).map((other) => pairOf(one, other))])
}
