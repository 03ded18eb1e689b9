// Reads the snapshots of paytwin 0.2, whose records are columns, so that what was exported there can be imported.

import { createHash } from 'node:crypto'
import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { jsonChunks } from '../../core/json-chunks.ts'

const version02 = 3

/** A snapshot of 0.2 with records as objects; undefined for every other value. Throws a UsageError for one that was changed. */
export function convertedFrom02(value: unknown): object | undefined {
  if (!isObject(value) || value.paytwin !== 'snapshot' || value.version !== version02) return undefined
  const { paytwin, version, options, data, plans, digest } = value
  const hash = createHash('sha256')
  for (const chunk of jsonChunks({ paytwin, version, options, data, plans })) hash.update(chunk)
  if (!isObject(data) || hash.digest('hex') !== digest)
    throw new UsageError(
      'The snapshot cannot be restored.',
      'It was changed or truncated: its content does not match its digest.',
      'Export it again with paytwin 0.2, and import it unchanged.',
    )
  const records = Object.entries(data).map(([name, stored]) => [name, rowsOf(stored) ?? stored])
  return { paytwin, options, data: Object.fromEntries(records), plans, digest }
}

/** The records of columns; undefined for what is not columns. */
function rowsOf(stored: unknown): object[] | undefined {
  if (!isObject(stored) || !isObject(stored.columns) || typeof stored.rows !== 'number') return undefined
  const columns = Object.entries(stored.columns)
  return Array.from({ length: stored.rows }, (_, row) =>
    Object.fromEntries(columns.map(([field, column]) => [field, cellOf(column, row)])),
  )
}

/** A column has one value for all rows, a value for each, or the index of a value for each. */
function cellOf(column: unknown, row: number): unknown {
  if (!isObject(column)) return undefined
  const { all, each, values, at } = column
  if (Array.isArray(each)) return each[row]
  return Array.isArray(values) && Array.isArray(at) ? values[at[row]] : all
}
