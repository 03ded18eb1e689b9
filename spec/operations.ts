// The table of operations. Routes, documents, clients and reports are derived from it.

import type { Operation } from './operation.ts'
import { checkExchangeBalance } from './resources/balances.ts'
import { createBankPayment } from './resources/bank-payments.ts'
import { listBanks } from './resources/banks.ts'
import { listCurrencies } from './resources/currencies.ts'
import { createExchangePayment, validateExchangePayment } from './resources/exchange-payments.ts'
import { createInvoice, getInvoice } from './resources/invoices.ts'
import { closePartialPayment } from './resources/partial-payments.ts'
import { addPayees, createTransfers } from './resources/payouts.ts'
import { createQrTransaction } from './resources/qr-transactions.ts'
import { getShopper } from './resources/shoppers.ts'
import { getStore } from './resources/stores.ts'
import { cancelSubscription, debitSubscription } from './resources/subscriptions.ts'
import type { pipelineRefusals } from './stated-errors.ts'

/** Every operation of the contract by its operationId, in the contract's order. */
export const operations = {
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
} as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationId = keyof Operations
export const operationIds = Object.keys(operations) as OperationId[]

/** The code of a refusal: one of the pipeline's, or one that the row of an operation declares. */
export type RefusalCode = (typeof pipelineRefusals)[number] | Operations[OperationId]['refusals'][number]
