// Names and texts beyond ASCII, and an order id that begins with a zero. The contract does not say that a service accepts them, so every
// request here is a precondition. What a service accepts, it returns and delivers unchanged.

import { fullAddress, paymentLine, severalLines } from '../../client/sample-requests.ts'
import { manyLines, twoLines } from '../steps/arbitraries.ts'
import { asFarAsPossible } from '../steps/as-far-as-possible.ts'
import { closeConfirmed } from '../steps/closings.ts'
import type { Context } from '../steps/context.ts'
import { checkSomeUpdates, eitherMethod, ofInvoice, ofQr } from '../steps/order-updates.ts'
import { paidThroughExchange, partlyPaidQrOrder } from '../steps/orders.ts'
import { checkRows, payeeOf, type Transfer, transferOf } from '../steps/payout-rows.ts'
import { properties, property } from '../steps/property.ts'
import { returnsAddress, returnsCart } from './invoices/order-info.ts'
import { checkPaid, contents } from './transactions.ts'
import { invoiceWith, paidQr } from './webhooks/custom-parameters.ts'

const names = ['Größe “L” – Café', '電気スタンド 💡'] as const
const labels = { 'First Name': 'fname', 'Last Name': 'lname', Email: 'email', Label: 'label' } as const
/** Ends of order ids. A form would have a space for the plus sign. */
const ends = ['-Größe', '+1%2B']
const pair = { name: 'Größe', value: names.join('') }

/** Checks that the response has the names, the email and the label of a payee or a transfer. */
async function returnsRow(it: Context, rows: 'payees' | 'transfers', sent: Transfer) {
  const added = await it.client.call('addPayees', { payload: [payeeOf(sent)] })
  const response = rows === 'payees' ? added : await it.client.call('createTransfers', { payload: [sent] })
  const { result } = it.given(response)
  if (!('insertedCount' in result)) return
  const expected = Object.entries(labels).map(([name, key]) => [name, sent[key]])
  const requirements = { inOrder: `payouts.${rows}-in-order`, asSent: `payouts.${rows}-as-sent` } as const
  const actual = 'payees' in result ? result.payees : result.receivers
  checkRows(it, requirements, [Object.fromEntries(expected)], actual)
}

export const beyondAscii = [
  ...properties({ level: 'write' })({
    'returns names of products beyond ASCII unchanged': {
      checks: ['invoices.order-info-same-cart'],
      async run(it) {
        const lines = severalLines(it.amount, names.length)
        await returnsCart(
          it,
          lines.map((line, at) => ({ ...line, name: names[at], key: `line-${at}`, totalPrice: line.price })),
        )
      },
    },
    'returns an address beyond ASCII unchanged': {
      checks: ['invoices.order-info-same-shipping-address'],
      async run(it) {
        const [address1, city] = names
        await returnsAddress(it, { ...fullAddress(it), address1, city, state: 'Baden-Württemberg' })
      },
    },
    'returns a record with names of products beyond ASCII unchanged': {
      level: 'money',
      checks: contents,
      async run(it) {
        await checkPaid(it, twoLines(it, names))
        // Some letter is at the border of two encrypted blocks.
        const cart = severalLines(it.amount, manyLines).map(({ price }, at) => ({
          ...paymentLine(price, at),
          name: '電気スタンド'.repeat(4),
        }))
        await checkPaid(it, { amount: it.amount, cart })
      },
    },
    'returns a record with ids of products unchanged, whatever characters they have': {
      level: 'money',
      checks: ['transactions.lines-are-the-cart'],
      async run(it) {
        const { amount, cart } = twoLines(it)
        const pairs = [
          ['007', '7'],
          ['Lamp-A', 'LAMP-A'],
          ['a+b/c %2B', 'größe'],
        ] as const
        const pays = pairs.map(
          (ids) => () =>
            checkPaid(it, { amount, cart: cart.map((line, at) => ({ ...line, id: ids[at] ?? line.id })) }),
        )
        await asFarAsPossible(pays)
      },
    },
    'returns a record with the id of an order unchanged, with characters beyond letters and digits': {
      level: 'money',
      checks: ['transactions.names-its-order'],
      async run(it) {
        for (const end of [...ends, '.2026/1 #a']) {
          const offerId = `${it.id('order')}${end}`
          await checkPaid(it, { ...twoLines(it), offerId })
        }
      },
    },
  }),
  ...(['payees', 'transfers'] as const).map((rows) =>
    property({
      level: rows === 'payees' ? 'write' : 'money',
      title: `returns ${rows} with names beyond ASCII, an email with a plus sign, or an empty label, unchanged`,
      checks: [`payouts.${rows}-as-sent`, `payouts.${rows}-row-labels`],
      async run(it) {
        const [label] = names
        const one = transferOf(it)
        const sent = [
          { ...one, fname: 'José', lname: '李 💡', label },
          { ...one, email: one.email.replace('@', '+o.neil@') },
          { ...one, label: '' },
        ]
        await asFarAsPossible(sent.map((row) => () => returnsRow(it, rows, row)))
      },
    }),
  ),
  ...properties({ level: 'money' })({
    'closes the partial payment of an order whose id begins with a zero, or has other characters': {
      needs: ['shopper'],
      checks: ['partial-payments.by-order-id'],
      async run(it) {
        const odd = ends.map((end) => `${it.id('order')}${end}`)
        for (const orderId of [`0${it.id('order', 'digits')}`, ...odd]) {
          const response = await closeConfirmed(it, await partlyPaidQrOrder(it, { orderId }))
          if (response.outcome === 'refusal') it.given(await closeConfirmed(it, await partlyPaidQrOrder(it)))
          it.succeeds('partial-payments.by-order-id', response)
        }
      },
    },
    'includes custom parameters of a QR transaction beyond ASCII in each update': {
      needs: ['shopper', 'webhooks'],
      checks: [ofQr, ...eitherMethod],
      async run(it) {
        for (const method of ['GET', 'POST'] as const)
          await checkSomeUpdates(it, ofQr, await paidQr(it, method, [pair]), method)
      },
    },
    'includes custom parameters of an invoice beyond ASCII in the first update of its payment': {
      needs: ['webhooks'],
      checks: [ofInvoice, ...eitherMethod],
      async run(it) {
        for (const method of ['GET', 'POST'] as const) {
          const order = await paidThroughExchange(it, invoiceWith(it, method, [pair]))
          await checkSomeUpdates(it, ofInvoice, order, method)
        }
      },
    },
  }),
]
