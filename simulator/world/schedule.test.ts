// The schedule: events come in the order of their instants and then of their arrival, and its JSON restores the same schedule.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Schedule } from './schedule.ts'
import type { NewScheduledEvent, ScheduledEvent } from './scheduled-event.ts'
import type { ScheduleState } from './state.ts'

/** An event about a record; the kind does not matter to the order. */
function about(ref: string, due: number, number = 0): NewScheduledEvent {
  if (number % 4 === 1) return { due, kind: 'subscription.debit', ref, data: number }
  if (number % 4 === 2) return { due, kind: 'webhook.attempt', ref, data: { copies: number } }
  return { due, kind: 'transaction.complete', ref }
}

function takeAll(schedule: Schedule, until = Number.MAX_SAFE_INTEGER): ScheduledEvent[] {
  const taken: ScheduledEvent[] = []
  for (let event = schedule.takeDue(until); event !== undefined; event = schedule.takeDue(until))
    taken.push(event)
  return taken
}

function sample(): Schedule {
  const schedule = new Schedule()
  schedule.add(about('late', 30))
  schedule.add({ due: 10, kind: 'settlement.daily', ref: 'early' })
  schedule.add({ due: 20, kind: 'subscription.debit', ref: 'middle', data: 3 })
  schedule.add(about('early too', 10))
  return schedule
}

describe('the schedule', () => {
  it('writes the same bytes for the same content', () => {
    const direct = sample()
    const restored = Schedule.fromJSON(sample().toJSON())
    restored.cancel(restored.add(about('x', 5)))
    direct.cancel(direct.add(about('y', 25)))
    const again = Schedule.fromJSON(JSON.parse(JSON.stringify(restored)))
    expect(JSON.stringify(restored)).toBe(JSON.stringify(direct))
    expect(JSON.stringify(again)).toBe(JSON.stringify(direct))
    expect(JSON.stringify(sample())).toBe(
      '{"nextSeq":4,"events":[{"due":10,"seq":1,"kind":"settlement.daily","ref":"early"},' +
        '{"due":10,"seq":3,"kind":"transaction.complete","ref":"early too"},' +
        '{"due":20,"seq":2,"kind":"subscription.debit","ref":"middle","data":3},' +
        '{"due":30,"seq":0,"kind":"transaction.complete","ref":"late"}]}',
    )
  })

  it('refuses an invalid instant', () => {
    expect(() => new Schedule().add(about('s', Number.NaN))).toThrow(/Invalid due instant NaN/)
  })

  it('keeps its order when most of many events are canceled', () => {
    const schedule = new Schedule()
    const left: ScheduledEvent[] = []
    for (let number = 0; number < 2_000; number += 1) {
      const wanted = about(`s${number}`, (number * 7_919) % 1_000)
      const seq = schedule.add(wanted)
      if (number % 50 === 0) left.push({ ...wanted, seq } as ScheduledEvent)
    }
    for (let seq = 0; seq < 2_000; seq += 1) if (seq % 50 !== 0) schedule.cancel(seq)
    left.sort((a, b) => a.due - b.due || a.seq - b.seq)
    expect(schedule.size).toBe(40)
    expect(takeAll(schedule)).toEqual(left)
  })
})

/** The simplest schedule: an array that is sorted for every read. */
class Model {
  nextSeq = 0
  events: ScheduledEvent[] = []

  sorted(): ScheduledEvent[] {
    return [...this.events].sort((a, b) => (a.due === b.due ? a.seq - b.seq : a.due - b.due))
  }

  remove(event: ScheduledEvent | undefined): ScheduledEvent | undefined {
    this.events = this.events.filter((each) => each !== event)
    return event
  }
}

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('add'), at: fc.nat(20) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel'), at: fc.nat(40) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('take'), at: fc.nat(22) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('restore', 'put back'), at: fc.constant(22) }) },
  ),
  { maxLength: 120, size: 'max' },
)

describe('for any sequence of steps', () => {
  it('the schedule equals a sorted array, and copies are independent', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        let schedule = new Schedule()
        const model = new Model()
        const earlier: { schedule: Schedule; state: ScheduleState }[] = []
        const perform = {
          add: (at: number) => {
            const wanted = about(`s${at}`, at, model.nextSeq)
            const seq = model.nextSeq++
            model.events.push({ ...wanted, seq } as ScheduledEvent)
            expect(schedule.add(wanted)).toBe(seq)
          },
          cancel: (at: number) => {
            const canceled = model.events.find((event) => event.seq === at)
            expect(schedule.cancel(at)).toEqual(model.remove(canceled))
          },
          take: (at: number) => {
            const [first] = model.sorted().filter((event) => event.due <= at)
            expect(schedule.takeDue(at)).toEqual(model.remove(first))
          },
          'put back': (at: number) => {
            const taken = schedule.takeDue(at)
            if (taken !== undefined) schedule.putBack(taken)
          },
          restore: () => {
            const state = schedule.toJSON()
            earlier.push({ schedule, state: structuredClone(state) })
            schedule = Schedule.fromJSON(JSON.parse(JSON.stringify(state)))
          },
        }
        for (const step of sequence) {
          perform[step.do](step.at)
          expect(schedule.size).toBe(model.events.length)
          expect(schedule.toJSON()).toEqual({ nextSeq: model.nextSeq, events: model.sorted() })
          expect(schedule.nextDue).toBe(model.sorted()[0]?.due)
        }
        expect(takeAll(schedule)).toEqual(model.sorted())
        for (const { schedule: before, state } of earlier) {
          expect(before.toJSON()).toEqual(state)
          expect(takeAll(before)).toEqual(state.events)
        }
      }),
    )
  })
})
