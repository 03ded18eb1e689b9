// The headings of the contract, in its order. Requirements and unspecified behaviors name them in `section`, comments as
// `Contract: Endpoints, 4`, and docs/reference/contract.md has an anchor for each.

/** A heading or numbered item of the contract. */
export interface Section {
  /** The name that references use, such as `Endpoints, 4`. */
  name: string
  /** The title in the generated documentation. */
  title: string
}

const items = (name: string, titles: readonly string[]): Section[] =>
  titles.map((title, index) => ({ name: `${name}, ${index + 1}`, title: `${index + 1}. ${title}` }))

/** All sections by the chapter that contains them. The first section of a chapter is the chapter itself. */
export const chapters: readonly (readonly [Section, ...Section[]])[] = [
  [{ name: 'Preamble', title: 'About the contract' }],
  [
    { name: 'What the service does', title: 'What the service does' },
    ...items('What the service does', [
      'Invoice and checkout',
      'Payment methods',
      'Settlement',
      'Subscriptions',
      'Partial payments',
      'Payouts',
      'Lookups',
    ]),
  ],
  [
    { name: 'Resources', title: 'Resources and their fields' },
    { name: 'Resources, conventions', title: 'Conventions' },
    { name: 'Resources, Cart item', title: 'Cart item' },
    { name: 'Resources, customerInfo', title: 'customerInfo' },
    { name: 'Resources, shippingAddress', title: 'shippingAddress' },
    { name: 'Resources, customParameter', title: 'customParameter' },
    { name: 'Resources, Transaction record', title: 'Transaction record' },
    { name: 'Resources, Currency entry', title: 'Currency entry' },
    { name: 'Resources, other records', title: 'Other records' },
  ],
  [{ name: 'States and transitions', title: 'States and transitions' }],
  [
    { name: 'Endpoints', title: 'Endpoints' },
    { name: 'Endpoints, shared conventions', title: 'Shared conventions' },
    ...items('Endpoints', [
      'Create an invoice link',
      'Create a QR transaction',
      'Check an exchange payment',
      'Create an exchange payment',
      'Create a bank payment',
      'Create transfers',
      'Add payees',
      'Order info',
      'Close a partial payment',
      'Currencies',
      'Exchange balances',
      'Linked banks',
      'Store',
      'Shopper',
      'Debit a subscription',
      'Cancel a subscription',
    ]),
  ],
  [{ name: 'Authentication', title: 'Authentication' }],
  [
    { name: 'Events', title: 'Events' },
    ...items('Events', [
      'One webhook per merchant',
      'Status changes',
      'Custom parameters',
      'Recurring payments',
      'Reminder emails',
    ]),
  ],
  [
    { name: 'Errors', title: 'Errors' },
    ...items('Errors', ['Exchange payment', 'Payouts', 'Pre-payment check', 'Closing a partial payment']),
  ],
  [{ name: 'Limits', title: 'Limits' }],
  [{ name: 'Versioning', title: 'Versioning' }],
]

export const sectionNames: readonly string[] = chapters.flat().map(({ name }) => name)

/** The names of the sections in a `section` text: without rows and sentences, each once. */
export function sectionsIn(text: string): string[] {
  return [...new Set(text.split('; ').map((part) => part.split(': ')[0] ?? part))]
}

/** The anchor of a section in docs/reference/contract.md. */
export function sectionAnchor(name: string): string {
  return name.toLowerCase().replaceAll(', ', '-').replaceAll(' ', '-')
}
