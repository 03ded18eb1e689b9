// The table of control handlers, typed over the control operation ids.

import type { ControlHandlers } from './call.ts'
import { advanceClock, explainBankingDays, explainDay, getClock, getSchedule } from './handlers/clock.ts'
import { getAssumptions, getCredentials, issueToken } from './handlers/credentials.ts'
import { encryptPayload } from './handlers/encryption.ts'
import { clearFaults, listFaults, planFault } from './handlers/faults.ts'
import { listPayees, listTransfers } from './handlers/payouts.ts'
import { forkSandbox, getJournal, resetSandbox, restoreSnapshot, takeSnapshot } from './handlers/sandbox.ts'
import { deleteSandbox, getSandbox, listSandboxes, putSandbox } from './handlers/sandboxes.ts'
import { listSettlements, settle } from './handlers/settlements.ts'
import { listMail, setBalance } from './handlers/shoppers.ts'
import { getSubscription, listSubscriptions, renewSubscription } from './handlers/subscriptions.ts'
import {
  getTransaction,
  listTransactions,
  moveTransaction,
  payFromWallet,
  requestRefund,
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
}
