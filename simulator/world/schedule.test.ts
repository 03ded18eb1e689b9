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

describe('the schedule', () => {
  it('refuses an invalid instant', () => {
    expect(() => new Schedule().add(about('s', Number.NaN))).toThrow(/Invalid due instant NaN/)
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
