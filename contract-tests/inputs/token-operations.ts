// The operations that an access token opens, each with a complete request to knock with. Those whose credential the
// contract does not name are not here.

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
import type { RequirementId } from '../../spec/requirements.ts'
import type { Context } from '../engine/context.ts'

/** An operation that a token opens. */
export interface Door {
  operationId:
    | 'createQrTransaction'
    | 'getInvoice'
    | 'listCurrencies'
    | 'getStore'
    | 'validateExchangePayment'
    | 'createExchangePayment'
    | 'checkExchangeBalance'
    | 'listBanks'
    | 'getShopper'
    | 'createTransfers'
  requirement: RequirementId
  /** Whose token opens it. */
  opens: 'merchant' | 'shopper' | 'either'
  level: Harm
  /** What is asked for, complete but for the token. */
  asked: (it: Context) => Promise<RequestOptions> | RequestOptions
}

/** Every operation that the contract puts behind a token. */
export const doors: readonly Door[] = [
  {
    operationId: 'getStore',
    requirement: 'authentication.store-needs-token',
    opens: 'merchant',
    level: 'read',
    asked: () => ({}),
  },
  {
    operationId: 'listCurrencies',
    requirement: 'authentication.currencies-need-token',
    opens: 'merchant',
    level: 'read',
    asked: (it) => ({ query: { amount: it.target.known.amount, currency: 'USD' } }),
  },
  {
    operationId: 'getInvoice',
    requirement: 'authentication.order-info-needs-token',
    opens: 'merchant',
    level: 'write',
    asked: async (it) => ({ query: { uuid: await invoiceOf(it) } }),
  },
  {
    operationId: 'createQrTransaction',
    requirement: 'authentication.qr-needs-token',
    opens: 'merchant',
    level: 'write',
    asked: (it) => ({ body: qrTransaction(it) }),
  },
  {
    operationId: 'getShopper',
    requirement: 'authentication.shopper-needs-token',
    opens: 'shopper',
    level: 'read',
    asked: () => ({}),
  },
  {
    operationId: 'listBanks',
    requirement: 'authentication.banks-need-token',
    opens: 'shopper',
    level: 'read',
    asked: () => ({}),
  },
  {
    operationId: 'checkExchangeBalance',
    requirement: 'authentication.balances-need-token',
    opens: 'shopper',
    level: 'read',
    asked: (it) => ({ query: { merchantId: it.merchant.id } }),
  },
  {
    operationId: 'validateExchangePayment',
    requirement: 'authentication.exchange-check-needs-token',
    opens: 'shopper',
    level: 'read',
    asked: (it) => ({ payload: exchangeCheck(it) }),
  },
  {
    operationId: 'createExchangePayment',
    requirement: 'authentication.exchange-payment-needs-token',
    opens: 'shopper',
    level: 'money',
    asked: (it) => ({ payload: exchangePayment(it) }),
  },
  {
    operationId: 'createTransfers',
    requirement: 'authentication.transfers-need-token',
    opens: 'either',
    level: 'money',
    asked: (it) => ({ payload: [transfer(payee(it))] }),
  },
]

/** The uuid of a new invoice; a precondition. */
export async function invoiceOf(it: Context): Promise<string> {
  return it.given(await it.client.call('createInvoice', { body: invoice(it) })).result.uuid
}

/** A token that opens a door. */
export function tokenOf(it: Context, { opens }: Door): string {
  const { shoppers, assumptions } = it.target
  const isShoppers =
    opens === 'shopper' || (opens === 'either' && assumptions['authentication.transfer-token'] === 'shopper')
  return isShoppers ? shoppers.ready.accessToken : it.merchant.accessToken
}
