// The state of a world as plain data: what a snapshot has in addition to the options.

import type { WorldData } from './state.ts'
import type { World } from './world.ts'

/** The state, for readers that do not keep it: its records change while the world runs. */
function viewWorld(world: World): WorldData {
  return {
    now: world.now,
    random: world.random.getState(),
    schedule: world.schedule.toJSON(),
    invoices: world.invoices.rows,
    transactions: world.transactions.rows,
    subscriptions: world.subscriptions.rows,
    payees: world.payees,
    transfers: world.transfers,
    reminders: world.reminders,
    settlements: world.settlements,
    events: world.events,
    faultRules: world.faultRules,
    halt: world.halt,
    settlementAt: world.settlementAt,
    unsettled: Array.from(world.unsettled, ({ id }) => id),
    balances: Object.fromEntries(
      Array.from(world.balances, ([id, exchanges]) => [id, Object.fromEntries(exchanges)]),
    ),
    savedPasswords: [...world.savedPasswords],
    webhooks: Object.fromEntries(world.webhooks),
    tokens: Object.fromEntries(world.tokens),
  }
}

/** A copy of the state. */
export function copyWorldData(world: World): WorldData {
  return structuredClone(viewWorld(world))
}
