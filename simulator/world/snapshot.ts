// The state of a world in the compact form that snapshots travel in, and back. What a snapshot holds beside it (options,
// faults, its version) is the sandbox's.

import { pack, type Table, unpack } from '../storage/snapshot-encoding.ts'
import type { World, WorldData } from './world.ts'

const tables = [
  'invoices',
  'transactions',
  'subscriptions',
  'payees',
  'transfers',
  'reminders',
  'settlements',
  'events',
] as const satisfies (keyof WorldData)[]
type TableName = (typeof tables)[number]

/** The state of a world, its records as columns. */
export type PackedWorld = Omit<WorldData, TableName> & { [Name in TableName]: Table }

/** Packs the state of a world in which no delivery is under way. */
export function packWorld(world: World): PackedWorld {
  const data = world.live()
  const packed = tables.map((name) => [name, pack(data[name])] as const)
  return { ...data, ...(Object.fromEntries(packed) as Record<TableName, Table>) }
}

/** The state that was packed. What changes in place is new, so that a world may take it over. */
export function unpackWorld(packed: PackedWorld): WorldData {
  const unpacked = tables.map((name) => [name, unpack(packed[name])] as const)
  return {
    ...packed,
    ...(Object.fromEntries(unpacked) as unknown as Pick<WorldData, TableName>),
    faultRules: structuredClone(packed.faultRules),
    balances: structuredClone(packed.balances),
  }
}
