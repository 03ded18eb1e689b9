// What the contract does not show about carts.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const cartsUnspecified = {
  'carts.conditional-fields': {
    section: 'Resources, Cart item',
    question: 'Whether the cart fields that belong to one form only are mandatory there.',
    places: ['InvoiceCartItem', 'PaymentCartItem'],
    options: { optional: { summary: 'They may be left out.' } },
    soleBecause: 'A client that sends them is served by every reading, and the table says no more.',
  },
  'carts.period-letters': {
    section: 'Resources, Cart item',
    question: 'Which letters beside y, m and w a subscription period may end in.',
    places: ['SubscriptionPeriod'],
    options: { named: { summary: 'Only y, m and w.' } },
    soleBecause: 'What another letter would mean cannot be guessed.',
  },
} as const satisfies UnspecifiedBehaviors
