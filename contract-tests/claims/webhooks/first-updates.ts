// Checks the updates that a payment causes at once. With them, a receiver alone makes the form of updates checkable: without a
// clock, without a shopper and without a wait for the end of a payment. The contract does not say whether the first status is a
// status change, so having an update is a precondition.

import type { Delivery } from '../../observe/deliveries.ts'
import type { Context } from '../../steps/context.ts'
import { checkUpdates, eitherMethod, ofInvoice } from '../../steps/order-updates.ts'
import { isOf, type Order, paidFromBank, paidThroughExchange } from '../../steps/orders.ts'
import { properties, property } from '../../steps/property.ts'
import { allFragments, deliveriesOf, invoiceWith, paidUnlessRefused, tooLong } from './custom-parameters.ts'
import { checkOneUrl } from './status-changes.ts'

const money = { level: 'money', needs: ['webhooks'] } as const
const ofBank = { ...money, needs: ['webhooks', 'bankAccount'] } as const
const methods = ['GET', 'POST'] as const

/** The updates of an order at once, wherever they were sent. */
async function firstUpdatesOf(it: Context, order: Order): Promise<readonly Delivery[]> {
  const updates = await it.deliveriesOnceThereAre(1, isOf(order, 'anywhere'))
  it.ruledOut('webhooks.nothing-at-once', updates.length > 0)
  return updates
}

/** Checks the first updates of a payment by each method. */
async function checkFirstUpdates(
  it: Context,
  pay: (it: Context, invoice: ReturnType<typeof invoiceWith>) => Promise<Order>,
): Promise<void> {
  const paid = []
  for (const method of methods)
    paid.push({ method, order: await pay(it, invoiceWith(it, method, [allFragments])) })
  for (const { method, order } of paid)
    checkUpdates(it, ofInvoice, order, method, await firstUpdatesOf(it, order))
}

export const firstUpdates = [
  ...properties(money)({
    'includes the custom parameters of an invoice in the first update of its payment': {
      checks: [ofInvoice, ...eitherMethod],
      run: (it) => checkFirstUpdates(it, paidThroughExchange),
    },
    'includes the custom parameters of an invoice in the first update of its bank payment': {
      ...ofBank,
      checks: [ofInvoice, ...eitherMethod],
      run: (it) => checkFirstUpdates(it, paidFromBank),
    },
  }),
  ...tooLong.map(({ method, pairs, requirement, check }) =>
    property({
      ...money,
      title: `sends no first update of a payment that is too long for a ${method}`,
      checks: [requirement],
      async run(it) {
        const orders = await paidUnlessRefused(it, method, pairs)
        // An order whose update is short shows whether first updates are sent at all.
        await firstUpdatesOf(it, await paidThroughExchange(it, invoiceWith(it, method)))
        check(it, await deliveriesOf(it, orders))
      },
    }),
  ),
  ...properties(ofBank)({
    'sends the first updates of crypto and bank transactions to one URL': {
      checks: ['webhooks.one-for-crypto-and-bank'],
      async run(it) {
        const orders = [await paidFromBank(it), await paidThroughExchange(it)]
        const received = []
        for (const order of orders) received.push(...(await firstUpdatesOf(it, order)))
        checkOneUrl(it, received)
      },
    },
  }),
]
