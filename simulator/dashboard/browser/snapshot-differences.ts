// What differs between two snapshots.

type Column = { all: unknown } | { each: unknown[] } | { values: unknown[]; at: number[] }
interface Rows {
  rows: number
  columns: Record<string, Column>
}

/** The part of a snapshot that is compared. */
export interface SnapshotText {
  options: Record<string, unknown>
  data: { now: number } & Record<string, unknown>
}

interface Difference {
  name: string
  before: string
  after: string
}

const maxDifferences = 500
const maxCharacters = 300

/** The differences, at most 500: of options, records and their fields. */
export function differences(first: SnapshotText, second: SnapshotText): Difference[] {
  const found: Difference[] = []
  const add = (name: string, before: unknown, after: unknown) => {
    if (found.length < maxDifferences) found.push({ name, before: shown(before), after: shown(after) })
  }
  compareValues('options', first.options, second.options, add)
  for (const name of new Set([...Object.keys(first.data), ...Object.keys(second.data)])) {
    const [before, after] = [first.data[name], second.data[name]]
    if (isRows(before) && isRows(after)) compareRecords(name, recordsOf(before), recordsOf(after), add)
    else compareValues(name, before, after, add)
  }
  return found
}

function isRows(value: unknown): value is Rows {
  return typeof value === 'object' && value !== null && 'rows' in value && 'columns' in value
}

/** The records by id; those without one by their position. */
function recordsOf({ rows, columns }: Rows): Map<string, Record<string, unknown>> {
  const entries = Object.entries(columns)
  const records = Array.from({ length: rows }, (_, index) => {
    const record = Object.fromEntries(entries.map(([name, column]) => [name, cell(column, index)]))
    return [String(record.id ?? record.uuid ?? index), record] as const
  })
  return new Map(records)
}

function cell(column: Column, row: number): unknown {
  if ('all' in column) return column.all
  return 'each' in column ? column.each[row] : column.values[column.at[row] ?? -1]
}

type Add = (name: string, before: unknown, after: unknown) => void

function compareRecords(
  name: string,
  first: Map<string, Record<string, unknown>>,
  second: Map<string, Record<string, unknown>>,
  add: Add,
): void {
  for (const [id, before] of first) {
    const after = second.get(id)
    if (after === undefined) add(`${name} ${id}`, before, undefined)
    else compareValues(`${name} ${id}`, before, after, add)
  }
  for (const [id, after] of second) if (!first.has(id)) add(`${name} ${id}`, undefined, after)
}

/** Compares objects by their properties, everything else as a whole. */
function compareValues(name: string, before: unknown, after: unknown, add: Add): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (!isPlain(before) || !isPlain(after)) {
    add(name, before, after)
    return
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      add(`${name}: ${key}`, before[key], after[key])
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
