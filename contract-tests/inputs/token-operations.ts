// The operations for which the contract requires an access token, each with a complete request. Operations whose credential
// the contract does not name are not listed.

import type { RequestOptions } from '../../client/operation-request.ts'
import {
  exchangeCheck,
  exchangePayment,
  invoice,
  payee,
  qrTransaction,
  transfer,
} from '../../client/sample-requests.ts'
import type { Harm } from '../../spec/operation.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { Context } from '../engine/context.ts'

export interface TokenOperation {
  operationId: OperationId
  requirement: RequirementId
  /** The harm of the operation and of what its request needs. */
  level: Harm
  /** A complete request except for its token. */
  request: (it: Context) => Promise<RequestOptions> | RequestOptions
}

export const tokenOperations: readonly TokenOperation[] = [
  {
    operationId: 'getStore',
    requirement: 'authentication.store-needs-token',
    level: 'read',
    request: () => ({}),
  },
  {
    operationId: 'listCurrencies',
    requirement: 'authentication.currencies-need-token',
    level: 'read',
    request: (it) => ({ query: { amount: it.target.known.amount, currency: 'USD' } }),
  },
  {
    operationId: 'getInvoice',
    requirement: 'authentication.order-info-needs-token',
    level: 'write',
    request: async (it) => ({ query: { uuid: await newInvoiceUuid(it) } }),
  },
  {
    operationId: 'createQrTransaction',
    requirement: 'authentication.qr-needs-token',
    level: 'write',
    request: (it) => ({ body: qrTransaction(it) }),
  },
  {
    operationId: 'getShopper',
    requirement: 'authentication.shopper-needs-token',
    level: 'read',
    request: () => ({}),
  },
  {
    operationId: 'listBanks',
    requirement: 'authentication.banks-need-token',
    level: 'read',
    request: () => ({}),
  },
  {
    operationId: 'checkExchangeBalance',
    requirement: 'authentication.balances-need-token',
    level: 'read',
    request: (it) => ({ query: { merchantId: it.merchant.id } }),
  },
  {
    operationId: 'validateExchangePayment',
    requirement: 'authentication.exchange-check-needs-token',
    level: 'read',
    request: (it) => ({ payload: exchangeCheck(it) }),
  },
  {
    operationId: 'createExchangePayment',
    requirement: 'authentication.exchange-payment-needs-token',
    level: 'money',
    request: (it) => ({ payload: exchangePayment(it) }),
  },
  {
    operationId: 'createTransfers',
    requirement: 'authentication.transfers-need-token',
    level: 'money',
    request: (it) => ({ payload: [transfer(payee(it))] }),
  },
]

/** Creates an invoice as a precondition and returns its uuid. */
export async function newInvoiceUuid(it: Context): Promise<string> {
  return it.given(await it.client.call('createInvoice', { body: invoice(it) })).result.uuid
}
