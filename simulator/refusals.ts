// Every refusal that the contract gives no words for, with the kind that decides its HTTP status and words of our own.
// The words are assumptions (`errors.wording`); texts that the contract does give are in `spec/errors.ts`.

import type { OperationId, Operations } from '../spec/operations.ts'

/** What kind of refusal it is; assumption `errors.http-status` maps each kind to a status. */
export type RefusalKind = 'invalid' | 'credentials' | 'refused' | 'unknown' | 'too-large'

interface OwnRefusal {
  kind: RefusalKind
  /** Fact, detail, remedy. */
  message: string
}

/** Refusals that a route makes before its handler runs. */
export const routeRefusals = {
  'request.unknown-route': {
    kind: 'unknown',
    message: 'There is no such endpoint. See the list of operations in the document.',
  },
  'request.too-large': {
    kind: 'too-large',
    message: 'The request is larger than a POST request may be. Send less.',
  },
  'request.not-json': { kind: 'invalid', message: 'The body is not JSON. Send a JSON document.' },
  'request.invalid': {
    kind: 'invalid',
    message: 'The request does not have the form that the document asks for.',
  },
  'request.no-token': {
    kind: 'credentials',
    message: 'The request bears no access token. Send the header Authorization: Bearer <token>.',
  },
  'request.unknown-token': {
    kind: 'credentials',
    message: 'The access token is not known here, is of another kind, or has expired.',
  },
  'request.merchant-auth': {
    kind: 'credentials',
    message: 'merchantId and merchantAuth do not belong together.',
  },
  'encryption.missing': { kind: 'invalid', message: 'The encrypted payload is missing.' },
  'encryption.undecryptable': { kind: 'invalid', message: 'The encrypted payload cannot be opened.' },
  'encryption.invalid': {
    kind: 'invalid',
    message: 'The plain text of the encrypted payload does not have its form.',
  },
} as const satisfies Record<string, OwnRefusal>

/** Refusals of handlers, in words of our own. */
export const handlerRefusals = {
  'currencies.unknown': { kind: 'refused', message: 'That currency is not known here.' },
  'invoices.unknown': { kind: 'unknown', message: 'No invoice of this merchant has that uuid.' },
  'invoices.duplicate-order': { kind: 'refused', message: 'An invoice of this order exists already.' },
  'invoices.amount-mismatch': { kind: 'refused', message: "The amount is not the sum of the cart's lines." },
  'invoices.bad-period': {
    kind: 'invalid',
    message: 'A subscription period is a count above zero followed by y, m or w.',
  },
  'invoices.negative-subscription': {
    kind: 'refused',
    message: 'The amount of a subscription item must not be less than zero.',
  },
  'qr-transactions.unknown-coin': {
    kind: 'refused',
    message: 'The merchant takes no payments in that crypto currency.',
  },
  'qr-transactions.subscription-item': {
    kind: 'refused',
    message: 'Subscription items can be paid through an exchange only.',
  },
  'qr-transactions.duplicate-order': {
    kind: 'refused',
    message: 'A QR transaction of this order exists already.',
  },
  'qr-transactions.amount-mismatch': {
    kind: 'refused',
    message: "The amount is not the sum of the cart's lines.",
  },
  'qr-transactions.amount-not-positive': { kind: 'refused', message: 'The amount must be more than zero.' },
  'transactions.unknown-exchange': { kind: 'unknown', message: 'No supported exchange has that name.' },
  'transactions.unknown-merchant': {
    kind: 'refused',
    message: 'clientId is not the merchant with whose key the payload was encrypted.',
  },
  'transactions.unknown-coin': {
    kind: 'refused',
    message: 'The merchant takes no payments in that currency.',
  },
  'transactions.method-off': {
    kind: 'refused',
    message: 'The settings of the store do not offer this way to pay.',
  },
  'transactions.amount-not-positive': { kind: 'refused', message: 'The amount must be more than zero.' },
  'transactions.too-large': {
    kind: 'refused',
    message: 'An amount is larger than any number that the answer could show. Send less.',
  },
  'transactions.amount-mismatch': {
    kind: 'refused',
    message: "The amount is not the sum of the cart's lines.",
  },
  'transactions.duplicate-offer': { kind: 'refused', message: 'A payment of this offer exists already.' },
  'bank-payments.merchant-not-verified': {
    kind: 'refused',
    message: 'The merchant has not completed the business verification (KYB), or has linked no bank account.',
  },
  'bank-payments.unknown-merchant-account': {
    kind: 'refused',
    message: "accountId is not the merchant's linked bank account.",
  },
  'bank-payments.unknown-shopper-account': {
    kind: 'refused',
    message: 'stockId is not a linked bank of the shopper.',
  },
  'bank-payments.above-limit': { kind: 'refused', message: 'The amount is above the limit of the bank.' },
  'bank-payments.us-only': { kind: 'refused', message: 'Bank payments are for shoppers in the US only.' },
  'bank-payments.subscription-item': {
    kind: 'refused',
    message: 'Subscription items can be paid through an exchange only.',
  },
  'partial-payments.unknown': { kind: 'refused', message: 'No partial transaction found' },
  'partial-payments.window-passed': {
    kind: 'refused',
    message: 'The two weeks after the partial payment are over.',
  },
  'partial-payments.refund-requested': {
    kind: 'refused',
    message: 'The shopper has requested a refund. Send forceUpdate true to close all the same.',
  },
  'subscriptions.unknown': { kind: 'unknown', message: 'No subscription of this merchant has that id.' },
  'subscriptions.not-active': { kind: 'refused', message: 'The subscription is canceled or has ended.' },
  'subscriptions.nothing-to-debit': {
    kind: 'invalid',
    message: 'subscriptionId, amount and currency are needed, at the top level or in items.',
  },
  'subscriptions.wrong-amount': {
    kind: 'refused',
    message: 'The amount is not that of the subscription item.',
  },
  'subscriptions.debit-failed': {
    kind: 'refused',
    message: "The shopper's balance does not cover the debit.",
  },
  'currencies.query': {
    kind: 'invalid',
    message: 'amount and currency must be given, and the currency must be known.',
  },
  'balances.merchant': { kind: 'invalid', message: 'merchantId must be given and name a merchant.' },
} as const satisfies Record<string, OwnRefusal>

export const ownRefusals: Readonly<Record<string, OwnRefusal>> = { ...routeRefusals, ...handlerRefusals }

/** What the row of an operation declares that its handler may refuse. */
export type RefusalId<Id extends OperationId = OperationId> =
  | Operations[Id]['refusals'][number]
  | keyof typeof routeRefusals

/** A request that is not granted. It is an answer, not an exception: nothing has changed. */
export class Refusal<Code extends string = string> {
  readonly code: Code
  /** What the particular request lacked, for the reader of the message. */
  readonly detail: string
  /** Which rows or names a text of the contract is completed with. */
  readonly fill: readonly (string | number)[]

  constructor(code: Code, detail = '', fill: readonly (string | number)[] = []) {
    this.code = code
    this.detail = detail
    this.fill = fill
  }
}

export function refuse<Code extends string>(
  code: Code,
  detail?: string,
  fill?: readonly (string | number)[],
): Refusal<Code> {
  return new Refusal(code, detail, fill)
}
