// What an operator prepares in a deployment, so that the suite can check what takes days or needs the shopper.

import { z } from 'zod'
import { field, text } from './target-field.ts'

/** The schema of `fixtures` in a target file. */
export const fixtures = z
  .object({
    oldPartialPayment: field(
      text.optional(),
      'The order id of a partial payment to the first merchant, older than two weeks.',
      'Without it and without a clock, the suite does not check that its closing is refused.',
      'order-2001',
    ),
  })
  .strict()
