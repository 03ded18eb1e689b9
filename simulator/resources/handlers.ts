// The handlers of all operations, and what is special about some of their payloads.

import { checkExchangeBalance } from './balances.ts'
import { createBankPayment } from './bank-payments.ts'
import { listBanks } from './banks.ts'
import { listCurrencies } from './currencies.ts'
import { createExchangePayment, validateExchangePayment } from './exchange-payments.ts'
import type { Handlers, PayloadRefusals } from './handler-types.ts'
import { createInvoice, getInvoice } from './invoices.ts'
import { closePartialPayment } from './partial-payments.ts'
import { addPayees, createTransfers, refusePayees, refuseTransfers } from './payouts.ts'
import { createQrTransaction } from './qr-transactions.ts'
import { getShopper } from './shoppers.ts'
import { getStore } from './stores.ts'
import { cancelSubscription, debitSubscription } from './subscriptions.ts'

export const handlers: Handlers = {
  createInvoice,
  createQrTransaction,
  validateExchangePayment,
  createExchangePayment,
  createBankPayment,
  createTransfers,
  addPayees,
  getInvoice,
  closePartialPayment,
  listCurrencies,
  checkExchangeBalance,
  listBanks,
  getStore,
  getShopper,
  debitSubscription,
  cancelSubscription,
}

/** Operations that refuse an undecryptable or invalid payload with codes of their row. */
export const payloadRefusals: PayloadRefusals = {
  createTransfers: refuseTransfers,
  addPayees: refusePayees,
}
