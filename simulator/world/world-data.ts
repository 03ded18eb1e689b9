// The state of a world as plain data: what a snapshot has in addition to the options.

import { byRecord, type RecordName } from './records.ts'
import type { WorldData } from './state.ts'
import type { World } from './world.ts'

/** The state, for readers that do not keep it: its records change while the world runs. */
export function viewWorld(world: World): WorldData {
  return {
    now: world.now,
    random: world.random.getState(),
    schedule: world.schedule.toJSON(),
    ...(byRecord((name) => [...world[name]]) as Pick<WorldData, RecordName>),
    faultRules: structuredClone(world.faultRules),
    halt: world.halt,
    settlementAt: world.settlementAt,
    unsettled: Array.from(world.unsettled, ({ id }) => id),
    balances: Object.fromEntries(
      Array.from(world.balances, ([id, exchanges]) => [id, structuredClone(Object.fromEntries(exchanges))]),
    ),
    savedPasswords: [...world.savedPasswords],
    webhooks: Object.fromEntries(world.webhooks),
    tokens: Object.fromEntries(world.tokens),
  }
}

/** A copy of the state. Nested values of records (carts, addresses, attempts) are immutable, so they are shared. */
export function copyWorldData(world: World): WorldData {
  const view = viewWorld(world)
  const copies = <Row extends object>(rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row }))
  return {
    ...view,
    invoices: copies(view.invoices),
    transactions: copies(view.transactions),
    subscriptions: copies(view.subscriptions),
    events: copies(view.events),
  }
}
