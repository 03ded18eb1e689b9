// Behaviors that a conforming deployment may have otherwise than the suite expects: one row each, by its permanent id. A check that asks about a
// row is inconclusive by its id, unless what the row says is ruled out. No other file says it.

import type { Harm } from '../../spec/operation.ts'
import type { RequirementId } from '../../spec/requirements.ts'

/** A row that explains why the suite sends an input, tries several, or waits. Comments cite it. */
export interface CitedRow {
  /** The sections of the contract that leave it open. */
  section: string
  /** The permitted behavior, in one sentence. */
  says: string
}

/** A row that checks ask about. */
export interface AskedRow extends CitedRow {
  /** A control request, a wait, or a field of the target file that rules it out. */
  rulesOut: string
  /** A conforming variant that would be accused without the row; by default with a control API at each level. */
  variant: string
  /** The requirement that would accuse it. */
  accused: RequirementId
  setup?: 'receiver'
  level?: Harm
}

const states = 'States and transitions'

/** Rows that checks ask about. Each is proved: without it, a conforming variant is accused. */
export const askedRows = {
  'partial-payments.ends-without-closing': {
    section: states,
    says: 'A deployment may end a partial payment that nobody closes, such as by a refund, and need not report that.',
    rulesOut: 'The payment of the rest rules it out: what has ended cannot be completed.',
    variant: 'partial payments that end after a week without an update',
    accused: 'partial-payments.within-two-weeks',
  },
  'partial-payments.refund-registered-later': {
    section: states,
    says: 'A deployment may register a refund request some time after the shopper made it.',
    rulesOut: 'A clock that the suite can move rules it out.',
    variant: 'Refund requests that count a minute later',
    accused: 'partial-payments.unforced-refund-request-blocks',
    level: 'money',
  },
  'partial-payments.confirmed-later': {
    section: states,
    says: 'A deployment may refuse to close a partial payment until the payment is confirmed.',
    rulesOut: 'A clock rules it out, or another partial payment that is closed at once.',
    variant: 'partial payments that can be closed after two days',
    accused: 'partial-payments.unforced-without-refund-request',
  },
  'partial-payments.closed-again': {
    section: states,
    says: 'A deployment may accept the closing of a payment that has ended.',
    rulesOut: 'An update of the end rules it out, or the refusal of a second closing.',
    variant: 'Success for partial payments that have ended after two weeks',
    accused: 'partial-payments.after-two-weeks-refused',
  },
  'webhooks.other-integers': {
    section: 'Events; Resources, Transaction record',
    says: 'A deployment may report statuses by other integers than those of its records.',
    rulesOut: 'Updates that name their status rule it out, or another payment that is completed.',
    variant: 'deliveries with a result in an envelope with the integer of pending as its status',
    accused: 'webhooks.exchange-status-changes',
  },
  'webhooks.unreadable': {
    section: 'Events',
    says: 'A deployment may encrypt its updates, or send them in a format that the suite cannot read.',
    rulesOut: 'Deliveries without opaque texts rule it out.',
    variant: 'deliveries that are encrypted',
    accused: 'webhooks.exchange-status-changes',
  },
  'webhooks.no-change-to-report': {
    section: 'Events, 2; States and transitions',
    says: 'A deployment may return a payment that has ended, and then has no change of its status to report.',
    rulesOut: 'A status in the response that is not final rules it out; known.statusIntegers names those.',
    variant: 'Exchange payments that are completed at once, without an update',
    accused: 'webhooks.exchange-status-changes',
  },
  'webhooks.nothing-at-once': {
    section: 'Events, 2',
    says: 'A deployment may send no update of the status that a payment begins with.',
    rulesOut: 'A clock rules it out that the suite can move, or --patience 3h.',
    variant: 'webhooks.first-status: silent',
    accused: 'webhooks.one-for-crypto-and-bank',
    setup: 'receiver',
    level: 'money',
  },
  'exchange-payments.connected-exchanges-only': {
    section: 'Endpoints, shared conventions',
    says: 'A deployment may refuse an exchange that the shopper has not connected as one that it does not know.',
    rulesOut: 'Another shopper rules it out, or shoppers.ready.exchanges in the target file.',
    variant: 'a shopper who has connected two exchanges',
    accused: 'exchange-payments.five-exchanges-supported',
  },
  'exchange-payments.canceled-later': {
    section: states,
    says: 'A deployment may accept a payment that cannot be made, and cancel it.',
    rulesOut: 'A clock and webhooks rule it out, which show how the payment ends.',
    variant: 'payments without balance that are accepted and canceled',
    accused: 'exchange-payments.error-insufficient-balance-419',
    level: 'money',
  },
  'exchange-payments.another-error-first': {
    section: 'Errors, 1',
    says: 'A deployment may return error 419 if the balance does not cover the payment, whatever else is wrong.',
    rulesOut: 'A balance rules it out that covers the payment.',
    variant: 'shoppers whose balances are used up, except the first one',
    accused: 'exchange-payments.error-authentication-failed-418',
  },
  'exchange-payments.own-names': {
    section: 'Errors, 1',
    says: 'A deployment may write the name of an exchange otherwise than in its path.',
    rulesOut: 'Another exchange rules it out, whose errors have another name.',
    variant: 'display names of exchanges, and a shopper with one exchange',
    accused: 'exchange-payments.error-422-names-the-exchange',
  },
  'exchange-payments.locks-shoppers': {
    section: 'Errors, 1; Limits',
    says: 'A deployment may refuse every payment of a shopper after some that failed.',
    rulesOut: 'Another payment rules it out, which still has the stated error.',
    variant: 'shoppers who are locked after three payments that fail',
    accused: 'exchange-payments.error-authentication-failed-418',
  },
  'invoices.registered-redirect-urls': {
    section: 'Endpoints, 1',
    says: 'A deployment may refuse URLs that are not registered.',
    rulesOut: 'merchants[0].redirectUrl in the target file rules it out, or another URL that is accepted.',
    variant: 'registered redirect URLs that nobody declares',
    accused: 'invoices.optional-fields',
  },
  'invoices.needed-by-payments': {
    section: 'What the service does, 1; States and transitions',
    says: 'A deployment may refuse to pay an order that has no invoice.',
    rulesOut: 'The level write rules it out, at which the suite creates one.',
    variant: 'checks of payments with an invoice',
    accused: 'exchange-payments.validation-same-object-always',
    level: 'read',
  },
  'bank-payments.canceled-later': {
    section: states,
    says: 'A deployment may accept a bank payment that cannot be made, and cancel it.',
    rulesOut:
      'Webhooks rule it out with a clock, or with --prepare and --resume: they show how the payment ends.',
    variant: 'Bank payments from abroad that are accepted and canceled',
    accused: 'bank-payments.us-shoppers-only',
    level: 'money',
  },
  'subscriptions.no-debit-in-first-interval': {
    section: states,
    says: 'A deployment may refuse a debit in the interval that the first payment pays.',
    rulesOut: 'A clock rules it out, or --prepare and --resume.',
    variant: 'debits from the twentieth day on',
    accused: 'subscriptions.debit-accepted',
  },
  'subscriptions.begins-later': {
    section: states,
    says: 'A deployment may begin a subscription when its first payment is processed, or after a minimum term.',
    rulesOut: 'A clock that the suite can move rules it out, or fixtures.endingSubscription.',
    variant: 'subscriptions that begin after twenty days',
    accused: 'subscriptions.cancel-accepted',
  },
  'payouts.rejects-rows': {
    section: 'Endpoints, 6; Endpoints, 7',
    says: 'A deployment may reject a row of a request that it accepts, and report an error of that row.',
    rulesOut: 'Rows without errors rule it out.',
    variant: 'several payees, the last of which is rejected in its row',
    accused: 'payouts.payees-inserted-count',
  },
  'payouts.fewer-required-keys': {
    section: 'Endpoints, 7; Errors, 2',
    says: 'A deployment may require fewer keys of a payee than the table lists.',
    rulesOut: 'A refusal rules it out with the message for a missing key.',
    variant: 'encryption.required-payload-fields: fewest',
    accused: 'payouts.payees-key-name',
  },
} satisfies Readonly<Record<string, AskedRow>>

