// The sandboxes, and the snapshots of the one that is shown.

import { act, change, chooseSandbox, controlPath, readSandboxes, sandboxName, send } from './api.ts'
import { button, form, h, instant, isRecord, table } from './dom.ts'
import { download } from './scenario.ts'
import { replacer, type View } from './view.ts'

type Column = { all: unknown } | { each: unknown[] } | { values: unknown[]; at: number[] }
interface Rows {
  rows: number
  columns: Record<string, Column>
}

/** The part of a snapshot that is compared. */
interface SnapshotText {
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
function differences(first: SnapshotText, second: SnapshotText): Difference[] {
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
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (JSON.stringify(before[key]) !== JSON.stringify(after[key]))
        add(`${name}: ${key}`, before[key], after[key])
  } else add(name, before, after)
}

function shown(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

type Entry = Awaited<ReturnType<typeof readSandboxes>>[number]

interface Taken {
  label: string
  now: string
  text: string
  isCompared: boolean
}

/** Snapshots live as long as the page. */
const taken: Taken[] = []
const difference = h('div', { role: 'status' })

/** The view of sandboxes and snapshots. */
export function sandboxesView(): View {
  const list = h('div')
  const snapshots = h('div')
  const show = replacer<{ sandboxes: Entry[]; current: string }>(list, ({ sandboxes, current }) => [
    table(
      'Sandboxes',
      ['Name', 'Time', 'Base URL', 'Actions'],
      sandboxes.map((entry) => sandboxRow(entry, current)),
    ),
  ])
  const showTaken = replacer<{ now: string; label: string }[]>(snapshots, () => [takenTable()])
  const root = h(
    'section',
    { 'aria-label': 'Sandboxes and snapshots' },
    h('h2', {}, 'Sandboxes'),
    list,
    form(
      'Create a sandbox',
      [input('name', 'checkout-suite'), input('seed', 'seed', false)],
      'Create',
      create,
    ),
    button('Reset this sandbox', reset),
    h('h2', {}, 'Snapshots'),
    h(
      'p',
      { class: 'quiet' },
      'A snapshot is the whole sandbox as data. This page keeps them until it is closed.',
    ),
    h('p', { class: 'buttons' }, button('Take a snapshot', take, { class: 'primary' }), loader()),
    snapshots,
    difference,
  )
  return {
    root,
    update: async () => {
      show({ sandboxes: await readSandboxes(), current: sandboxName() })
      showTaken(taken.map(({ now, label }) => ({ now, label })))
    },
  }
}

function input(name: string, placeholder: string, required = true): HTMLElement {
  return h('input', { name, placeholder, required, 'aria-label': name })
}

function sandboxRow({ name, now, baseUrl }: Entry, current: string) {
  const isCurrent = name === current
  return [
    isCurrent ? h('strong', {}, name) : name,
    now === null ? '' : instant(now),
    h('code', {}, baseUrl),
    h(
      'span',
      { class: 'buttons small' },
      button('Show', () => open(name), { disabled: isCurrent, 'aria-label': `Show ${name}` }),
      button('Delete', () => remove(name), {
        disabled: name === 'default' || isCurrent,
        'aria-label': `Delete ${name}`,
      }),
    ),
  ]
}

function open(name: string): void {
  chooseSandbox(name)
  location.reload()
}

function remove(name: string): void {
  act(async () => {
    await send('DELETE', `/sandboxes/${encodeURIComponent(name)}`)
    return `The sandbox ${name} was deleted.`
  })
}

function create({ name = '', seed = '' }: Record<string, string>): void {
  act(async () => {
    const options = seed === '' ? {} : { seed }
    await send('PUT', `/sandboxes/${encodeURIComponent(name)}`, JSON.stringify(options))
    return `The sandbox ${name} was created.`
  })
}

/** Resets the sandbox. A snapshot of the time before is kept to undo it; without one, the person is asked. */
function reset(): void {
  act(async () => {
    const text = await send('GET', `${controlPath()}/snapshot`).catch(() => undefined)
    if (
      text === undefined &&
      !confirm('There is no memory for a snapshot, so this cannot be undone. Reset the sandbox?')
    )
      return 'The sandbox was not reset.'
    await change('POST', '/reset')
    if (text === undefined) return 'The sandbox is at its start again.'
    const label = `Before reset ${taken.length + 1}`
    add(label, text)
    return `The sandbox is at its start again. To undo this, restore "${label}" below.`
  })
}

function take(): void {
  act(async () => {
    const text = await send('GET', `${controlPath()}/snapshot`)
    add(`Snapshot ${taken.length + 1} of ${sandboxName()}`, text)
  })
}

function add(label: string, text: string): void {
  const { data } = JSON.parse(text) as SnapshotText
  taken.push({ label, now: new Date(data.now).toISOString(), text, isCompared: false })
}

function loader(): HTMLElement {
  const file = h('input', {
    type: 'file',
    accept: '.json,application/json',
    change: () =>
      act(async () => {
        const [chosen] = file.files ?? []
        if (chosen !== undefined) add(chosen.name, await chosen.text())
      }),
  })
  return h('label', { class: 'inline' }, 'Load a file', file)
}

function takenTable(): HTMLElement {
  const rows = taken.map((snapshot, index) => {
    const { label, now, text, isCompared } = snapshot
    const box = h('input', {
      type: 'checkbox',
      checked: isCompared,
      change: () => {
        snapshot.isCompared = box.checked
      },
    })
    return [
      h('label', { class: 'inline' }, box, label),
      instant(now),
      h(
        'span',
        { class: 'buttons small' },
        button('Restore', () => restore(label, text), { 'aria-label': `Restore ${label}` }),
        button('Fork', () => fork(index, text), { 'aria-label': `Fork ${label}` }),
        button('Download', () => download(`${label}.json`, text), { 'aria-label': `Download ${label}` }),
      ),
    ]
  })
  return h(
    'div',
    {},
    table('Snapshots', ['Snapshot', 'Time', 'Actions'], rows),
    button('Compare the two that are checked', compare, { disabled: taken.length < 2 }),
  )
}

function restore(label: string, text: string): void {
  act(async () => {
    await send('POST', `${controlPath()}/restore`, text)
    return `${label} was restored.`
  })
}

function fork(index: number, text: string): void {
  const name = `fork-${index + 1}`
  act(async () => {
    await send('PUT', `/sandboxes/${name}`, `{"snapshot":${text}}`)
    return `The sandbox ${name} has the state of the snapshot.`
  })
}

function compare(): void {
  act(async () => {
    const [first, second, third] = taken.filter(({ isCompared }) => isCompared)
    if (first === undefined || second === undefined || third !== undefined)
      throw new Error('Check two snapshots to compare them.')
    const rows = differences(JSON.parse(first.text), JSON.parse(second.text))
    difference.replaceChildren(
      h('h3', {}, `From ${first.label} to ${second.label}: ${rows.length === 0 ? 'no difference' : ''}`),
      table(
        'Differences',
        ['Record', 'Before', 'After'],
        rows.map((row) => [row.name, row.before, row.after]),
      ),
    )
  })
}
