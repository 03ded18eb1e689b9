// Paying an invoice in one call, as a shopper does on the hosted checkout page.

import { z } from 'zod'
import { integer, namedObject, text } from '../../primitives.ts'
import { post } from '../operation.ts'
import { AmountText, Instant, list } from './primitives.ts'
import { ControlTransaction } from './transactions.ts'

/** A shopper's access token or id. */
const as = text
const coin = text.optional()

const ControlInvoice = namedObject(
  'ControlInvoice',
  'An invoice, its checkout page, and the transaction that turned it into an order (null before that).',
  {
    uuid: text,
    merchantId: text,
    order: text,
    amount: text,
    currency: text,
    items: integer,
    url: text.describe('The URL of its checkout page.'),
    paidBy: text.nullable(),
    createdAt: Instant,
  },
)

export const invoices = {
  listInvoices: list(
    '/control/invoices',
    'List invoices and the orders that they became, oldest first',
    { invoices: z.array(ControlInvoice) },
    { merchantId: text.optional(), order: text.optional() },
  ),
  payInvoice: post('/control/invoices/{uuid}/pay', 'Pay an invoice as a shopper', {
    description:
      "Does what the shopper does on the checkout page. `as` is the shopper's access token or id. By default, `exchange` and `coin` are the first that can pay, and `stockId` is the shopper's first linked bank. A wallet pays a `share` of the amount, by default all that is left to pay; with `0` only the transaction is created. If the pre-payment check asks for the exchange password, a payment without `password` returns 409 with `state: password-required`; every text is accepted. A payment that the service refuses returns 409 with the id of the refusal as `state`, such as `exchange-payments.insufficient-balance`. An invoice that is paid, or whose payment is in progress, returns 409; `state` is `paid` or the status of the payment.",
    params: z.object({ uuid: text }),
    body: z.union([
      z.strictObject({
        by: z.literal('exchange'),
        as,
        exchange: text.optional(),
        coin,
        password: text.min(1).optional(),
        savePassword: z.boolean().optional(),
      }),
      z.strictObject({ by: z.literal('wallet'), as, coin, share: AmountText.optional() }),
      z.strictObject({ by: z.literal('bank'), as, stockId: text.optional() }),
    ]),
    bodyExamples: {
      exchange: { by: 'exchange', as: 'shopper-ready' },
      wallet: { by: 'wallet', as: 'shopper-ready', coin: 'BTC', share: '0.5' },
      bank: { by: 'bank', as: 'shopper-ready' },
    },
    response: ControlTransaction,
  }),
}
