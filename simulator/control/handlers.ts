// The handlers of all control operations.

import type { Topic } from '../../spec/control/operations.ts'
import type { ControlHandlers, TopicHandlers } from './handler-types.ts'
import { clock } from './handlers/clock.ts'
import { credentials } from './handlers/credentials.ts'
import { encryption } from './handlers/encryption.ts'
import { injectedFaults } from './handlers/injected-faults.ts'
import { invoices } from './handlers/invoices.ts'
import { payouts } from './handlers/payouts.ts'
import { sandbox } from './handlers/sandbox.ts'
import { sandboxes } from './handlers/sandboxes.ts'
import { settlements } from './handlers/settlements.ts'
import { shoppers } from './handlers/shoppers.ts'
import { subscriptions } from './handlers/subscriptions.ts'
import { transactions } from './handlers/transactions.ts'
import { webhooks } from './handlers/webhooks.ts'

const handlersByTopic: { readonly [Name in Topic]: TopicHandlers<Name> } = {
  credentials,
  clock,
  invoices,
  transactions,
  settlements,
  subscriptions,
  shoppers,
  payouts,
  webhooks,
  encryption,
  'injected-faults': injectedFaults,
  sandbox,
  sandboxes,
}

export const controlHandlers: ControlHandlers = Object.assign({}, ...Object.values(handlersByTopic))
