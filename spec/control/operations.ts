// The table of control operations by topic. Routes, the document and the client are derived from it.

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

/** The topics, which are the tags of the document: their descriptions, and their operations by operationId. */
export const topics = {
  credentials: {
    description: 'Test accounts with their credentials, and the assumptions in force.',
    operations: credentials,
  },
  clock: {
    description: 'The virtual clock, the schedule, and the calendar of banking days.',
    operations: clock,
  },
  invoices: { description: 'Paying invoices as shoppers do on the checkout page.', operations: invoices },
  transactions: {
    description: 'Transactions, and the actions of wallets, shoppers, exchanges and banks.',
    operations: transactions,
  },
  settlements: { description: 'Amounts credited to merchants.', operations: settlements },
  subscriptions: { description: 'Subscriptions and their next bills.', operations: subscriptions },
  shoppers: { description: 'Balances and emails of shoppers.', operations: shoppers },
  payouts: { description: 'Payees and transfers.', operations: payouts },
  webhooks: {
    description: 'Webhooks, their deliveries, and fault rules for deliveries.',
    operations: webhooks,
  },
  encryption: { description: 'Encrypting payloads for clients that cannot.', operations: encryption },
  'injected-faults': {
    description: 'Failures that a user plans for requests of the service.',
    operations: injectedFaults,
  },
  sandbox: { description: 'Snapshot, restore, reset, fork and journal of one sandbox.', operations: sandbox },
  sandboxes: { description: 'Creating, listing and deleting sandboxes.', operations: sandboxes },
} satisfies Record<string, { description: string; operations: Record<string, ControlOperation> }>

export type Topic = keyof typeof topics
export type OperationsOf<Name extends Topic> = (typeof topics)[Name]['operations']
type IdIn<Operations> = Operations extends Operations ? keyof Operations : never
export type ControlOperationId = IdIn<OperationsOf<Topic>>
export type ControlOperations = {
  [Id in ControlOperationId]: Extract<OperationsOf<Topic>, Record<Id, unknown>>[Id]
}

/** Every control operation by its operationId. */
export const controlOperations: ControlOperations = Object.assign(
  {},
  ...Object.values(topics).map(({ operations }) => operations),
)
export const controlOperationIds = Object.keys(controlOperations) as ControlOperationId[]
