// The table of control operations. Nothing else lists them: routes, document and client read this, or what is made of it.

import type { ControlOperation } from './operation.ts'
import { advanceClock, explainBankingDays, explainDay, getClock, getSchedule } from './operations/clock.ts'
import { getAssumptions, getCredentials, issueToken } from './operations/credentials.ts'
import { encryptPayload } from './operations/encryption.ts'
import { clearFaults, listFaults, planFault } from './operations/faults.ts'
import { listPayees, listTransfers } from './operations/payouts.ts'
import { forkSandbox, getJournal, resetSandbox, restoreSnapshot, takeSnapshot } from './operations/sandbox.ts'
import { deleteSandbox, getSandbox, listSandboxes, putSandbox } from './operations/sandboxes.ts'
import { listSettlements, settle } from './operations/settlements.ts'
import { listMail, setBalance } from './operations/shoppers.ts'
import { getSubscription, listSubscriptions, renewSubscription } from './operations/subscriptions.ts'
import {
  getTransaction,
  listTransactions,
  moveTransaction,
  payFromWallet,
  requestRefund,
} from './operations/transactions.ts'
import {
  clearWebhookFaultRules,
  getWebhookFaultRules,
  listEvents,
  redeliver,
  registerWebhook,
  setWebhookFaultRules,
} from './operations/webhooks.ts'

/** Every control operation by its operationId. */
export const controlOperations = {
  getCredentials,
  issueToken,
  getAssumptions,
  getClock,
  advanceClock,
  getSchedule,
  explainDay,
  explainBankingDays,
  listTransactions,
  getTransaction,
  payFromWallet,
  requestRefund,
  moveTransaction,
  settle,
  listSettlements,
  listSubscriptions,
  getSubscription,
  renewSubscription,
  setBalance,
  listMail,
  listPayees,
  listTransfers,
  registerWebhook,
  listEvents,
  redeliver,
  getWebhookFaultRules,
  setWebhookFaultRules,
  clearWebhookFaultRules,
  encryptPayload,
  listFaults,
  planFault,
  clearFaults,
  takeSnapshot,
  restoreSnapshot,
  resetSandbox,
  forkSandbox,
  getJournal,
  listSandboxes,
  getSandbox,
  putSandbox,
  deleteSandbox,
} as const satisfies Record<string, ControlOperation>

export type ControlOperations = typeof controlOperations
export type ControlOperationId = keyof ControlOperations
export const controlOperationIds = Object.keys(controlOperations) as ControlOperationId[]
