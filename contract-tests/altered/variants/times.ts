// Behavior over time: when payments advance, when subscriptions are debited, and which clock and calendar a service has.

import { BankingCalendar, type InProcessOptions } from '../../observe/in-process.ts'
import {
  interceptSubscriptions,
  interceptTransactions,
  type NewScheduledEvent,
} from '../mutants/world-seam.ts'
import { type ContractVariants, hooking, responding, simulating } from './rows.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type World = NonNullable<InProcessOptions['world']>
type Kind = NewScheduledEvent['kind']

/** Moves events of some kinds to another instant, never into the past. */
function moving(kinds: readonly Kind[], at: (due: number, now: number) => number): World {
  return {
    scheduleEvent: (event, { now }) =>
      kinds.includes(event.kind) ? { ...event, due: Math.max(at(event.due, now), now) } : event,
  }
}

const complete: readonly Kind[] = ['transaction.complete']
const steps: readonly Kind[] = ['transaction.process', 'transaction.complete']
const debits: readonly Kind[] = ['subscription.debit']
const up = (instant: number, unit: number) => Math.ceil(instant / unit) * unit

/** Moves the completion of payments of one kind; what a bank payment does before stays before. */
function completing(kind: 'exchange' | 'wallet' | 'bank', at: (due: number, now: number) => number): World {
  return {
    scheduleEvent(event, world) {
      if (event.kind !== 'transaction.complete' || world.transactions.get(event.ref)?.kind !== kind)
        return event
      return { ...event, due: Math.max(at(event.due, world.now), world.now) }
    },
  }
}

const newYork = new BankingCalendar('federal-reserve')
const weekdays = new BankingCalendar('weekends-only')
/** The instant at a local hour in New York (UTC-5 in winter) of the day that a transfer ends. */
const bankHour = (localHour: number): World => ({
  addBankingDays: (from, days) => {
    const end = Date.parse(newYork.dateOf(newYork.addBankingDays(from, days))) + (localHour + 5) * hour
    return Math.max(end, from + 1)
  },
})

const starting = (start: string) => ({ start })

/** A UUID of another version, from a random one. */
const ofVersion = (id: string, version: number) => `${id.slice(0, 14)}${version}${id.slice(15)}`

