// Paying an invoice in one call, as a shopper does on the hosted checkout page.

import { z } from 'zod'
import { text } from '../../../spec/primitives.ts'
import { post, topicOperations } from '../operation.ts'
import { AmountText } from './primitives.ts'
import { ControlTransaction } from './transactions.ts'

/** A shopper's access token or id. */
const as = text
const coin = text.optional()

export const invoices = topicOperations('invoices', {
  payInvoice: post('/control/invoices/{uuid}/pay', 'Pay an invoice as a shopper', {
    description:
      "Does what the shopper does on the checkout page. `as` is the shopper's access token or id. By default, `exchange` and `coin` are the first that can pay, and `stockId` is the shopper's first linked bank. A wallet pays a `share` of the amount, by default all that is left to pay; with `0` only the transaction is created. A payment that the service refuses returns 409 with the id of the refusal as `state`, such as `exchange-payments.insufficient-balance`.",
    params: z.object({ uuid: text }),
    body: z.union([
      z.strictObject({
        by: z.literal('exchange'),
        as,
        exchange: text.optional(),
        coin,
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
})
