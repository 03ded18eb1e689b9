// Amounts that merchants are credited: bank payments one by one, crypto payments of a day together.

import { dayMs, hourMs } from '../../core/durations.ts'
import { rounded, subtract, sum } from '../world/money.ts'
import type { TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'

/** A bank payment is credited alone. */
export function creditBank(world: World, transaction: TransactionState): void {
  const { merchant, nativeAmount, nativeCurrency: currency, fee } = transaction
  transaction.settledAt = world.now
  world.settlements.push({
    at: world.now,
    merchant,
    kind: 'bank',
    currency,
    amount: rounded(world, { amount: subtract(nativeAmount, fee), currency }),
    transactions: 1,
  })
}

/** Schedules a settlement at the next settlement hour, unless one is scheduled. */
export function scheduleSettlement(world: World): void {
  // The first transaction after a settlement schedules the next one, which the rest of the day joins. A settlement that was
  // requested through the control API leaves the scheduled one in place.
  if (world.unsettled.size !== 1 || (world.settlementAt !== null && world.settlementAt > world.now)) return
  const { hour } = world.assumptions.value('settlements.hour')
  const today = Math.floor(world.now / dayMs) * dayMs + hour * hourMs
  const event = world.scheduleEvent({
    due: today > world.now ? today : today + dayMs,
    kind: 'settlement.daily',
    ref: 'crypto',
  })
  world.settlementAt = event?.due ?? null
}

/** Settles every unsettled transaction: one sum for each merchant and currency. */
export function settleAll(world: World): void {
  const received = new Map<string, Map<string, string[]>>()
  for (const transaction of world.unsettled) {
    transaction.settledAt = world.now
    const { merchant, currency } = transaction
    const ofMerchant = received.get(merchant) ?? new Map<string, string[]>()
    const amounts = ofMerchant.get(currency)
    if (amounts === undefined) received.set(merchant, ofMerchant.set(currency, [transaction.received]))
    else amounts.push(transaction.received)
  }
  world.unsettled.clear()
  for (const [merchant, ofMerchant] of received) {
    for (const [currency, amounts] of ofMerchant) {
      world.settlements.push({
        at: world.now,
        merchant,
        kind: 'crypto',
        currency,
        amount: sum(amounts),
        transactions: amounts.length,
      })
    }
  }
}
