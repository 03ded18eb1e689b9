// Rows as columns: the form in which a snapshot holds many records of one shape. It is a third of the size of the rows,
// and as much faster to write and to read.

import { InvariantError } from '../../core/errors.ts'

type Row = Record<string, unknown>

/** A column: one value for all rows, a place in a list of values for each row, or a value for each row. */
export type Column =
  | { all: unknown }
  | { values: readonly unknown[]; at: readonly number[] }
  | { each: readonly unknown[] }

/** Records of one shape. */
export type Table = { rows: number; columns: Record<string, Column> }

/** Packs records that all have the same keys. Objects that hold the same become one object. */
export function pack(records: readonly object[]): Table {
  const rows = records as readonly Row[]
  const columns: Record<string, Column> = {}
  for (const [key, first] of Object.entries(rows[0] ?? {})) columns[key] = column(rows, key, first)
  return { rows: rows.length, columns }
}

function column(rows: readonly Row[], key: string, first: unknown): Column {
  // Most columns of most worlds hold one value, and need not be written out to see it.
  if (first !== undefined && rows.every((row) => row[key] === first)) return { all: first }
  const each = rows.map((row) => row[key])
  if (each.includes(undefined)) throw new InvariantError(`A record of the world has no "${key}".`)
  return listed(each) ?? { each }
}

/** How many rows show whether the values of a column repeat. */
const sample = 200

/** The different values and where each row has them; undefined when too many of them differ. */
function listed(each: readonly unknown[]): Column | undefined {
  const values: unknown[] = []
  const places = new Map<unknown, number>()
  const at: number[] = []
  for (const value of each) {
    const key = keyOf(value)
    let place = places.get(key)
    if (place === undefined) {
      place = places.size
      if (place > Math.max(sample, at.length) / 2) return undefined
      places.set(key, place)
      values.push(value)
    }
    at.push(place)
  }
  return values.length === 1 ? { all: values[0] } : { values, at }
}

// Objects are compared by what they hold, so that equal worlds give equal bytes, whoever shares an object with whom.
function keyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** The rows of a table, each a new object. */
export function unpack({ rows, columns }: Table): Row[] {
  const named = Object.entries(columns)
  const valueAt = (column: Column, row: number) => {
    if ('all' in column) return column.all
    return 'each' in column ? column.each[row] : column.values[column.at[row] ?? -1]
  }
  // Each row begins as a copy of the first: copying gives all of them one hidden shape, and setting every key of an empty
  // object takes several times as long.
  const first = Object.fromEntries(named.map(([key, column]) => [key, valueAt(column, 0)]))
  const unpacked = Array.from({ length: rows }, () => ({ ...first }))
  for (const [key, column] of named) {
    if ('all' in column) continue
    const each = 'each' in column ? column.each : column.at.map((place) => column.values[place])
    let index = 0
    for (const row of unpacked) {
      row[key] = each[index]
      index += 1
    }
  }
  return unpacked
}
