// The table of control operations. Nothing else lists them: routes, document and client read this, or what is made of it.

import type { ControlOperation } from './operation.ts'
import { advanceClock, explainDay, explainWorkingDays, getAgenda, getClock } from './operations/clock.ts'
import { getCredentials, getStandIns, issueToken } from './operations/credentials.ts'
import { clearFaults, listFaults, planFault } from './operations/faults.ts'
import { listPayees, listTransfers } from './operations/payouts.ts'
import { forkSandbox, getJournal, resetSandbox, restoreSnapshot, takeSnapshot } from './operations/sandbox.ts'
import { deleteSandbox, getSandbox, listSandboxes, putSandbox } from './operations/sandboxes.ts'
import { sealPayload } from './operations/sealing.ts'
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
  clearWebhookLab,
  getWebhookLab,
  listEvents,
  redeliver,
  registerWebhook,
  setWebhookLab,
} from './operations/webhooks.ts'

/** Every control operation by its operationId. */
export const controlOperations = {
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
} as const satisfies Record<string, ControlOperation>

export type ControlOperations = typeof controlOperations
export type ControlOperationId = keyof ControlOperations
export const controlOperationIds = Object.keys(controlOperations) as ControlOperationId[]
