// The catalogue of actions: everything that shops, shoppers and the outside world do.

import type { Action, RequestAction } from './action.ts'
import { invoices } from './actions/invoices.ts'
import { lookups } from './actions/lookups.ts'
import { outside } from './actions/outside.ts'
import { payments } from './actions/payments.ts'
import { payouts } from './actions/payouts.ts'
import { subscriptions } from './actions/subscriptions.ts'
import { again, withDifference } from './actions/unusual.ts'
import { wallets } from './actions/wallets.ts'
import type { Entry, State } from './state.ts'

const requests: readonly Entry<RequestAction>[] = [
  invoices,
  payments,
  wallets,
  payouts,
  subscriptions,
  lookups,
].flatMap((entries) => Object.values(entries))

/** Draws an action; undefined if what was drawn makes no sense in the state. */
type Draw = (state: State) => Action | undefined

const draw = ({ random, emphasis }: State, entries: readonly Entry[]): Draw =>
  random.weighted(entries, (entry) => entry.weight * emphasis(entry))?.draw ?? (() => undefined)

function requestDraw({ random, emphasis }: State): Entry<RequestAction>['draw'] {
  return random.weighted(requests, (entry) => entry.weight * emphasis(entry))?.draw ?? (() => undefined)
}

/** Kinds of actions: how often each is picked, and how to draw actions of an entry that it picks. */
const kinds: readonly { weight: number; pick: (state: State) => Draw }[] = [
  { weight: 16, pick: requestDraw },
  {
    weight: 16,
    pick: (state) => {
      const usual = requestDraw(state)
      return (now) => withDifference(now, usual(now))
    },
  },
  { weight: 6, pick: (state) => draw(state, Object.values(outside)) },
  { weight: 2, pick: () => again },
  {
    weight: 1,
    pick: (state) => {
      const [one, other] = [requestDraw(state), requestDraw(state)]
      return (now) => together(one(now), now.random.chance(0.6) ? undefined : other(now))
    },
  },
]

/** Two requests at the same time, or the same one twice. */
const together = (one: RequestAction | undefined, other = one): Action | undefined =>
  one && other && { together: [one, other] }

/** Picks an entry of the catalogue for a state. */
export const pickDraw = (state: State): Draw =>
  state.random.weighted(kinds, ({ weight }) => weight)?.pick(state) ?? (() => undefined)
