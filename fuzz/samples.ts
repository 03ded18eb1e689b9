// A complete request of each operation of the service.

import fc from 'fast-check'
import type { RequestOptions } from '../client/operation-request.ts'
import * as samples from '../client/sample-requests.ts'
import type { Target } from '../client/target.ts'
import type { OperationId } from '../spec/operations.ts'
import { reference } from './dictionary.ts'

export interface SampleChoice {
  operationId: OperationId
  /** Number of the order that it creates. */
  order: number
  /** Which of the records it concerns: 0 is the newest. */
  place: number
  /** The subscription item of an invoice, if it is for one. */
  subscription: Partial<ReturnType<typeof samples.subscriptionItem>> | null
  /** Fields in place of those of the sample. */
  changes: Readonly<Record<string, unknown>> | null
}

/** Numbers of orders; few, so that requests meet. */
export const orders = fc.nat(4)
export const orderName = (order: number) => `order-${order}`

/** A complete request of each operation; ids of what earlier requests created are references. */
export function sampleOf(
  { operationId, order, place, subscription }: SampleChoice,
  target: Target,
): RequestOptions {
  const source = samples.sampleSource(target, `fuzz-${order}`)
  const name = orderName(order)
  switch (operationId) {
    case 'createInvoice': {
      const cart = subscription && { cart: [samples.subscriptionItem(source, subscription)] }
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
      return { query: { uuid: reference('invoice', place) } }
    case 'closePartialPayment':
      return samples.closing(source, { offerId: reference('walletOrder', place) })
    case 'listCurrencies':
      return { query: { amount: source.amount, currency: 'USD' } }
    case 'checkExchangeBalance':
      return { query: { merchantId: source.merchant.id } }
    case 'debitSubscription': {
      const subscriptionId = reference('subscription', place)
      return { body: samples.debit(source, { subscriptionId, amount: 3, currency: 'USD' }) }
    }
    case 'cancelSubscription':
      return { body: { subscriptionId: reference('subscription', place) } }
    default:
      return {}
  }
}
