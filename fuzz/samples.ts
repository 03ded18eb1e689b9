// A complete request of each operation of the service.

import fc from 'fast-check'
import type { RequestOptions } from '../client/operation-request.ts'
import * as samples from '../client/sample-requests.ts'
import type { Target } from '../client/target.ts'
import type { OperationId } from '../spec/operations.ts'

export interface SampleChoice {
  operationId: OperationId
  /** Number of the order that it concerns; few, so that requests meet. */
  order: number
  /** Whether an invoice is for a subscription. */
  subscription: boolean
}

/** Numbers of orders. */
export const orders = fc.nat(4)
export const orderName = (order: number) => `order-${order}`

/** A complete request of each operation; ids of what earlier requests created are references. */
export function sampleOf({ operationId, order, subscription }: SampleChoice, target: Target): RequestOptions {
  const source = samples.sampleSource(target, `fuzz-${order}`)
  const name = orderName(order)
  switch (operationId) {
    case 'createInvoice': {
      const cart = subscription ? { cart: [samples.subscriptionItem(source)] } : {}
      return { body: samples.invoice(source, { order: name, ...cart }) }
    }
    case 'createQrTransaction':
      return { body: samples.qrTransaction(source, { orderId: name }) }
    case 'validateExchangePayment':
      return { payload: samples.exchangeCheck(source, { offerId: name }) }
    case 'createExchangePayment':
      return { payload: samples.exchangePayment(source, { offerId: name }) }
    case 'createBankPayment':
      return { payload: samples.bankPayment(source, { offerId: name }) }
    case 'createTransfers':
      return { payload: [samples.transfer(samples.payee(source))] }
    case 'addPayees':
      return { payload: [samples.payee(source)] }
    case 'getInvoice':
      return { query: { uuid: '⟨invoice 0⟩' } }
    case 'closePartialPayment':
      return samples.closing(source, { offerId: name })
    case 'listCurrencies':
      return { query: { amount: source.amount, currency: 'USD' } }
    case 'checkExchangeBalance':
      return { query: { merchantId: source.merchant.id } }
    case 'debitSubscription':
      return {
        body: samples.debit(source, { subscriptionId: '⟨subscription 0⟩', amount: 3, currency: 'USD' }),
      }
    case 'cancelSubscription':
      return { body: { subscriptionId: '⟨subscription 0⟩' } }
    default:
      return {}
  }
}
