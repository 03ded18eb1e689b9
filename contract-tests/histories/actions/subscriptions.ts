// Debits and cancellations of subscriptions.

import type { SubscriptionState } from '../../observe/in-process.ts'
import type { RequestAction } from '../action.ts'
import type { Entry, Known, State } from '../state.ts'

function named(state: State, known: Known<SubscriptionState>) {
  const { random } = state
  const id = random.chance(0.03)
    ? 'nobody'
    : random.chance(0.3)
      ? known.row.merchantSubscriptionId
      : known.reference
  return { id, merchant: random.chance(0.08) ? state.merchant() : state.merchantAt(known.row.merchant) }
}

export const subscriptions: Readonly<Record<string, Entry<RequestAction>>> = {
  debitSubscription: {
    weight: 7,
    draw: (state) => {
      const known = state.subscription()
      if (known === undefined) return undefined
      const { random } = state
      const { id, merchant } = named(state, known)
      const billed = Number(known.row.amount)
      const debit = {
        subscriptionId: id,
        amount: random.of(billed, billed, 12.5, 10.01, 1000, billed / 2),
        currency: random.of(known.row.currency, known.row.currency, 'USD', 'EUR'),
      }
      const usual = random.of<Readonly<Record<string, unknown>>>({}, { items: [] })
      return {
        operation: 'debitSubscription',
        merchant,
        body: {
          ...(random.chance(0.06) ? { items: [debit] } : { ...debit, ...usual }),
          ...(random.chance(0.5) ? { orderId: state.order() } : {}),
        },
      }
    },
  },
  cancelSubscription: {
    weight: 3,
    draw: (state) => {
      const known = state.subscription()
      if (known === undefined) return undefined
      const { id, merchant } = named(state, known)
      return { operation: 'cancelSubscription', merchant, body: { subscriptionId: id } }
    },
  },
}
