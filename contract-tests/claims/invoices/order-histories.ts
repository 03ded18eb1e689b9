// Orders are read after whatever has happened to them: payments, debits, closings and refused requests. They still have the order id,
// the merchant and the items of their invoice. The contract does not say what a cancellation changes.

import fc from 'fast-check'
import { fullAddress, invoice, plainCart, qrTransaction } from '../../../client/sample-requests.ts'
import { isObject } from '../../../core/json.ts'
import { reportsNothing } from '../../observe/response-outcome.ts'
import { asFarAsPossible } from '../../steps/as-far-as-possible.ts'
import { close } from '../../steps/closings.ts'
import type { Context } from '../../steps/context.ts'
import { payFromBank, payThroughExchange } from '../../steps/orders.ts'
import { properties } from '../../steps/property.ts'
import { newInvoice } from '../../steps/requests.ts'
import {
  itemOfNewProduct,
  requestDebit,
  subscriptionIdOf,
  subscriptionInvoice,
} from '../../steps/subscriptions.ts'
import { checkAddress, checkItem, checkMerchant, checkOrder, checkProducts } from './order-info.ts'

interface Invoiced {
  body: ReturnType<typeof invoice>
  uuid: string
}

/** An order of a subscription and a single one, with what their payments returned. */
interface Orders {
  subscription: Invoiced & { merchantSubscriptionId: string; subscriptionId: string | undefined }
  single: Invoiced & { transactionId?: string }
}

/** Payments of the single order. Each of these and of the events may be refused. */
const payments = {
  'from an exchange': (it, { single }) => payThroughExchange(it, single.body),
  'from a bank account': async (it, { single: { body, uuid } }) => {
    if (typeof it.merchant.bankAccountId === 'string' && it.shopper.stockId !== undefined)
      await payFromBank(it, body, uuid)
  },
  'a part from a wallet': async (it, { single }) => {
    const { order: orderId, amount } = single.body
    const body = qrTransaction(it, { orderId, amount })
    single.transactionId = it.given(await it.client.call('createQrTransaction', { body })).result.id
    if (it.has('shopper')) await it.pay(single.transactionId, '0.5')
  },
} satisfies Readonly<Record<string, (it: Context, orders: Orders) => Promise<unknown>>>

const events = {
  'request a refund': async (it, { single: { transactionId } }) => {
    if (it.has('shopper') && transactionId !== undefined) await it.requestRefund(transactionId)
  },
  'close the partial payment': (it, { single: { body } }) => close(it, { id: body.order }),
  'debit the subscription': (it, { subscription }) => requestDebit(it, subscriptionIdOf(it, subscription)),
  'send the invoice again without its cart': (it, { single: { body } }) => {
    const { cart: _, ...incomplete } = body
    return it.client.call('createInvoice', { body: incomplete as Invoiced['body'] })
  },
  'let ten days pass': async (it) => (it.canMoveClock ? it.advance({ days: 10 }) : undefined),
} satisfies Readonly<Record<string, (it: Context, orders: Orders) => Promise<unknown>>>

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) => Object.keys(table) as Name[]
const histories = fc.record({
  payment: fc.constantFrom(...namesOf(payments)),
  // No request is sent twice.
  after: fc.shuffledSubarray(namesOf(events), { minLength: 3 }),
})

export const orderHistories = properties({ level: 'money' })({
  'keeps the order id, the merchant, the address and the items of an order, whatever happens to it': {
    checks: [
      'invoices.order-info-same-shipping-address',
      ...(['invoices.order-info-products', 'invoices.order-info-subscription-lines'] as const),
      ...(['invoices.order-info-same-order', 'invoices.order-info-names-the-merchant'] as const),
      'authentication.order-info-for-its-merchant',
    ],
    run: (it) =>
      it.forAll(
        histories,
        async (it, { payment, after }) => {
          const item = itemOfNewProduct(it, { autoRenewal: false })
          const shippingAddress = fullAddress(it)
          const body = invoice(it, { cart: plainCart(it, it.amount), shippingAddress })
          const orders: Orders = {
            subscription: {
              ...(await subscriptionInvoice(it, [item])),
              merchantSubscriptionId: item.merchantSubscriptionId ?? '',
              subscriptionId: undefined,
            },
            single: { body, uuid: (await newInvoice(it, body)).uuid },
          }
          const { subscription, single } = orders
          const before = (await readKept(it, single))?.shippingAddress
          await asFarAsPossible([
            async () => Object.assign(subscription, await payThroughExchange(it, subscription.body)),
            () => payments[payment](it, orders),
            ...after.map((event) => () => events[event](it, orders)),
          ])
          for (const order of Object.values(orders)) await checkKept(it, order)
          const kept = await readKept(it, single)
          if (isObject(before) && kept !== undefined)
            checkAddress(it, shippingAddress, kept.shippingAddress, before)
        },
        { share: 0.2 },
      ),
  },
})

/** An order, if its merchant can read it. */
async function readKept(it: Context, { uuid }: Invoiced) {
  const response = await it.client.call('getInvoice', { query: { uuid } })
  const isRead = response.outcome === 'success' && !reportsNothing(response, it.target.known.statusIntegers)
  return isRead ? response.success.result.returnval : undefined
}

/** Checks an order against its invoice if its merchant can read it, and then that another merchant cannot. */
async function checkKept(it: Context, invoiced: Invoiced): Promise<void> {
  const { order, cart } = invoiced.body
  const query = { uuid: invoiced.uuid }
  const returnval = await readKept(it, invoiced)
  const [, merchant] = it.target.merchants
  const foreign = merchant && (await it.client.call('getInvoice', { query, merchant }))
  if (foreign !== undefined)
    it.refuses(
      'authentication.order-info-for-its-merchant',
      foreign,
      'the invoice belongs to another merchant',
    )
  if (returnval === undefined) return
  checkOrder(it, order, returnval.order)
  checkMerchant(it, it.merchant, returnval)
  checkProducts(it, cart, returnval.cart)
  for (const one of cart) if (one.isSubscription === true) checkItem(it, one, returnval)
}
