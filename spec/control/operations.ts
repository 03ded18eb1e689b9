// The table of control operations. Routes, the document and the client are derived from it.

import type { ControlOperation } from './operation.ts'
import { clock } from './operations/clock.ts'
import { credentials } from './operations/credentials.ts'
import { encryption } from './operations/encryption.ts'
import { injectedFaults } from './operations/injected-faults.ts'
import { invoices } from './operations/invoices.ts'
import { payouts } from './operations/payouts.ts'
import { sandbox } from './operations/sandbox.ts'
import { sandboxes } from './operations/sandboxes.ts'
import { settlements } from './operations/settlements.ts'
import { shoppers } from './operations/shoppers.ts'
import { subscriptions } from './operations/subscriptions.ts'
import { transactions } from './operations/transactions.ts'
import { webhooks } from './operations/webhooks.ts'

/** Every control operation by its operationId. */
export const controlOperations = {
  ...credentials,
  ...clock,
  ...invoices,
  ...transactions,
  ...settlements,
  ...subscriptions,
  ...shoppers,
  ...payouts,
  ...webhooks,
  ...encryption,
  ...injectedFaults,
  ...sandbox,
  ...sandboxes,
} as const satisfies Record<string, ControlOperation>

export type ControlOperations = typeof controlOperations
export type ControlOperationId = keyof ControlOperations
export const controlOperationIds = Object.keys(controlOperations) as ControlOperationId[]
