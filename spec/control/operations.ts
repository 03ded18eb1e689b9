// The table of control operations by topic: those of the kinds and their transitions, and those next to them. Routes, the document and the
// client are derived from it.

import { type KindName, type KindOperations, kindOperations, kinds } from './kinds.ts'
import type { ControlOperation } from './operation.ts'
import { accounts } from './operations/accounts.ts'
import { clock } from './operations/clock.ts'
import { faults } from './operations/faults.ts'
import { sandboxes } from './operations/sandboxes.ts'
import { type TransitionOperations, transitionOperations } from './transitions.ts'

/** The operations next to the kinds, by topic. */
const others = { clock, accounts, faults, sandboxes }
export type OtherTopic = keyof typeof others
export type OperationsOf<Name extends OtherTopic> = (typeof others)[Name]

/** Every control operation by its operationId. */
export type ControlOperations = KindOperations &
  TransitionOperations &
  OperationsOf<'clock'> &
  OperationsOf<'accounts'> &
  OperationsOf<'faults'> &
  OperationsOf<'sandboxes'>
export type ControlOperationId = keyof ControlOperations

const descriptions: Readonly<Record<OtherTopic, string>> = {
  clock: 'The virtual clock, and the calendar of banking days.',
  accounts: 'Test accounts with their credentials, balances and webhooks, and the assumptions in force.',
  faults: 'Injected faults, and fault rules for webhooks.',
  sandboxes:
    'Snapshot, restore, reset, fork and scenario of one sandbox; creating, listing and deleting sandboxes.',
}

/** The topics, which are the tags of the document: their descriptions, and their operations by operationId. */
export const topics: Readonly<
  Record<string, { description: string; operations: Readonly<Record<string, ControlOperation>> }>
> = Object.fromEntries([
  ...Object.entries(others).map(([name, operations]) => [
    name,
    { description: descriptions[name as OtherTopic], operations },
  ]),
  ...(Object.keys(kinds) as KindName[]).map((name) => [
    name,
    {
      description: `Records: ${kinds[name].order}.`,
      operations: { ...kindOperations(name), ...transitionOperations(name) },
    },
  ]),
])

export const controlOperations: ControlOperations = Object.assign(
  {},
  ...Object.values(topics).map(({ operations }) => operations),
)
export const controlOperationIds = Object.keys(controlOperations) as ControlOperationId[]
