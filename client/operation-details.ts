// What a client must know about each operation beyond its method, path and schemas. It belongs to the operation's row in
// spec/operations.ts.

import type { OperationId } from '../spec/operations.ts'

/** What operations do to a deployment; each level includes those before it. Moving the clock is disruptive. */
export const levels = ['read', 'write', 'money', 'disruptive'] as const
export type Level = (typeof levels)[number]

/** Whether a level includes another one. */
export function includesLevel(level: Level, needed: Level): boolean {
  return levels.indexOf(needed) <= levels.indexOf(level)
}

interface OperationDetails {
  level: Level
  /** The token to send where the contract shows no header: a service that demands one most likely demands this. */
  likelyToken?: 'merchant' | 'shopper'
  tokenDecidedBy?: 'authentication.transfer-token'
  fieldDecidedBy?: 'encryption.bank-payment-field' | 'encryption.payee-field'
  schemeDecidedBy?: 'encryption.exchange-validation' | 'encryption.payouts'
}

export const operationDetails: { readonly [Id in OperationId]: OperationDetails } = {
  createInvoice: { level: 'write', likelyToken: 'merchant' },
  createQrTransaction: { level: 'write' },
  validateExchangePayment: { level: 'read', schemeDecidedBy: 'encryption.exchange-validation' },
  createExchangePayment: { level: 'money' },
  createBankPayment: {
    level: 'money',
    likelyToken: 'shopper',
    fieldDecidedBy: 'encryption.bank-payment-field',
  },
  createTransfers: {
    level: 'money',
    tokenDecidedBy: 'authentication.transfer-token',
    schemeDecidedBy: 'encryption.payouts',
  },
  addPayees: {
    level: 'write',
    likelyToken: 'merchant',
    fieldDecidedBy: 'encryption.payee-field',
    schemeDecidedBy: 'encryption.payouts',
  },
  getInvoice: { level: 'read' },
  closePartialPayment: { level: 'money' },
  listCurrencies: { level: 'read' },
  checkExchangeBalance: { level: 'read' },
  listBanks: { level: 'read' },
  getStore: { level: 'read' },
  getShopper: { level: 'read' },
  debitSubscription: { level: 'money' },
  cancelSubscription: { level: 'write' },
}
