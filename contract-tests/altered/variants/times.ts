// Behavior over time: when payments advance, when subscriptions are debited, and which clock and calendar a service has.

import { hourMs } from '../../../core/durations.ts'
import { BankingCalendar, type InProcessOptions } from '../../observe/in-process.ts'
import {
  interceptSubscriptions,
  interceptTransactions,
  type NewScheduledEvent,
} from '../mutants/world-seam.ts'
import { type ContractVariants, hooking, simulating } from './rows.ts'

const day = 24 * hourMs

type World = NonNullable<InProcessOptions['world']>
type Kind = NewScheduledEvent['kind']

/** Moves events of some kinds to another instant, never into the past. */
function moving(kinds: readonly Kind[], at: (due: number, now: number) => number): World {
  return {
    scheduleEvent: (event, { now }) =>
      kinds.includes(event.kind) ? { ...event, due: Math.max(at(event.due, now), now) } : event,
  }
}

const debits: readonly Kind[] = ['subscription.debit']

const newYork = new BankingCalendar('federal-reserve')
/** The instant at a local hour in New York (UTC-5 in winter) of the day that a transfer ends. */
const bankHour = (localHour: number): World => ({
  addBankingDays: (from, days) => {
    const end = Date.parse(newYork.dateOf(newYork.addBankingDays(from, days))) + (localHour + 5) * hourMs
    return Math.max(end, from + 1)
  },
})

export const timeVariants: ContractVariants = {
  ...hooking({
    'Limits: crypto transactions take 2 minutes to 2 hours, and nothing says how their end is chosen.': {
      'payments that are processed at once': moving(['transaction.process'], (_, now) => now + 1),
    },
    'States and transitions: "may take 3 to 4 working days"; the calendar, the time zone and the hour are not shown.':
      {
        'bank payments that complete at 9:00 in New York': bankHour(9),
        'bank payments that complete at the end of the day in New York': bankHour(23.99),
        'bank payments that are processed on the last day only': {
          scheduleEvent: (event, { transactions, calendar, now }) =>
            event.kind === 'transaction.process' && transactions.get(event.ref)?.kind === 'bank'
              ? { ...event, due: Math.max(event.due, calendar.addBankingDays(now, 3) - hourMs) }
              : event,
        },
        'bank payments that complete ten days later': {
          scheduleEvent: (event, { transactions }) =>
            event.kind === 'transaction.complete' && transactions.get(event.ref)?.kind === 'bank'
              ? { ...event, due: event.due + 10 * day }
              : event,
        },
      },
    'What the service does, 4: "on the given frequency"; the time of the day of a recurring debit is not shown.':
      {
        'recurring debits at the next midnight': moving(debits, (due) => Math.ceil(due / day) * day),
        'recurring debits in the night before': moving(debits, (due) => due - (due % day)),
        'recurring payments that complete at once': {
          scheduleEvent: (event, world) =>
            event.kind === 'transaction.complete' &&
            world.transactions.get(event.ref)?.kind === 'subscription'
              ? { ...event, due: world.now }
              : event,
        },
        'reminders at other times': moving(['subscription.remind'], (due) => due + 11 * hourMs),
      },
    'What the service does, 3: crypto transactions are settled daily; the hour is not shown.': {
      'settlements late by two days': moving(['settlement.daily'], (due) => due + 2 * day),
    },
    'Conventions: identifiers are UUID-style strings; no version is stated.': {
      'transactions with ids of version 7': interceptTransactions((transaction) => {
        transaction.id = transaction.id.replace(/^(.{14})./, '$17')
      }),
      'transactions with ids in upper case': interceptTransactions((transaction) => {
        transaction.id = transaction.id.toUpperCase()
      }),
      'subscriptions with ids in upper case': interceptSubscriptions((subscription) => {
        subscription.id = subscription.id.toUpperCase()
      }),
    },
  }),
  ...simulating({
    'Conventions: the contract holds at every time.': {
      'a service on a leap day': { start: '2028-02-29T23:59:59.999Z' },
      'a service on the last day of a year': { start: '2026-12-31T23:30:00.000Z' },
      'a service in the night in which summer time begins': { start: '2026-03-08T06:59:00.000Z' },
      'a service on a holiday': { start: '2026-12-25T15:00:00.000Z' },
      'a service on a Saturday night': { start: '2026-01-11T04:59:59.000Z' },
      'a service in 1999 that draws other ids and times': { start: '1999-12-30T00:00:00.000Z', seed: 77 },
      'a service in 2099': { start: '2099-06-30T23:59:59.500Z' },
    },
  }),
}
