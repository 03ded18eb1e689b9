// The codes of all refusals, and the response to each. Texts that the contract states come from `spec/stated-errors.ts`; the others are an
// assumption (`errors.wording`).

import type { RefusalCode } from '../../spec/operations.ts'
import { type ExchangePaymentError, payoutErrors } from '../../spec/stated-errors.ts'

/** The kind of a refusal. Unspecified behavior `errors.http-status` assigns an HTTP status to each, except 405 and 429 to the last two. */
type RefusalKind =
  | 'invalid'
  | 'credentials'
  | 'refused'
  | 'unknown'
  | 'too-large'
  | 'wrong-method'
  | 'too-many'

type PayoutText = (row: number, key: string) => string

/** The response to a refused request: its form, and the text. Where the contract states no text, it is fact, detail, remedy. */
export type RefusalRow =
  | { form: 'common' | 'partial-payment'; kind: RefusalKind; fact: string; remedy: string | undefined }
  | { form: 'exchange-error'; error: ExchangePaymentError }
  | { form: 'payout'; errorMsg: PayoutText }

const common = (kind: RefusalKind, fact: string, remedy?: string): RefusalRow => ({
  form: 'common',
  kind,
  fact,
  remedy,
})
const partialPayment = (fact: string, remedy?: string): RefusalRow => ({
  form: 'partial-payment',
  kind: 'refused',
  fact,
  remedy,
})
const exchangeError = (error: ExchangePaymentError): RefusalRow => ({ form: 'exchange-error', error })
const payout = (errorMsg: PayoutText): RefusalRow => ({ form: 'payout', errorMsg })

