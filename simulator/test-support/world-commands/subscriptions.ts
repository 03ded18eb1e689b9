// Commands about subscriptions: creating, debiting, renewing and canceling them.

import fc from 'fast-check'
import type { SubscriptionTerms } from '../shop.ts'
import { hasBitcoin } from './payments.ts'
import {
  type Counts,
  done,
  granted,
  nextOrder,
  places,
  recordAt,
  type System,
  type WorldCommand,
  worldOf,
} from './world-command.ts'

type Terms = Required<Pick<SubscriptionTerms, 'frequency' | 'subscriptionPeriod' | 'autoRenewal'>>

/** Each one makes every advance longer. */
const maxSubscriptions = 12
const hasSubscription = (place: number) => (counts: Counts) => -place <= counts.subscriptions

const subscribe = (terms: Terms): WorldCommand => ({
  check: ({ subscriptions }) => subscriptions < maxSubscriptions,
  perform: async (system) => ({
    expected: hasBitcoin(system, 'ready', '0.00025'),
    done: await granted(system.shop.subscribe(nextOrder(system), terms)),
  }),
  toString: () => {
    const { frequency, subscriptionPeriod, autoRenewal } = terms
    return `Subscribe(${frequency}, ${subscriptionPeriod}, ${autoRenewal ? '' : 'no '}auto-renewal)`
  },
})

/** Makes a call and reports its debits to the auditor. Returns whether it was done, and the number of debits. */
async function debiting(system: System, call: () => Promise<boolean>): Promise<[boolean, number]> {
  const before = worldOf(system).transactions.size
  const called = await call()
  const made = [...worldOf(system).transactions].slice(before)
  for (const { id } of made) system.auditor?.knowledge.debitedByRequest.add(id)
  return [called, made.length]
}

const debit = (place: number, amount: number): WorldCommand => ({
  check: hasSubscription(place),
  perform: async (system) => {
    const { id, status } = recordAt(worldOf(system).subscriptions, place)
    const [, made] = await debiting(system, () => granted(system.shop.debit(id, amount)))
    return { done: made > 0, ...(status === 'active' ? {} : { expected: false }) }
  },
  toString: () => `Debit(subscription ${place}, ${amount})`,
})

const renew = (place: number): WorldCommand => ({
  check: hasSubscription(place),
  perform: async (system) => {
    const { id, status, autoRenewal, nextIndex } = recordAt(worldOf(system).subscriptions, place)
    const { control } = system.shop
    const [renewed] = await debiting(system, () => done(control.renewSubscription({ params: { id } })))
    const takenEarly = system.auditor?.knowledge.takenEarly
    if (renewed) takenEarly?.set(id, [...(takenEarly.get(id) ?? []), nextIndex])
    // An active subscription that renews may have no bill left.
    return { done: renewed, ...(status === 'active' && autoRenewal ? {} : { expected: false }) }
  },
  toString: () => `Renew(subscription ${place})`,
})

const cancelSubscription = (place: number): WorldCommand => ({
  check: hasSubscription(place),
  perform: async (system) => {
    const { id, status } = recordAt(worldOf(system).subscriptions, place)
    return { expected: status === 'active', done: await granted(system.shop.cancel(id)) }
  },
  toString: () => `CancelSubscription(subscription ${place})`,
})

const terms = fc.record({
  frequency: fc.constantFrom('weekly', 'monthly', 'quarterly'),
  subscriptionPeriod: fc.constantFrom('5w', '3m', '1y'),
  autoRenewal: fc.boolean(),
})

export const subscriptionCommands = {
  subscribe: terms.map(subscribe),
  debit: fc.tuple(places, fc.constantFrom(3, 12.5)).map(([place, amount]) => debit(place, amount)),
  renew: places.map(renew),
  cancelSubscription: places.map(cancelSubscription),
} satisfies Record<string, fc.Arbitrary<WorldCommand>>
