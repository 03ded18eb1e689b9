// The handlers of all control operations.

import type { ControlHandlers } from './handler-types.ts'
import { advanceClock, explainBankingDays, explainDay, getClock, getSchedule } from './handlers/clock.ts'
import { getAssumptions, getCredentials, issueToken } from './handlers/credentials.ts'
import { encryptPayload } from './handlers/encryption.ts'
import { clearInjectedFaults, injectFault, listInjectedFaults } from './handlers/injected-faults.ts'
import { listPayees, listTransfers } from './handlers/payouts.ts'
import { forkSandbox, getJournal, resetSandbox, restoreSnapshot, takeSnapshot } from './handlers/sandbox.ts'
import { deleteSandbox, getSandbox, listSandboxes, putSandbox } from './handlers/sandboxes.ts'
import { listSettlements, settle } from './handlers/settlements.ts'
import { listEmails, setBalance } from './handlers/shoppers.ts'
import { getSubscription, listSubscriptions, renewSubscription } from './handlers/subscriptions.ts'
import {
  getTransaction,
  listTransactions,
  payFromWallet,
  requestRefund,
  setTransactionStatus,
} from './handlers/transactions.ts'
import {
  clearWebhookFaultRules,
  getWebhookFaultRules,
  listEvents,
  redeliver,
  registerWebhook,
  setWebhookFaultRules,
} from './handlers/webhooks.ts'

export const controlHandlers: ControlHandlers = {
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
}
