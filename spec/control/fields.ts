// The scalar types of the control API, and the parts that its lists share: pages and filters.

import { z } from 'zod'
import { operationIds } from '../operations.ts'
import { boolean, component, field, integer, text } from '../primitives.ts'
import { defaultPageLimit, maxPageLimit, maxUrlCharacters, sandboxNamePattern } from './values.ts'

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
  { description: 'An amount as decimal text, not negative.', examples: ['0.00021'] },
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
export const pageQuery = {
  after: field(
    integer.min(0).optional(),
    'Only entries after this position: the `next` of the page before. By default from the start.',
  ),
  before: field(
    integer.min(0).optional(),
    'Instead of `after`: the last entries before this position. A large number means the last page.',
  ),
  limit: field(
    integer.min(1).max(maxPageLimit).optional(),
    `The maximum number of entries of the page, ${defaultPageLimit} by default.`,
  ),
}

/** Fields in the response of every list in addition to its entries. */
export const pageFields = {
  total: field(integer, 'How many entries all pages have.'),
  next: field(integer.nullable(), 'The `after` of the next page; null on the last page.'),
  previous: field(
    integer.nullable().optional(),
    'In pages read with `before`: the `before` of the previous page; null on the first page.',
  ),
}

/** Filters of records that happen at an instant. */
export const atInstant = {
  from: field(Instant.optional(), 'Only those of this instant or later.'),
  to: field(Instant.optional(), 'Only those before this instant.'),
}
/** Filters of records that belong to accounts. */
export const ofAccount = {
  account: field(text.optional(), 'Only those of this merchant or shopper: an id or an access token.'),
  search: field(
    text.optional(),
    'Only those with this text in an id, a name or a message; case does not matter.',
  ),
}
/** Filters of records that belong to an order. */
export const ofOrder = { order: field(text.optional(), 'Only those of this order.') }
/** The filter of records that can fail. */
export const thatFail = { failures: field(boolean.optional(), 'Only those that failed.') }
