// What an operator prepares in a deployment, so that the suite can check what takes days or needs the shopper.

import { z } from 'zod'
import { field, text } from './target-field.ts'

/** The schema of `fixtures` in a target file. */
export const fixtures = z
  .object({
    openPartialPayment: field(
      text.optional(),
      'The order id of a partial payment to the first merchant, paid in the last days. A run closes it, so each needs a new one.',
      'Without it and without a control API, the suite does not check that partial payments can be closed.',
      'order-2002',
    ),
    refundRequestedPartialPayment: field(
      text.optional(),
      'The same, with a refund request of the shopper.',
      'Without it and without a control API, the suite does not check what a refund request changes.',
      'order-2003',
    ),
    agingPartialPayment: field(
      text.optional(),
      'A third one, which stays open: a run in two phases tries to close it after two weeks.',
      'Without it and without `openPartialPayment`, such a run does not check that a late closing is refused.',
      'order-2004',
    ),
    oldPartialPayment: field(
      text.optional(),
      'The order id of a partial payment to the first merchant, older than two weeks.',
      'Without it and without a clock, the suite does not check that its closing is refused.',
      'order-2001',
    ),
    openInvoice: field(
      text.optional(),
      'The uuid of an open invoice of the first merchant, best without `redirectUrl`.',
      'Without it, a run at the level `read` does not check how orders are read.',
      '5f0c7a34-6a63-4a0e-9d5e-0f3a1c9b7e21',
    ),
    oldSubscription: field(
      text.optional(),
      'The id of a subscription to the first merchant without automatic renewal, older than one interval. A run debits it by `known.amount`.',
      'Without it and without a clock, debits are checked only in the interval of the first payment, in which a service may refuse them.',
      'subscription-3001',
    ),
    endingSubscription: field(
      text.optional(),
      'The id of another one, whose first payment is processed. A run cancels it, so each needs a new one.',
      'Without it, a run at the level `write` does not check cancellations.',
      'subscription-3002',
    ),
  })
  .strict()
