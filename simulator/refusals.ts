// Every refusal that the contract gives no words for, with the kind that decides its HTTP status and words of our own.
// The words are stand-ins (`errors.wording`); texts that the contract does give are in `spec/errors.ts`.

import type { OperationId, Operations } from '../spec/operations.ts'

/** What kind of refusal it is; stand-in `errors.http-status` maps each kind to a status. */
export type RefusalKind = 'invalid' | 'credentials' | 'refused' | 'unknown' | 'tooLarge'

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
    kind: 'tooLarge',
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
  'sealed.missing': { kind: 'invalid', message: 'The sealed payload is missing.' },
  'sealed.unopened': { kind: 'invalid', message: 'The sealed payload cannot be opened.' },
  'sealed.invalid': {
    kind: 'invalid',
    message: 'The plain text of the sealed payload does not have its form.',
  },
} as const satisfies Record<string, OwnRefusal>

/** Refusals of handlers, in words of our own. */
export const handlerRefusals = {
  'currency.unknown': { kind: 'refused', message: 'That currency is not known here.' },
  'invoice.unknown': { kind: 'unknown', message: 'No invoice of this merchant has that uuid.' },
  'invoice.duplicate-order': { kind: 'refused', message: 'An invoice of this order exists already.' },
  'invoice.amount-mismatch': { kind: 'refused', message: "The amount is not the sum of the cart's lines." },
  'invoice.bad-period': {
    kind: 'invalid',
    message: 'A subscription period is a count above zero followed by y, m or w.',
  },
  'invoice.negative-subscription': {
    kind: 'refused',
    message: 'The amount of a subscription item must not be less than zero.',
  },
  'qr.unknown-coin': { kind: 'refused', message: 'The merchant takes no payments in that crypto currency.' },
  'qr.subscription-item': {
    kind: 'refused',
    message: 'Subscription items can be paid through an exchange only.',
  },
  'qr.duplicate-order': { kind: 'refused', message: 'A QR transaction of this order exists already.' },
  'qr.amount-mismatch': { kind: 'refused', message: "The amount is not the sum of the cart's lines." },
  'qr.amount-not-positive': { kind: 'refused', message: 'The amount must be more than zero.' },
  'payment.unknown-exchange': { kind: 'unknown', message: 'No supported exchange has that name.' },
  'payment.unknown-merchant': {
    kind: 'refused',
    message: 'clientId is not the merchant with whose key the payload was sealed.',
  },
  'payment.unknown-coin': { kind: 'refused', message: 'The merchant takes no payments in that currency.' },
  'payment.method-off': {
    kind: 'refused',
    message: 'The settings of the store do not offer this way to pay.',
  },
  'payment.amount-not-positive': { kind: 'refused', message: 'The amount must be more than zero.' },
  'payment.too-large': {
    kind: 'refused',
    message: 'An amount is larger than any number that the answer could show. Send less.',
  },
  'payment.amount-mismatch': { kind: 'refused', message: "The amount is not the sum of the cart's lines." },
  'payment.duplicate-offer': { kind: 'refused', message: 'A payment of this offer exists already.' },
  'bank.merchant-not-verified': {
    kind: 'refused',
    message: 'The merchant has not completed the business verification (KYB), or has linked no bank account.',
  },
  'bank.unknown-merchant-account': {
    kind: 'refused',
    message: "accountId is not the merchant's linked bank account.",
  },
  'bank.unknown-shopper-account': {
    kind: 'refused',
    message: 'stockId is not a linked bank of the shopper.',
  },
  'bank.above-limit': { kind: 'refused', message: 'The amount is above the limit of the bank.' },
  'bank.us-only': { kind: 'refused', message: 'Bank payments are for shoppers in the US only.' },
  'bank.subscription-item': {
    kind: 'refused',
    message: 'Subscription items can be paid through an exchange only.',
  },
  'closing.unknown': { kind: 'refused', message: 'No partial transaction found' },
  'closing.window-passed': { kind: 'refused', message: 'The two weeks after the partial payment are over.' },
  'closing.refund-requested': {
    kind: 'refused',
    message: 'The shopper has requested a refund. Send forceUpdate true to close all the same.',
  },
  'subscription.unknown': { kind: 'unknown', message: 'No subscription of this merchant has that id.' },
  'subscription.not-active': { kind: 'refused', message: 'The subscription is cancelled or has ended.' },
  'subscription.nothing-to-debit': {
    kind: 'invalid',
    message: 'subscriptionId, amount and currency are needed, at the top level or in items.',
  },
  'subscription.wrong-amount': {
    kind: 'refused',
    message: 'The amount is not that of the subscription item.',
  },
  'subscription.debit-failed': {
    kind: 'refused',
    message: "The shopper's balance does not cover the debit.",
  },
  'currencies.query': {
    kind: 'invalid',
    message: 'amount and currency must be given, and the currency must be known.',
  },
  'balance.merchant': { kind: 'invalid', message: 'merchantId must be given and name a merchant.' },
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
