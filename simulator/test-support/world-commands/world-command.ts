// The base of the commands that random tests run: what they act on, and helpers to select records and to classify outcomes.
// sandbox/invariants.sampled.test.ts checks their outcomes, sandbox/determinism.sampled.test.ts compares their bytes.

import fc from 'fast-check'
import { ControlError } from '../../../client/control-client.ts'
import { ServiceError } from '../../../client/service-client.ts'
import { isRelevant } from '../../sandbox/scheduled-events.ts'
import type { Simulator } from '../../simulator.ts'
import type { World } from '../../world/world.ts'
import type { Auditor } from '../invariants/auditor.ts'
import type { Shop } from '../shop.ts'

/** What commands act on. */
export interface System {
  readonly simulator: Simulator
  readonly shop: Shop
  /** Absent when outcomes are not checked. */
  readonly auditor?: Auditor
  /** How many orders were used. */
  orders: number
}

/** What preconditions depend on. */
export interface Counts {
  transactions: number
  wallets: number
  subscriptions: number
  invoices: number
  events: number
  scheduled: number
}

export function countsOf(system: System): Counts {
  const world = worldOf(system)
  return {
    transactions: world.transactions.size,
    wallets: walletsOf(world).length,
    subscriptions: world.subscriptions.size,
    invoices: world.invoices.size,
    events: world.events.length,
    scheduled: [...world.schedule].filter((event) => isRelevant(world, event)).length,
  }
}

export interface Outcome {
  done: boolean
  /** Whether it should have been done. Absent when both are right. */
  expected?: boolean
}

export interface WorldCommand {
  check(counts: Readonly<Counts>): boolean
  perform(system: System): Promise<Outcome>
  /** Its name with its arguments. Records are counted from the newest, which is -1. */
  toString(): string
}

export function worldOf({ simulator }: System): World {
  return simulator.defaultSandbox.world
}

export function walletsOf({ transactions }: World) {
  return [...transactions].filter(({ kind }) => kind === 'wallet')
}

/** Places of records, counted from the newest. */
export const places = fc.integer({ min: -8, max: -1 })

/** The record at a place; -1 is the newest. */
export function recordAt<Row>(rows: Iterable<Row>, place: number): Row {
  const row = [...rows].at(place)
  if (row === undefined) throw new Error(`There is no record ${place}; the precondition is wrong.`)
  return row
}

export function nextOrder(system: System): string {
  system.orders += 1
  return `order ${system.orders}`
}

/** Whether a control call was done. Throws for every error but a conflict. */
export async function done(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof ControlError && error.status === 409) return false
    throw error
  }
}

/** Whether the service granted a request. */
export async function granted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
