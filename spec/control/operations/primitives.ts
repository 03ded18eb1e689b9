// The scalar types of the control API.

import { z } from 'zod'
import { operationIds } from '../../operations.ts'
import { component, integer } from '../../primitives.ts'
import { get } from '../operation.ts'
import { defaultPageLimit, maxPageLimit, maxUrlCharacters, sandboxNamePattern } from '../values.ts'

/** An instant: ISO 8601 with `Z` or an offset. Responses always have milliseconds and `Z`. */
export const Instant = component(
  'Instant',
  z
    .string()
    .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})$/),
  { description: 'An instant in ISO 8601 with an offset.', examples: ['2026-01-05T09:00:00.000Z'] },
)

/** A date: `2026-01-05`. */
export const CalendarDate = component('CalendarDate', z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/), {
  description: 'A date as YYYY-MM-DD.',
  examples: ['2026-01-05'],
})

/** An amount of money or of a coin, as decimal text. */
export const AmountText = component(
  'AmountText',
  z
    .string()
    .regex(/^[0-9]+(\.[0-9]+)?$/)
    .max(100),
  {
    description: 'An amount as decimal text, not negative.',
    examples: ['0.00021'],
  },
)

export const ServiceOperation = z.enum(
  operationIds as [(typeof operationIds)[number], ...typeof operationIds],
)

/** The name of a sandbox, which is part of URLs. */
export const SandboxName = component('SandboxName', z.string().regex(sandboxNamePattern), {
  description: 'Up to 64 letters, digits, dots, hyphens and underscores, starting with a letter or a digit.',
  examples: ['checkout-suite-7'],
})

export const WebhookUrl = z.string().max(maxUrlCharacters)

/** The query of every list. */
const pageQuery = {
  after: integer
    .min(0)
    .optional()
    .describe('Only entries after this position: the `next` of the page before. By default from the start.'),
  before: integer
    .min(0)
    .optional()
    .describe(
      'Instead of `after`: the last entries before this position. A large number means the last page.',
    ),
  limit: integer
    .min(1)
    .max(maxPageLimit)
    .optional()
    .describe(`The maximum number of entries of the page, ${defaultPageLimit} by default.`),
}

/** Fields in the response of every list in addition to its entries. */
const pageFields = {
  total: integer.describe('How many entries all pages have.'),
  next: integer.nullable().describe('The `after` of the next page; null on the last page.'),
  previous: integer
    .nullable()
    .optional()
    .describe('In pages read with `before`: the `before` of the previous page; null on the first page.'),
}

/** A list in pages: `filters` are in its query, and `entries` in its response. */
export function list<Entries extends z.ZodRawShape, Filters extends z.ZodRawShape = Record<never, never>>(
  path: string,
  summary: string,
  entries: Entries,
  filters?: Filters,
) {
  return get(path, summary, {
    query: z.object({ ...(filters as Filters), ...pageQuery }),
    response: z.object({ ...pageFields, ...entries }),
  })
}