/** One row for each code: a missing one is a compile error that names it. */
export const refusalRows: Readonly<Record<RefusalCode, RefusalRow>> = {
  'request.unknown-route': common('unknown', 'No such endpoint.'),
  'request.wrong-method': common('wrong-method', 'The endpoint does not have this method.'),
  'request.too-large': common('too-large', 'The request is too large.', 'Send a smaller request.'),
  'request.too-many': common('too-many', 'Too many requests.', 'Repeat the request later.'),
  'request.not-json': common('invalid', 'The body is not JSON.', 'Send a JSON document.'),
  'request.compressed': common(
    'invalid',
    'The body is compressed.',
    'Send the JSON document as it is, without Content-Encoding.',
  ),
  'request.charset': common('invalid', 'The body is not in UTF-8.', 'Send the JSON document in UTF-8.'),
  'request.invalid': common('invalid', 'The request does not match the contract.'),
  'request.no-token': common(
    'credentials',
    'The request has no access token.',
    'Send the header Authorization: Bearer <token>.',
  ),
  'request.unknown-token': common('credentials', 'The access token is not valid for this operation.'),
  'request.merchant-auth': common('credentials', 'merchantAuth is not valid for merchantId.'),
  'request.no-merchant': common(
    'credentials',
    'Nothing in the request identifies one merchant.',
    'Send the header Authorization: Bearer <merchant access token>, or the id of the merchant as clientId.',
  ),
  'encryption.missing': common('invalid', 'The encrypted payload is missing.'),
  'encryption.undecryptable': common('invalid', 'The encrypted payload cannot be decrypted.'),
  'encryption.invalid': common('invalid', 'The decrypted payload does not match the contract.'),
  'currencies.unknown': common('refused', 'Unknown currency.'),
  'currencies.query': common('invalid', 'The query needs an amount and a currency that the service knows.'),
  'balances.merchant': common('invalid', 'merchantId must identify a merchant.'),
  'invoices.unknown': common('unknown', 'The merchant has no invoice with this uuid.'),
  'invoices.paid': common('refused', 'The invoice has been paid.'),
  'invoices.customer-info-required': common(
    'invalid',
    'customerInfo is required (assumption invoices.customer-info).',
  ),
  'invoices.site-info-not-an-object': common(
    'invalid',
    'siteInfo must be an object (assumption invoices.site-info-shape).',
  ),
  'invoices.redirect-url-not-absolute': common(
    'invalid',
    'redirectUrl must be an absolute http or https URL (assumption invoices.redirect-url).',
  ),
  'invoices.site-info-too-deep': common('invalid', 'siteInfo is nested too deep.'),
  'invoices.duplicate-order': common('refused', 'An invoice for this order already exists.'),
  'invoices.bad-period': common(
    'invalid',
    'Invalid subscriptionPeriod.',
    'Send a count followed by y, m or w, such as 12m.',
  ),
  'invoices.negative-subscription': common(
    'refused',
    'The amount of a subscription item must not be negative.',
  ),
  'qr-transactions.unknown-coin': common('refused', 'The merchant does not accept this cryptocurrency.'),
  'transactions.unknown-exchange': common('unknown', 'Unsupported exchange.'),
  'exchange-payments.other-merchant': common('credentials', 'The shopper cannot pay this merchant.'),
  'transactions.unknown-merchant': common(
    'refused',
    'clientId is not the merchant whose key encrypted the payload.',
  ),
  'transactions.unknown-coin': common('refused', 'The merchant does not accept this currency.'),
  'transactions.method-off': common('refused', 'The store settings disable this payment method.'),
  'transactions.amount-not-positive': common('refused', 'The amount must be greater than zero.'),
  'transactions.empty-order': common('invalid', 'The order id is empty.'),
  'transactions.without-invoice': common('refused', 'No invoice has this order id.', 'Create it first.'),
  'transactions.store-currency': common('refused', 'merchantStoreCurrency is not a known currency.'),
  'carts.empty': common('invalid', 'The cart is empty.'),
  'carts.negative-price': common('invalid', 'The price of a cart item must not be negative.'),
  'carts.negative-quantity': common(
    'invalid',
    'The quantity of a cart item must not be negative.',
    'Send a negative price for a discount.',
  ),
  'transactions.paid-in-part': common(
    'refused',
    'A wallet has paid a part of the invoice.',
    'Pay the rest from the wallet, or close the partial payment first.',
  ),
  'transactions.below-invoice': common(
    'refused',
    'The amount is less than the amount of the invoice.',
    'Pay the whole amount.',
  ),
  'carts.incomplete-subscription': common(
    'invalid',
    'A subscription item needs frequency, subscriptionPeriod, merchantSubscriptionId and autoRenewal.',
  ),
  'carts.subscription-without-price': common(
    'invalid',
    'A subscription item next to other items needs a price.',
  ),
  'carts.subscription-id-in-use': common(
    'refused',
    'An active subscription has this merchantSubscriptionId.',
    'Use another one, or cancel that subscription.',
  ),
  'transactions.too-large': common(
    'refused',
    'An amount is too large for a number in the response.',
    'Send a smaller amount.',
  ),
  'transactions.fraction': common('refused', 'The amount has more decimals than its currency.'),
  'transactions.amount-mismatch': common('refused', 'The amount is not the sum of the cart lines.'),
  'transactions.duplicate-offer': common('refused', 'A payment of this kind for this order already exists.'),
  'exchange-payments.not-confirmed': common('refused', 'The shopper has not accepted the terms.'),
  'exchange-payments.authentication-failed': exchangeError('authentication-failed'),
  'exchange-payments.coin-not-supported': exchangeError('coin-not-supported'),
  'exchange-payments.below-minimum': exchangeError('below-minimum'),
  'exchange-payments.address-not-whitelisted': exchangeError('address-not-whitelisted'),
  'exchange-payments.insufficient-balance': exchangeError('insufficient-balance'),
  'bank-payments.merchant-not-verified': common(
    'refused',
    'The merchant has not completed the business verification (KYB) or has no linked bank account.',
  ),
  'bank-payments.unknown-merchant-account': common(
    'refused',
    "accountId is not the merchant's linked bank account.",
  ),
  'bank-payments.unknown-shopper-account': common('refused', 'stockId is not a linked bank of the shopper.'),
  'bank-payments.above-limit': common('refused', 'The amount is above the limit of the bank.'),
  'bank-payments.us-only': common('refused', 'Bank payments are available to US shoppers only.'),
  'transactions.subscription-item': common(
    'refused',
    'Subscription items can only be paid through an exchange.',
  ),
  'bank-payments.unknown-hosted-page': common(
    'refused',
    'hostedPageId is not an invoice of the merchant.',
    'Send the uuid of the invoice, or an empty text.',
  ),
  'bank-payments.other-invoice': common(
    'refused',
    'hostedPageId is the invoice of another order than offerId.',
  ),
  'transactions.expired-invoice': common('refused', 'The invoice has expired.', 'Create another one.'),
  'balances.unconnected': common('refused', 'The connection of the shopper to the exchange has expired.'),
  'carts.mixed-subscriptions': common('refused', 'A subscription item must be alone in its cart.'),
  'partial-payments.unknown': partialPayment('No partially paid transaction found.'),
  'partial-payments.window-passed': partialPayment(
    'More than two weeks have passed since the partial payment.',
  ),
  'partial-payments.refund-requested': partialPayment(
    'The shopper has requested a refund.',
    'Send forceUpdate true to close the partial payment anyway.',
  ),
  'payouts.transfer-malformed': payout(payoutErrors.transferMalformed),
  'payouts.transfer-not-array': payout(payoutErrors.transferNotArray),
  'payouts.transfer-row': payout(payoutErrors.transferRow),
  'payouts.payee-malformed': payout(payoutErrors.payeeMalformed),
  'payouts.payee-not-array': payout(payoutErrors.payeeNotArray),
  'payouts.payee-row': payout(payoutErrors.payeeRow),
  'subscriptions.unknown': common('unknown', 'The merchant has no subscription with this id.'),
  'subscriptions.not-active': common('refused', 'The subscription is canceled or has ended.'),
  'subscriptions.not-due': common('refused', 'The next debit of the subscription is not due.'),
  'subscriptions.nothing-to-debit': common(
    'invalid',
    'subscriptionId, amount and currency are required, at the top level or in items.',
  ),
  'subscriptions.wrong-amount': common(
    'refused',
    'The amount and the currency are not those of the subscription item.',
  ),
  'subscriptions.renewed-by-the-service': common(
    'refused',
    'The service makes the debits of the subscription.',
  ),
  'subscriptions.debit-failed': common('refused', "The shopper's balance does not cover the debit."),
}
