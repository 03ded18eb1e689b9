// The control operations that the suite needs. The type keeps it from using others.

import type { ControlClient } from '../../client/control-client.ts'

/** The purpose of each needed control operation, by its id. */
export const neededControlOperations = {
  getClock: 'the clock',
  advanceClock: 'the clock, and waiting until deliveries are done',
  payFromWallet: 'the shopper',
  requestRefund: 'the shopper',
  cancelTransaction: 'histories, in which exchanges and banks cancel payments',
  setBalance: 'histories, in which balances change',
  registerWebhook: 'the webhooks',
  getCredentials: 'the webhooks that were registered before, with `ownSandbox: false`',
  issueToken: 'tokens, with the assumption `authentication.token-issue: expiring`',
  putSandbox: 'an own sandbox',
  resetSandbox: 'an own sandbox',
  deleteSandbox: 'an own sandbox',
} as const satisfies Partial<Record<keyof ControlClient, string>>

export type SuiteControl = Pick<ControlClient, keyof typeof neededControlOperations>
