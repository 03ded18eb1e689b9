// The table of control operations. Routes, the document and the client are derived from it.

import type { ControlOperation } from './operation.ts'
import { advanceClock, explainBankingDays, explainDay, getClock, getSchedule } from './operations/clock.ts'
import { getAssumptions, getCredentials, issueToken } from './operations/credentials.ts'
import { encryptPayload } from './operations/encryption.ts'
import { clearInjectedFaults, injectFault, listInjectedFaults } from './operations/injected-faults.ts'
import { listPayees, listTransfers } from './operations/payouts.ts'
import { forkSandbox, getJournal, resetSandbox, restoreSnapshot, takeSnapshot } from './operations/sandbox.ts'
import { deleteSandbox, getSandbox, listSandboxes, putSandbox } from './operations/sandboxes.ts'
import { listSettlements, settle } from './operations/settlements.ts'
import { listEmails, setBalance } from './operations/shoppers.ts'
import { getSubscription, listSubscriptions, renewSubscription } from './operations/subscriptions.ts'
import {
  getTransaction,
  listTransactions,
  payFromWallet,
  requestRefund,
  setTransactionStatus,
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
  setTransactionStatus,
  settle,
  listSettlements,
  listSubscriptions,
  getSubscription,
  renewSubscription,
  setBalance,
  listEmails,
  listPayees,
  listTransfers,
  registerWebhook,
  listEvents,
  redeliver,
  getWebhookFaultRules,
  setWebhookFaultRules,
  clearWebhookFaultRules,
  encryptPayload,
  listInjectedFaults,
  injectFault,
  clearInjectedFaults,
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
