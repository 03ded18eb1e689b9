// Complete requests of the operations that rest on what the contract does not show: a credential, an encryption, or the field of
// a payload. Further forms leave out or change what is optional, so that a deployment that refuses only one of them is not
// taken for one that refuses all.

import {
  bankPayment,
  cancellationOf,
  closing,
  debit,
  exchangeCheck,
  exchangePayment,
  fullAddress,
  invoice,
  payee,
  paymentLine,
  transfer,
} from '../../client/sample-requests.ts'
import { valueAt } from '../../core/json.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { Span } from '../observe/capabilities.ts'
import { subscriptionIdsOf } from '../steps/orders.ts'
import { itemOfNewProduct } from '../steps/subscriptions.ts'
import type { Form, Prober } from './prober.ts'

const exchangesOf = (prober: Prober) => prober.target.shoppers.ready.exchanges ?? prober.target.exchanges

const onEachExchange = (prober: Prober): Form[] =>
  exchangesOf(prober).map((exchange) => ({ source }) => ({ payload: exchangePayment(source), exchange }))

const hasBankAccounts = ({ source }: Prober) =>
  source.merchant.bankAccountId !== null && source.shopper.stockId !== undefined

/** A partial payment that is closed; undefined without a way to act as the shopper. */
const partialPayment: Form = async (prober) => {
  const { shopper } = prober.run.deployment
  if (shopper === undefined) return undefined
  const created = await prober.newTransaction()
  if (created === undefined) return undefined
  await shopper.pay(created.id, '0.5')
  return closing(prober.source, { offerId: created.orderId })
}

/** A subscription whose debits the merchant requests, by default. */
async function subscriptionIdOf(prober: Prober, autoRenewal = false): Promise<string | undefined> {
  const { source } = prober
  const item = itemOfNewProduct(source, { frequency: 'weekly', autoRenewal })
  const body = invoice(source, { cart: [item] })
  const created = await prober.send('createInvoice', () => ({ body }))
  if (created?.outcome !== 'success') return undefined
  // permitted: subscriptions.saved-password
  const cart = [{ ...paymentLine(source.amount), id: item.id }]
  const payload = exchangePayment(source, { offerId: body.order, cart, savepassword: true })
  const paid = await prober.send('createExchangePayment', () => ({ payload }))
  if (prober.target.assumptions['subscriptions.id'] === 'merchant') return item.merchantSubscriptionId
  const ids: unknown = valueAt(paid?.json, 'result', 'subscriptionIds')
  return subscriptionIdsOf({ subscriptionIds: Array.isArray(ids) ? ids : [] })[0]
}

const requestedDebit: Form = async (prober) => {
  const subscriptionId = await subscriptionIdOf(prober)
  if (subscriptionId === undefined) return undefined
  const { source } = prober
  return { body: debit(source, { subscriptionId, amount: Number(source.amount), currency: 'USD' }) }
}

const cancellation =
  (autoRenewal: boolean): Form =>
  async (prober) => {
    const subscriptionId = await subscriptionIdOf(prober, autoRenewal)
    if (subscriptionId === undefined) return undefined
    return { body: cancellationOf(prober.source, subscriptionId) }
  }

/** The probed operations in the order of the preflight, each with its forms. */
export const knownGood = {
  validateExchangePayment: () => [({ source }) => ({ payload: exchangeCheck(source) })],
  createInvoice: () => [
    ({ source }) => ({ body: invoice(source) }),
    ({ source }) => {
      const { redirectUrl: _, customParameter: __, ...body } = invoice(source)
      return { body }
    },
    ({ source }) => ({ body: invoice(source, { shippingAddress: fullAddress(source) }) }),
  ],
  addPayees: () => [({ source }) => ({ payload: [payee(source)] })],
  createExchangePayment: (prober) => [
    ...onEachExchange(prober),
    ({ source }) => ({ payload: exchangePayment(source, { code2fa: '123456' }) }),
    ({ source }) => ({ payload: exchangePayment(source, { shippingAddress: fullAddress(source) }) }),
  ],
  createBankPayment: (prober) =>
    hasBankAccounts(prober)
      ? [
          ({ source }) => ({ payload: bankPayment(source) }),
          ({ source }) => ({ payload: bankPayment(source, { shippingAddress: fullAddress(source) }) }),
        ]
      : [],
  createTransfers: () => [
    async (prober) => {
      // permitted: payouts.known-payees
      const to = payee(prober.source)
      await prober.send('addPayees', () => ({ payload: [to] }))
      return { payload: [transfer(to, { amount: Number(prober.source.amount) })] }
    },
  ],
  closePartialPayment: () => [partialPayment],
  // A request whose success a fixture shows is not sent. (permitted: subscriptions.no-debit-in-first-interval)
  debitSubscription: ({ target }) => (target.fixtures.oldSubscription === undefined ? [requestedDebit] : []),
  cancelSubscription: ({ target }) =>
    target.fixtures.endingSubscription === undefined ? [cancellation(true), cancellation(false)] : [],
} satisfies Partial<Record<OperationId, (prober: Prober) => Form[]>>

/** The look-ups that need a token and nothing else that the contract does not show. */
export const lookupsWith = {
  shopperToken: ['getShopper', 'listBanks', 'checkExchangeBalance'],
  merchantToken: ['getStore', 'listCurrencies'],
} as const

export type ProbedId = keyof typeof knownGood

/** When to try again what is refused: once a partial payment is confirmed, a debit is due, or a subscription has begun. */
export const laterAttempts: Partial<Record<ProbedId, readonly Span[]>> = {
  closePartialPayment: [{ hours: 3 }],
  debitSubscription: [{ days: 7 }, { days: 9 }, { days: 14 }],
  cancelSubscription: [{ days: 30 }],
}
