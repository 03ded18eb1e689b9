// Storage of records: they are found by id and by their merchant's key, and events are as an array would have them, whatever was looked up,
// read, changed and released before.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EventStorage, RecordStorage, type StoredEvent } from './record-storage.ts'

interface Row {
  id: string
  merchant: string
  order: string
}

const rows = fc.array(
  fc.record({ merchant: fc.constantFrom('a', 'b'), order: fc.constantFrom('x', 'y', '__proto__') }),
)

it('finds what an array finds, with lookups between additions', () => {
  fc.assert(
    fc.property(rows, (wanted) => {
      const storage = new RecordStorage<Row>({
        idOf: ({ id }) => id,
        keyOf: ({ order }) => order,
      })
      const all: Row[] = []
      for (const [index, row] of wanted.entries()) {
        const added = { id: String(index), ...row }
        storage.add(added)
        all.push(added)
        if (index % 3 === 0) expect(storage.group({ id: 'a' }, 'x')).toEqual(ofOrder(all, 'a', 'x'))
      }
      expect([...storage]).toEqual(all)
      expect(storage.size).toBe(all.length)
      for (const row of all) expect(storage.get(row.id)).toBe(row)
      for (const merchant of ['a', 'b', 'c'])
        for (const order of ['x', 'y', '__proto__', 'z'])
          expect(storage.group({ id: merchant }, order)).toEqual(ofOrder(all, merchant, order))
      expect(storage.get('none')).toBeUndefined()
    }),
  )
})

function ofOrder(all: readonly Row[], merchant: string, order: string): Row[] {
  return all.filter((row) => row.merchant === merchant && row.order === order)
}

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('add' as const), note: fc.option(fc.constant('a note')) }),
    fc.record({
      do: fc.constantFrom('deliver' as const, 'fail' as const, 'annotate' as const),
      at: fc.integer({ min: -3, max: 20 }),
    }),
  ),
  { maxLength: 60, size: 'max' },
)

function change(event: StoredEvent, kind: 'deliver' | 'fail' | 'annotate'): void {
  if (kind === 'annotate') event.note = 'changed'
  else event.delivery = kind
  if (kind === 'fail') event.attempts = [...event.attempts, 'refused']
}

it('of events returns what an array returns', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const storage = new EventStorage<StoredEvent, { id: string }>([])
      const model: StoredEvent[] = []
      const add = (note: string | null) => {
        const seq = model.length
        const event = { seq, at: seq * 1.5, transaction: `t${seq}`, status: seq % 2 === 0 ? 'new' : 'old' }
        const added = { ...event, received: `${seq}.50`, delivery: 'waiting', note, attempts: [] }
        const subject = { id: added.transaction }
        storage.push({ ...added }, subject)
        expect(storage.subjectOf(added)).toBe(subject)
        model.push(added)
      }
      for (const step of sequence) {
        if (step.do === 'add') {
          add(step.note)
          continue
        }
        const [event, expected] = [storage.at(step.at), model.at(step.at)]
        expect(event).toEqual(expected)
        if (event === undefined || expected === undefined) continue
        change(event, step.do)
        change(expected, step.do)
        if (step.do !== 'annotate') storage.release(event)
      }
      expect(storage.length).toBe(model.length)
      expect([...storage]).toEqual(model)
      expect([...new EventStorage(storage)]).toEqual(model)
      for (const [start, end] of [[0], [2, 5], [-3], [1, -1], [5, 100], [-100, 2]] as const)
        expect(storage.slice(start, end)).toEqual(model.slice(start, end))
      expect(storage.at(0.5)).toBeUndefined()
    }),
  )
})

it('keeps an event that was read until it is released', () => {
  const event = { at: 0, transaction: 't', status: 'new', received: '0', delivery: 'waiting', note: null }
  const storage = new EventStorage<StoredEvent, never>([0, 1].map((seq) => ({ ...event, seq, attempts: [] })))
  const first = storage.at(0)
  storage.at(1)
  expect(storage.at(0)).toBe(first)
  expect([...storage][0]).toBe(first)
})
