// Encodes records of one shape as columns for snapshots. See docs/contributing/decisions/snapshot-columns.md.

import { InvariantError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'

type Row = Record<string, unknown>

/** A column: one value for all rows, an index into a list of values for each row, or a value for each row. */
type Column =
  | { all: unknown }
  | { values: readonly unknown[]; at: readonly number[] }
  | { each: readonly unknown[] }

export interface EncodedRows {
  rows: number
  columns: Record<string, Column>
}

/** Encodes records that all have the same keys. Equal nested objects become one object. */
export function encodeRows(records: readonly object[]): EncodedRows {
  const rows = records as readonly Row[]
  const columns: Record<string, Column> = {}
  for (const [key, first] of Object.entries(rows[0] ?? {})) columns[key] = encodeColumn(rows, key, first)
  return { rows: rows.length, columns }
}

function encodeColumn(rows: readonly Row[], key: string, first: unknown): Column {
  // The common case, found without a copy of the column.
  if (first !== undefined && rows.every((row) => row[key] === first)) return { all: first }
  const each = rows.map((row) => row[key])
  if (each.includes(undefined)) throw new InvariantError(`A record of the world has no "${key}".`)
  return withoutRepetition(each) ?? { each }
}

/** Rows that decide whether the values of a column repeat. */
const sampleSize = 200

/** The distinct values and each row's index; undefined when more than half of the values differ. */
function withoutRepetition(each: readonly unknown[]): Column | undefined {
  const values: unknown[] = []
  const indexes = new Map<unknown, number>()
  const at: number[] = []
  for (const value of each) {
    // Objects are compared by content, so that equal worlds have equal bytes, even if they share different objects.
    const key = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    let index = indexes.get(key)
    if (index === undefined) {
      index = indexes.size
      if (index > Math.max(sampleSize, at.length) / 2) return undefined
      indexes.set(key, index)
      values.push(value)
    }
    at.push(index)
  }
  return values.length === 1 ? { all: values[0] } : { values, at }
}

/**
 * The cells that a column stores, and where; undefined when it is not a column with that many rows. A column of one value for all
 * rows has one cell.
 */
export function cellsOf(
  column: unknown,
  rows: number,
): { form: string; cells: readonly unknown[] } | undefined {
  if (!isObject(column)) return undefined
  const { all, each, values, at } = column
  switch (Object.keys(column).sort().join()) {
    case 'all':
      return { form: 'all', cells: [all] }
    case 'each':
      return Array.isArray(each) && each.length === rows ? { form: 'each', cells: each } : undefined
    case 'at,values': {
      if (!Array.isArray(values) || !Array.isArray(at) || at.length !== rows) return undefined
      const known = (index: unknown) =>
        Number.isInteger(index) && Number(index) >= 0 && Number(index) < values.length
      return at.every(known) ? { form: 'values', cells: values } : undefined
    }
    default:
      return undefined
  }
}

/** Decodes into new rows. Encoded rows from outside the process must have been validated. */
export function decodeRows({ rows, columns }: EncodedRows): object[] {
  const named = Object.entries(columns)
  // Copies of one row share a hidden class; setting every key of an empty object takes several times as long.
  const first = Object.fromEntries(named.map(([key, column]) => [key, valueAt(column, 0)]))
  const decoded = Array.from({ length: rows }, (): Row => ({ ...first }))
  for (const [key, column] of named) {
    if ('all' in column) continue
    const each = 'each' in column ? column.each : column.at.map((index) => column.values[index])
    let index = 0
    for (const row of decoded) {
      row[key] = each[index]
      index += 1
    }
  }
  return decoded
}

function valueAt(column: Column, row: number): unknown {
  if ('all' in column) return column.all
  return 'each' in column ? column.each[row] : column.values[column.at[row] ?? -1]
}
