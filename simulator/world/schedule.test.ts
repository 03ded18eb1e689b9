// The schedule: what is due comes in the order of its instants, then of its arrival, and its data make the same schedule again.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Schedule, type ScheduleEntry, type ScheduleState } from './schedule.ts'

function takeAll(schedule: Schedule, until = Number.MAX_SAFE_INTEGER): ScheduleEntry[] {
  const taken: ScheduleEntry[] = []
  for (let entry = schedule.takeDue(until); entry !== undefined; entry = schedule.takeDue(until))
    taken.push(entry)
  return taken
}

function refs(entries: readonly ScheduleEntry[]): string[] {
  return entries.map((entry) => entry.ref)
}

function sample(): Schedule {
  const schedule = new Schedule()
  schedule.add({ due: 30, kind: 'debit', ref: 'late' })
  schedule.add({ due: 10, kind: 'settlement', ref: 'early' })
  schedule.add({ due: 20, kind: 'debit', ref: 'middle', data: { index: 3 } })
  schedule.add({ due: 10, kind: 'debit', ref: 'early too' })
  return schedule
}

describe('the schedule', () => {
  it('gives what is due first, and at one instant in the order it was added', () => {
    expect(refs(takeAll(sample()))).toEqual(['early', 'early too', 'middle', 'late'])
  })

  it('gives nothing before it is due, and something at the very instant', () => {
    const schedule = sample()
    expect(schedule.takeDue(9)).toBeUndefined()
    expect(refs(takeAll(schedule, 20))).toEqual(['early', 'early too', 'middle'])
    expect(schedule.nextDue).toBe(30)
    expect(schedule.size).toBe(1)
  })

  it('lists everything in that order', () => {
    const schedule = sample()
    expect(refs(schedule.list())).toEqual(['early', 'early too', 'middle', 'late'])
    expect(schedule.size).toBe(4)
  })

  it('forgets a cancelled entry at once, and says whether there was one', () => {
    const schedule = sample()
    expect(schedule.cancel(1)?.ref).toBe('early')
    expect(schedule.cancel(1)).toBeUndefined()
    expect(schedule.cancel(99)).toBeUndefined()
    expect(schedule.size).toBe(3)
    expect(schedule.list()[0]?.ref).toBe('early too')
    expect(refs(takeAll(schedule))).toEqual(['early too', 'middle', 'late'])
    expect(schedule.cancel(0)).toBeUndefined()
    expect(schedule.nextDue).toBeUndefined()
  })

  it('never gives a number twice, not after a snapshot either', () => {
    const schedule = Schedule.fromJSON(sample().toJSON())
    takeAll(schedule)
    expect(schedule.add({ due: 1, kind: 'debit', ref: 'new' }).seq).toBe(4)
  })

  it('writes the same bytes for the same content, however it came about', () => {
    const direct = sample()
    const byDetour = Schedule.fromJSON(sample().toJSON())
    byDetour.cancel(byDetour.add({ ref: 'x', kind: 'gone', due: 5 }).seq)
    direct.cancel(direct.add({ due: 25, kind: 'gone', ref: 'y' }).seq)
    const restored = Schedule.fromJSON(JSON.parse(JSON.stringify(byDetour)))
    expect(JSON.stringify(byDetour)).toBe(JSON.stringify(direct))
    expect(JSON.stringify(restored)).toBe(JSON.stringify(direct))
    expect(JSON.stringify(sample())).toBe(
      '{"nextSeq":4,"entries":[{"due":10,"seq":1,"kind":"settlement","ref":"early"},' +
        '{"due":10,"seq":3,"kind":"debit","ref":"early too"},' +
        '{"due":20,"seq":2,"kind":"debit","ref":"middle","data":{"index":3}},' +
        '{"due":30,"seq":0,"kind":"debit","ref":"late"}]}',
    )
  })

  it('refuses an entry without an instant, and a state that was altered', () => {
    expect(() => new Schedule().add({ due: Number.NaN, kind: 'debit', ref: 's' })).toThrow(/due at NaN/)
    const { entries } = sample().toJSON()
    expect(() => Schedule.fromJSON({ nextSeq: 3, entries })).toThrow(/cannot be read\. The entry 3 \(debit\)/)
    expect(() => Schedule.fromJSON({ nextSeq: 9, entries: [...entries, ...entries] })).toThrow(/stands twice/)
  })

  it('keeps its order when most of many entries are cancelled', () => {
    const schedule = new Schedule()
    const kept: ScheduleEntry[] = []
    for (let number = 0; number < 5_000; number += 1) {
      const entry = schedule.add({ due: (number * 7_919) % 1_000, kind: 'debit', ref: `s${number}` })
      if (number % 50 === 0) kept.push(entry)
    }
    for (let seq = 0; seq < 5_000; seq += 1) if (seq % 50 !== 0) schedule.cancel(seq)
    kept.sort((a, b) => a.due - b.due || a.seq - b.seq)
    expect(schedule.size).toBe(100)
    expect(takeAll(schedule)).toEqual(kept)
  })
})

/** The schedule said again, as simply as can be: a list that is sorted at every look. */
class Model {
  nextSeq = 0
  entries: ScheduleEntry[] = []

  sorted(): ScheduleEntry[] {
    return [...this.entries].sort((a, b) => (a.due === b.due ? a.seq - b.seq : a.due - b.due))
  }

  remove(entry: ScheduleEntry | undefined): ScheduleEntry | undefined {
    this.entries = this.entries.filter((each) => each !== entry)
    return entry
  }
}

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('add'), at: fc.nat(20) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel'), at: fc.nat(40) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('take'), at: fc.nat(22) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('restore', 'put back'), at: fc.constant(22) }) },
  ),
  { maxLength: 120 },
)

describe('for any sequence of steps', () => {
  it('the schedule is a sorted list, and a copy goes its own way', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        let schedule = new Schedule()
        const model = new Model()
        const leftBehind: { schedule: Schedule; state: ScheduleState }[] = []
        for (const step of sequence) {
          if (step.do === 'add') {
            const wanted = { due: step.at, kind: 'debit', ref: `s${step.at}` }
            const entry = { ...wanted, seq: model.nextSeq++ }
            model.entries.push(entry)
            expect(schedule.add(wanted)).toEqual(entry)
          } else if (step.do === 'cancel') {
            const doomed = model.entries.find((entry) => entry.seq === step.at)
            expect(schedule.cancel(step.at)).toEqual(model.remove(doomed))
          } else if (step.do === 'take') {
            const [first] = model.sorted().filter((entry) => entry.due <= step.at)
            expect(schedule.takeDue(step.at)).toEqual(model.remove(first))
          } else if (step.do === 'put back') {
            const taken = schedule.takeDue(step.at)
            if (taken !== undefined) schedule.putBack(taken)
          } else {
            const state = schedule.toJSON()
            leftBehind.push({ schedule, state: structuredClone(state) })
            schedule = Schedule.fromJSON(JSON.parse(JSON.stringify(state)))
          }
          expect(schedule.size).toBe(model.entries.length)
          expect(schedule.toJSON()).toEqual({ nextSeq: model.nextSeq, entries: model.sorted() })
          expect(schedule.nextDue).toBe(model.sorted()[0]?.due)
        }
        expect(takeAll(schedule)).toEqual(model.sorted())
        for (const left of leftBehind) {
          expect(left.schedule.toJSON()).toEqual(left.state)
          expect(takeAll(left.schedule)).toEqual(left.state.entries)
        }
      }),
    )
  })
})
