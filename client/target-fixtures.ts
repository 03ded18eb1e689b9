// What an operator prepares in a deployment, so that the suite can check what takes days or needs the shopper.

import { z } from 'zod'

/** The schema of `fixtures` in a target file. */
export const fixtures = z
  .object({
    oldPartialPayment: z
      .string()
      .optional()
      .describe('The order id of a partial payment to the first merchant, older than two weeks.'),
  })
  .strict()
