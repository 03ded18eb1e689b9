// The table of control handlers, typed over the control operation ids.

import type { ControlHandlers } from './call.ts'
import { advanceClock, explainDay, explainWorkingDays, getAgenda, getClock } from './handlers/clock.ts'
import { getCredentials, getStandIns, issueToken } from './handlers/credentials.ts'
import { clearFaults, listFaults, planFault } from './handlers/faults.ts'
import { listPayees, listTransfers } from './handlers/payouts.ts'
import { forkSandbox, getJournal, resetSandbox, restoreSnapshot, takeSnapshot } from './handlers/sandbox.ts'
import { deleteSandbox, getSandbox, listSandboxes, putSandbox } from './handlers/sandboxes.ts'
import { sealPayload } from './handlers/sealing.ts'
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
  clearWebhookLab,
  getWebhookLab,
  listEvents,
  redeliver,
  registerWebhook,
  setWebhookLab,
} from './handlers/webhooks.ts'

export const controlHandlers: ControlHandlers = {
  getCredentials,
  issueToken,
  getStandIns,
  getClock,
  advanceClock,
  getAgenda,
  explainDay,
  explainWorkingDays,
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
  getWebhookLab,
  setWebhookLab,
  clearWebhookLab,
  sealPayload,
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
