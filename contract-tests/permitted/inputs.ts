// Permitted behaviors that explain inputs and waits of the suite: it sends what every conforming deployment accepts, or tries several ways. Comments
// cite these rows as `permitted: id`.

import type { PermittedInput } from './row.ts'

export const inputs = {
  'service.refuses-for-a-moment': {
    section: 'Errors; Limits',
    says: 'A deployment may refuse any request for a moment, as when it locks an account after a payment or a database fails over.',
  },
  'service.refuses-after-a-while': {
    section: 'Authentication; Limits',
    says: 'A deployment may refuse any request after a while, as when a limit on payments is reached or a token has expired.',
  },
  'service.refuses-what-is-alike': {
    section: 'Limits',
    says: 'A deployment may refuse what is like an earlier request, such as an equal amount in a short time.',
  },
  'service.accepts-once': {
    section: 'States and transitions',
    says: 'A deployment may accept a request only once.',
  },
  'service.knows-records-later': {
    section: 'States and transitions',
    says: 'A deployment may know a new record only after a moment, or refuse requests about it until it is processed.',
  },
  'service.refuses-with-nothing': {
    section: 'Errors',
    says: 'A deployment may refuse in the form of a success: with an empty list, only canceled payments or debits, or errors.',
  },
  'service.fills-error-fields': {
    section: 'Resources, Transaction record',
    says: 'A deployment may fill a field such as errorMessage without an error.',
  },
  'service.unknown-record-like-unknown-path': {
    section: 'Errors',
    says: 'A deployment may refuse an unknown record, or one that is not ready, as it refuses an unknown path.',
  },
  'service.plain-names': {
    section: 'Resources, Cart item; Endpoints, 6',
    says: 'A deployment may refuse signs, digits or long texts in names, letters beyond ASCII, or a name without a last name.',
  },
  'service.plain-queries': {
    section: 'Endpoints, 10',
    says: 'A deployment may refuse amounts with many decimals, or parameters that it does not know.',
  },
  'customers.own-notations': {
    section: 'Resources, customerInfo; Resources, shippingAddress',
    says: 'A deployment may accept one notation of phones and addresses, and look up whether they exist.',
  },
  'carts.lenient-words': {
    section: 'Resources, Cart item',
    says: 'A deployment may trim a frequency, ignore its case, or take a number for its position in the list.',
  },
  'carts.own-prices': {
    section: 'Resources, Cart item',
    says: 'A deployment may limit prices, quantities and the number of lines.',
  },
  'carts.own-periods': {
    section: 'Resources, Cart item',
    says: 'A deployment may offer only some periods: not the shortest, the longest, or those that end within an interval.',
  },
  'invoices.merges-lines': {
    section: 'Endpoints, 8',
    says: 'A deployment may merge lines of the same product.',
  },
  'qr-transactions.further-sources': {
    section: 'Endpoints, 2; Authentication',
    says: 'A deployment may know further values of x-transaction-source.',
  },
  'transactions.several-integers': {
    section: 'Resources, Transaction record; States and transitions',
    says: 'A deployment may use several integers for one status.',
  },
  'transactions.same-record-again': {
    section: 'States and transitions',
    says: 'A deployment may return the record of an earlier request again.',
  },
  'exchange-payments.terms-first': {
    section: 'Endpoints, 3',
    says: 'A deployment may refuse any check before a payment if the shopper has not accepted the terms.',
  },
  'exchange-payments.no-balances-without-link': {
    section: 'Endpoints, 11',
    says: 'A deployment may return no balances where the link to the exchange has expired.',
  },
  'partial-payments.small-differences': {
    section: 'What the service does, 5',
    says: 'A deployment may ignore a small payment, and take one that is almost complete for the full amount.',
  },
  'partial-payments.closing-without-effect': {
    section: 'Endpoints, 9',
    says: 'A deployment may accept the closing of an order that the merchant does not have, and close nothing.',
  },
  'payouts.all-rows-in-one-message': {
    section: 'Errors, 2',
    says: 'A deployment may report all invalid rows in one message.',
  },
  'payouts.known-payees': {
    section: 'Endpoints, 6; Endpoints, 7',
    says: 'A deployment may pay known payees only, and refuse the id of a transfer that it has made.',
  },
  'payouts.limits': {
    section: 'Endpoints, 6; Endpoints, 7; Limits',
    says: 'A deployment may limit how many rows a request has, and have a minimum amount.',
  },
  'subscriptions.saved-password': {
    section: 'Endpoints, 4',
    says: 'A deployment may need the saved password to debit an exchange later.',
  },
  'subscriptions.once-per-product': {
    section: 'Resources, Cart item',
    says: 'A deployment may refuse a shopper a second subscription of a product, and a second frequency of it.',
  },
  'subscriptions.debit-canceled-later': {
    section: 'States and transitions',
    says: 'A deployment may accept the request of a debit, and cancel the debit.',
  },
  'subscriptions.fields-in-other-items': {
    section: 'Resources, Cart item',
    says: 'A deployment may refuse subscription fields in an item that is not marked as a subscription.',
  },
  'subscriptions.debits-the-price': {
    section: 'Endpoints, 15',
    says: 'A deployment may refuse a debit of another amount than the price.',
  },
  'webhooks.notices': {
    section: 'Events, 2',
    says: 'A deployment may send notices that are no updates of a status, without custom parameters.',
  },
  'webhooks.tests-the-url': {
    section: 'Events, 1',
    says: 'A deployment may test the URL before it delivers, by another method.',
  },
  'webhooks.bank-payment-ends-on-request': {
    section: 'States and transitions',
    says: 'A deployment without a clock may end a bank payment only when somebody asks for that.',
  },
} satisfies Readonly<Record<string, PermittedInput>>