export const timeVariants: ContractVariants = {
  ...hooking({
    'Limits: crypto transactions take 2 minutes to 2 hours, and nothing says how their end is chosen.': {
      'exchange payments that complete after exactly an hour': completing('exchange', (_, now) => now + hour),
      'exchange payments that complete on the next full ten minutes': completing('exchange', (_, now) =>
        up(now + 2 * minute, 10 * minute),
      ),
      'exchange payments that complete in whole seconds': completing('exchange', (due) => up(due, second)),
      'exchange payments that complete a millisecond before two hours': completing(
        'exchange',
        (_, now) => now + 2 * hour - 1,
      ),
      'wallet payments that complete after exactly two minutes': completing(
        'wallet',
        (_, now) => now + 2 * minute,
      ),
      'wallet payments that complete on the full hour': completing('wallet', (_, now) =>
        Math.min(up(now + 2 * minute, hour), now + 2 * hour),
      ),
      'payments that are processed at once': moving(['transaction.process'], (_, now) => now + 1),
      'payments that are processed a moment before they complete': {
        scheduleEvent: (event) =>
          event.kind === 'transaction.process' ? { ...event, due: event.due + 30 * second } : event,
      },
    },
    'States and transitions: "may take 3 to 4 working days"; the calendar, the time zone and the hour are not shown.':
      {
        'bank payments that complete at 9:00 in New York': bankHour(9),
        'bank payments that complete at 17:00 in New York': bankHour(17),
        'bank payments that complete at the end of the day in New York': bankHour(23.99),
        'bank payments on weekdays, with no holidays': {
          addBankingDays: (from, days) => weekdays.addBankingDays(from, days),
        },
        'bank payments that complete in whole minutes': completing('bank', (due) => up(due, minute)),
        'bank payments that are processed on the last day only': {
          scheduleEvent: (event, { transactions, calendar, now }) =>
            event.kind === 'transaction.process' && transactions.get(event.ref)?.kind === 'bank'
              ? { ...event, due: Math.max(event.due, calendar.addBankingDays(now, 3) - hour) }
              : event,
        },
        'bank payments that complete ten days later': completing('bank', (due) => due + 10 * day),
        'exchange payments that complete after a day': completing('exchange', (_, now) => now + day),
      },
    'What the service does, 4: "on the given frequency"; the time of the day of a recurring debit is not shown.':
      {
        'recurring debits an hour later': moving(debits, (due) => due + hour),
        'recurring debits on the next full hour': moving(debits, (due) => up(due, hour)),
        'recurring debits at the next midnight': moving(debits, (due) => up(due, day)),
        'recurring debits in the night before': moving(debits, (due) => due - (due % day)),
        'recurring debits three minutes late': moving(debits, (due) => due + 3 * minute),
        'recurring payments that complete at once': {
          scheduleEvent: (event, world) =>
            complete.includes(event.kind) && world.transactions.get(event.ref)?.kind === 'subscription'
              ? { ...event, due: world.now }
              : event,
        },
        'reminders at other times': moving(['subscription.remind'], (due) => due + 11 * hour),
        'subscriptions that end a day later': interceptSubscriptions((subscription) => {
          subscription.endsAt += day
        }),
      },
    'What the service does, 3: crypto transactions are settled daily; the hour is not shown.': {
      'settlements in the evening': moving(['settlement.daily'], (due) => due + 20 * hour),
      'settlements late by two days': moving(['settlement.daily'], (due) => due + 2 * day),
      'steps in whole seconds': moving(steps, (due) => up(due, second)),
    },
    'Conventions: identifiers are UUID-style strings; no version is stated.': {
      'transactions with ids of version 7': interceptTransactions((transaction) => {
        transaction.id = ofVersion(transaction.id, 7)
      }),
      'transactions with ids of version 1': interceptTransactions((transaction) => {
        transaction.id = ofVersion(transaction.id, 1)
      }),
      'transactions with ids in upper case': interceptTransactions((transaction) => {
        transaction.id = transaction.id.toUpperCase()
      }),
      'subscriptions with ids in upper case': interceptSubscriptions((subscription) => {
        subscription.id = subscription.id.toUpperCase()
      }),
    },
  }),
  ...responding({
    'Endpoints, 2: nothing says that each transaction has its own receiver address.': {
      'wallet transactions that all have one receiver address': (response, { operationId }) => {
        if (operationId !== 'createQrTransaction') return response
        const text = JSON.stringify(response.json)
        const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
        return { ...response, json: JSON.parse(text.replaceAll(/tb1q[0-9a-z]+/g, address)) }
      },
    },
  }),
  ...simulating({
    'Conventions: the contract holds at every time.': {
      'a service on a leap day': starting('2028-02-29T23:59:59.999Z'),
      'a service on the last day of a year': starting('2026-12-31T23:30:00.000Z'),
      'a service on the last day of January': starting('2027-01-31T12:00:00.000Z'),
      'a service in the night in which summer time begins': starting('2026-03-08T06:59:00.000Z'),
      'a service in the night in which summer time ends': starting('2026-11-01T05:59:00.000Z'),
      'a service on a holiday': starting('2026-12-25T15:00:00.000Z'),
      'a service on a Saturday night': starting('2026-01-11T04:59:59.000Z'),
      'a service in 1999': starting('1999-12-30T00:00:00.000Z'),
      'a service in 2099': starting('2099-06-30T23:59:59.500Z'),
      'a service that draws other ids and times': { seed: 'another seed' },
      'a service that draws yet other ids and times': { seed: 77 },
    },
  }),
}
