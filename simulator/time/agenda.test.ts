// The agenda: what is due comes in the order of its instants, then of its arrival, and its data make the same agenda again.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Agenda, type AgendaEntry, type AgendaState } from './agenda.ts'

function takeAll(agenda: Agenda, until = Number.MAX_SAFE_INTEGER): AgendaEntry[] {
  const taken: AgendaEntry[] = []
  for (let entry = agenda.takeDue(until); entry !== undefined; entry = agenda.takeDue(until))
    taken.push(entry)
  return taken
}

function refs(entries: readonly AgendaEntry[]): string[] {
  return entries.map((entry) => entry.ref)
}

function sample(): Agenda {
  const agenda = new Agenda()
  agenda.add({ due: 30, kind: 'debit', ref: 'late' })
  agenda.add({ due: 10, kind: 'settlement', ref: 'early' })
  agenda.add({ due: 20, kind: 'debit', ref: 'middle', data: { index: 3 } })
  agenda.add({ due: 10, kind: 'debit', ref: 'early too' })
  return agenda
}

describe('the agenda', () => {
  it('gives what is due first, and at one instant in the order it was added', () => {
    expect(refs(takeAll(sample()))).toEqual(['early', 'early too', 'middle', 'late'])
  })

  it('gives nothing before it is due, and something at the very instant', () => {
    const agenda = sample()
    expect(agenda.takeDue(9)).toBeUndefined()
    expect(refs(takeAll(agenda, 20))).toEqual(['early', 'early too', 'middle'])
    expect(agenda.nextDue).toBe(30)
    expect(agenda.size).toBe(1)
  })

  it('lists everything in that order', () => {
    const agenda = sample()
    expect(refs(agenda.list())).toEqual(['early', 'early too', 'middle', 'late'])
    expect(agenda.size).toBe(4)
  })

  it('forgets a cancelled entry at once, and says whether there was one', () => {
    const agenda = sample()
    expect(agenda.cancel(1)?.ref).toBe('early')
    expect(agenda.cancel(1)).toBeUndefined()
    expect(agenda.cancel(99)).toBeUndefined()
    expect(agenda.size).toBe(3)
    expect(agenda.list()[0]?.ref).toBe('early too')
    expect(refs(takeAll(agenda))).toEqual(['early too', 'middle', 'late'])
    expect(agenda.cancel(0)).toBeUndefined()
    expect(agenda.nextDue).toBeUndefined()
  })

  it('never gives a number twice, not after a snapshot either', () => {
    const agenda = Agenda.fromJSON(sample().toJSON())
    takeAll(agenda)
    expect(agenda.add({ due: 1, kind: 'debit', ref: 'new' }).seq).toBe(4)
  })

  it('writes the same bytes for the same content, however it came about', () => {
    const direct = sample()
    const byDetour = Agenda.fromJSON(sample().toJSON())
    byDetour.cancel(byDetour.add({ ref: 'x', kind: 'gone', due: 5 }).seq)
    direct.cancel(direct.add({ due: 25, kind: 'gone', ref: 'y' }).seq)
    const restored = Agenda.fromJSON(JSON.parse(JSON.stringify(byDetour)))
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
    expect(() => new Agenda().add({ due: Number.NaN, kind: 'debit', ref: 's' })).toThrow(/due at NaN/)
    const { entries } = sample().toJSON()
    expect(() => Agenda.fromJSON({ nextSeq: 3, entries })).toThrow(/cannot be read\. The entry 3 \(debit\)/)
    expect(() => Agenda.fromJSON({ nextSeq: 9, entries: [...entries, ...entries] })).toThrow(/stands twice/)
  })

  it('keeps its order when most of many entries are cancelled', () => {
    const agenda = new Agenda()
    const kept: AgendaEntry[] = []
    for (let number = 0; number < 5_000; number += 1) {
      const entry = agenda.add({ due: (number * 7_919) % 1_000, kind: 'debit', ref: `s${number}` })
      if (number % 50 === 0) kept.push(entry)
    }
    for (let seq = 0; seq < 5_000; seq += 1) if (seq % 50 !== 0) agenda.cancel(seq)
    kept.sort((a, b) => a.due - b.due || a.seq - b.seq)
    expect(agenda.size).toBe(100)
    expect(takeAll(agenda)).toEqual(kept)
  })
})

/** The agenda said again, as simply as can be: a list that is sorted at every look. */
class Model {
  nextSeq = 0
  entries: AgendaEntry[] = []

  sorted(): AgendaEntry[] {
    return [...this.entries].sort((a, b) => (a.due === b.due ? a.seq - b.seq : a.due - b.due))
  }

  remove(entry: AgendaEntry | undefined): AgendaEntry | undefined {
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
  it('the agenda is a sorted list, and a copy goes its own way', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        let agenda = new Agenda()
        const model = new Model()
        const leftBehind: { agenda: Agenda; state: AgendaState }[] = []
        for (const step of sequence) {
          if (step.do === 'add') {
            const wanted = { due: step.at, kind: 'debit', ref: `s${step.at}` }
            const entry = { ...wanted, seq: model.nextSeq++ }
            model.entries.push(entry)
            expect(agenda.add(wanted)).toEqual(entry)
          } else if (step.do === 'cancel') {
            const doomed = model.entries.find((entry) => entry.seq === step.at)
            expect(agenda.cancel(step.at)).toEqual(model.remove(doomed))
          } else if (step.do === 'take') {
            const [first] = model.sorted().filter((entry) => entry.due <= step.at)
            expect(agenda.takeDue(step.at)).toEqual(model.remove(first))
          } else if (step.do === 'put back') {
            const taken = agenda.takeDue(step.at)
            if (taken !== undefined) agenda.putBack(taken)
          } else {
            const state = agenda.toJSON()
            leftBehind.push({ agenda, state: structuredClone(state) })
            agenda = Agenda.fromJSON(JSON.parse(JSON.stringify(state)))
          }
          expect(agenda.size).toBe(model.entries.length)
          expect(agenda.toJSON()).toEqual({ nextSeq: model.nextSeq, entries: model.sorted() })
          expect(agenda.nextDue).toBe(model.sorted()[0]?.due)
        }
        expect(takeAll(agenda)).toEqual(model.sorted())
        for (const left of leftBehind) {
          expect(left.agenda.toJSON()).toEqual(left.state)
          expect(takeAll(left.agenda)).toEqual(left.state.entries)
        }
      }),
    )
  })
})