/** Rows that explain what the suite sends and why it waits: the section, and what it permits. Comments cite them as `permitted: id`. */
const cited: Readonly<Record<string, string>> = {
  'service.refuses-for-a-moment':
    'Errors; Limits: A deployment may refuse any request for a moment, as when it locks an account after a payment or a database fails over.',
  'service.refuses-after-a-while':
    'Authentication; Limits: A deployment may refuse any request after a while, as when a limit on payments is reached or a token has expired.',
  'service.refuses-what-is-alike':
    'Limits: A deployment may refuse what is like an earlier request, such as an equal amount in a short time.',
  'service.accepts-once': 'States and transitions: A deployment may accept a request only once.',
  'service.knows-records-later':
    'States and transitions: A deployment may know a new record only after a moment, or refuse requests about it until it is processed.',
  'service.refuses-with-nothing':
    'Errors: A deployment may refuse in the form of a success: with an empty list, only canceled payments or debits, or errors.',
  'service.fills-error-fields':
    'Resources, Transaction record: A deployment may fill a field such as errorMessage without an error.',
  'service.shoppers-of-one-merchant': 'Authentication: A deployment may let a shopper pay one merchant only.',
  'service.unknown-record-like-unknown-path':
    'Errors: A deployment may refuse an unknown record, or one that is not ready, as it refuses an unknown path.',
  'service.plain-names':
    'Resources, Cart item; Endpoints, 6: A deployment may refuse signs, digits or long texts in names, letters beyond ASCII, or a name without a last name.',
  'service.plain-queries':
    'Endpoints, 10: A deployment may refuse amounts with many decimals, or parameters that it does not know.',
  'customers.own-notations':
    'Resources, customerInfo; Resources, shippingAddress: A deployment may accept one notation of phones and addresses, and look up whether they exist.',
  'carts.lenient-words':
    'Resources, Cart item: A deployment may trim a frequency, ignore its case, or take a number for its position in the list.',
  'carts.own-prices':
    'Resources, Cart item: A deployment may limit prices, quantities and the number of lines.',
  'carts.own-periods':
    'Resources, Cart item: A deployment may offer only some periods: not the shortest, the longest, or those that end within an interval.',
  'invoices.merges-lines': 'Endpoints, 8: A deployment may merge lines of the same product.',
  'qr-transactions.further-sources':
    'Endpoints, 2; Authentication: A deployment may know further values of x-transaction-source.',
  'transactions.several-integers':
    'Resources, Transaction record; States and transitions: A deployment may use several integers for one status.',
  'transactions.same-record-again':
    'States and transitions: A deployment may return the record of an earlier request again.',
  'exchange-payments.terms-first':
    'Endpoints, 3: A deployment may refuse any check before a payment if the shopper has not accepted the terms.',
  'exchange-payments.no-balances-without-link':
    'Endpoints, 11: A deployment may return no balances where the link to the exchange has expired.',
  'partial-payments.small-differences':
    'What the service does, 5: A deployment may ignore a small payment, and take one that is almost complete for the full amount.',
  'partial-payments.closing-without-effect':
    'Endpoints, 9: A deployment may accept the closing of an order that the merchant does not have, and close nothing.',
  'payouts.all-rows-in-one-message': 'Errors, 2: A deployment may report all invalid rows in one message.',
  'payouts.known-payees':
    'Endpoints, 6; Endpoints, 7: A deployment may pay known payees only, and refuse the id of a transfer that it has made.',
  'payouts.limits':
    'Endpoints, 6; Endpoints, 7; Limits: A deployment may limit how many rows a request has, and have a minimum amount.',
  'subscriptions.saved-password':
    'Endpoints, 4: A deployment may need the saved password to debit an exchange later.',
  'subscriptions.once-per-product':
    'Resources, Cart item: A deployment may refuse a shopper a second subscription of a product, and a second frequency of it.',
  'subscriptions.debit-canceled-later':
    'States and transitions: A deployment may accept the request of a debit, and cancel the debit.',
  'subscriptions.fields-in-other-items':
    'Resources, Cart item: A deployment may refuse subscription fields in an item that is not marked as a subscription.',
  'subscriptions.debits-the-price':
    'Endpoints, 15: A deployment may refuse a debit of another amount than the price.',
  'webhooks.notices':
    'Events, 2: A deployment may send notices that are no updates of a status, without custom parameters.',
  'webhooks.tests-the-url': 'Events, 1: A deployment may test the URL before it delivers, by another method.',
  'webhooks.bank-payment-ends-on-request':
    'States and transitions: A deployment without a clock may end a bank payment only when somebody asks for that.',
}

export const citedRows: Readonly<Record<string, CitedRow>> = Object.fromEntries(
  Object.entries(cited).map(([id, text]) => {
    const [, section = '', says = ''] = /^(.*?): (.*)$/.exec(text) ?? []
    return [id, { section, says }]
  }),
)

/** The id of a row that checks can ask about. */
export type PermittedId = keyof typeof askedRows

/** Every row by its id. */
export const permittedRows = { ...askedRows, ...citedRows }

/** Why there is no verdict: what was seen, why it is permitted, and what rules that out. */
export function permittedReason(id: PermittedId, detail?: string): string {
  const { says, rulesOut } = askedRows[id]
  return `${detail === undefined ? '' : `${detail}. `}${says} ${rulesOut} (${id})`
}
