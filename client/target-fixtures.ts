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
  })
  .strict()
