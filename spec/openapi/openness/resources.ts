// What leaves open the items that concern one resource: transactions, checkout, payouts, partial payments, subscriptions.

import type { UnspecifiedId } from '../../unspecified.ts'
import {
  type Condition,
  mayBeLeftOut,
  openParameter,
  openRefusals,
  operationIn,
  remains,
  says,
  silentOn,
  statedError,
} from '../conditions.ts'
import type { OpenApiDocument, Schema } from '../document.ts'
import { refTo } from '../hoist.ts'
import { jsonOf } from '../reading.ts'

const text: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const boolean: Schema = { type: 'boolean' }
const decimal: Schema = refTo('DecimalText')
const textOrNull: Schema = { type: ['string', 'null'] }
const anyArray: Schema = { type: 'array', items: {} }
const objectOf = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const limits = (document: OpenApiDocument) => document['x-limits']

export const resourceOpenness = {
  'transactions.status-integers': [says('Transaction.status', integer), says('SubscriptionDebit.status', {})],
  'transactions.type-integers': [says('Transaction.type', integer)],
  'transactions.settlement-integers': [says('Transaction.settlementStatus', integer)],
  'transactions.refund-integers': [says('Transaction.statusRefund', integer)],
  'transactions.path': [silentOn(/then processing|halfway|next state/i, 'It is pending, then processing.')],
  'transactions.crypto-duration': [remains(limits, 'cryptoMinutes', { min: 2, max: 120 })],
  'bank-payments.duration': [remains(limits, 'achBankingDays', { min: 3, max: 4 })],
  'bank-payments.banking-days': [silentOn(/holiday|federal|new york|weekend/i, 'Not on federal holidays.')],
  'transactions.merchant-payable': [
    says('Transaction.merchantPayableAmount', decimal),
    silentOn(/\bfee\b.+(less|deduct)|(less|after|before).+\bfee\b/i, 'The amount less the fee.'),
  ],
  'transactions.nullable-references': [
    says('Transaction.partnerId', textOrNull),
    says('Transaction.partner', textOrNull),
    says('Transaction.stock', textOrNull),
    says('Transaction.description', textOrNull),
  ],
  'transactions.repeated-order': [
    silentOn(/duplicate|used before|idempoten|must be unique/i, 'An id must be unique.'),
  ],
  'transactions.amount-mismatch': [
    silentOn(/mismatch|sum of the cart/i, 'The amount is the sum of the cart.'),
  ],
  'transactions.without-invoice': [
    silentOn(/(of|without) an existing invoice/i, 'It is that of an existing invoice.'),
  ],
  'settlements.hour': [silentOn(/midnight|noon|\b\d\d:\d\d\b/i, 'Settled at 00:00 UTC.')],
  'settlements.fee-rounding': [silentOn(/\bround/i, 'Amounts are rounded half up.')],

  'invoices.customer-info': mayBeLeftOut('InvoiceRequest', 'customerInfo'),
  'invoices.site-info-shape': [
    says('InvoiceRequest.siteInfo', {}),
    ...mayBeLeftOut('InvoiceRequest', 'siteInfo'),
  ],
  'carts.conditional-fields': [
    ...mayBeLeftOut('InvoiceCartItem', 'name', 'price', 'quantity', 'key', 'totalPrice'),
    ...mayBeLeftOut('InvoiceCartItem', 'isSubscription', 'frequency', 'subscriptionPeriod'),
    ...mayBeLeftOut('InvoiceCartItem', 'merchantSubscriptionId', 'autoRenewal'),
    ...mayBeLeftOut('PaymentCartItem', 'localAmount', 'localCurrency'),
  ],
  'webhooks.custom-parameter-fields': [
    ...mayBeLeftOut('CustomParameter', 'returnMethod', 'params'),
    says('CustomParameter.returnMethod', { type: 'string', enum: ['GET', 'POST'] }),
  ],
  'carts.period-letters': [says('SubscriptionPeriod', { type: 'string', pattern: '^[0-9]+[A-Za-z]+$' })],
  'invoices.link': [says('InvoiceLink.url', text)],
  'invoices.becomes-order-when': [
    silentOn(/counts as processed|once .+ completes/i, 'Once its transaction completes.'),
  ],
  'invoices.order-info-encrypted': [says('OrderInfo.encrypted', text)],
  'invoices.order-info-absent-redirect': [says('OrderInfo.redirectUrl', text)],
  'qr-transactions.total-amount': [
    says('QrTransaction.totalAmount', text),
    says('QrTransaction.currency', text),
  ],
  'qr-transactions.offer-id': [
    says('QrTransaction.meta', objectOf({ offerId: text, receiverAddress: text, qrString: text })),
  ],
  'currencies.unknown': [
    says('InvoiceRequest.currency', text),
    says('QrTransactionRequest.currency', text),
    silentOn(/unknown currenc|currency is not known/i, 'An unknown currency is refused.'),
  ],
  'stores.settings': [silentOn(/switched off|not enabled|is disabled/i, 'Refused where it is switched off.')],
  'banks.limit': [says('Bank.limit', text)],
  'qr-transactions.expiry': [silentOn(/expir|times? out/i, 'It expires after a day.')],
  'qr-transactions.overpayment': [says('Transaction.receivedAmount', decimal)],
  'exchange-payments.validation-codes': [
    remains(
      (document) => document.components.schemas.ExchangeValidation?.properties ?? {},
      'code',
      undefined,
    ),
  ],
  'exchange-payments.validation-rate-change': [
    says(
      'ExchangeValidation.newRate',
      objectOf({ percentRate: { type: 'number' }, newFiatRate: { type: 'number' } }),
    ),
  ],
  'exchange-payments.exchange-identifiers': [
    ...openParameter('createExchangePayment', 'exchange_name'),
    ...openParameter('validateExchangePayment', 'exchange_name'),
    ...openParameter('checkExchangeBalance', 'exchange_name'),
  ],
  'exchange-payments.immediate-status-name': [says('Transaction.status', integer)],
  'exchange-payments.password': [
    says('ExchangeValidation.password', boolean),
    says('ExchangePaymentPayload.savepassword', boolean),
  ],
  'currencies.query': [
    ...openParameter('listCurrencies', 'amount'),
    ...openParameter('listCurrencies', 'currency'),
  ],
  'currencies.allowed': openParameter('listCurrencies', 'currency'),
  'balances.merchant-id': openParameter('checkExchangeBalance', 'merchantId'),
  'balances.amount-type': [says('ExchangeAccount.balance', { oneOf: [text, { type: 'number' }] })],
  'shoppers.status-integers': [
    says('Shopper.status', integer),
    says('Shopper.type', integer),
    says('Shopper.kybCryptoStatus', integer),
    says('Shopper.kybBankStatus', integer),
    says('BankAccount.status', integer),
  ],

  'payouts.row-numbers': [
    says('PayoutRefusal.errorMsg', text),
    remains(statedError('createTransfers', 2), 'errorMsg', 'Invalid Email: Raw - {row_number}'),
    remains(statedError('addPayees', 2), 'errorMsg', 'Invalid Data: Row - {row_number}, Key - {key_name}'),
  ],
  'payouts.transfer-key-label': [
    silentOn(/Invalid (?!Email|Encrypted|Formate|Data)/, 'Invalid Amount: Raw - 3'),
  ],
  'payouts.transfer-result': [
    says('TransfersTaken.result', { type: 'object', additionalProperties: {} }),
    says('TransfersTaken.errorData', anyArray),
  ],
  'payouts.row-errors': [says('PayeeRow.Error(s)', {})],
  'payouts.empty-list': [
    says('TransferPayload', { type: 'array', items: refTo('Transfer') }),
    says('PayeePayload', { type: 'array', items: refTo('Payee') }),
  ],
  'payouts.unknown-payee': [
    silentOn(/added (before|first)|known payees/i, 'Only to payees that were added before.'),
  ],
  'partial-payments.refusal-shape': openRefusals('closePartialPayment'),
  'partial-payments.closed-twice': [
    silentOn(/second closing|already closed|closed again/i, 'A second closing is refused.'),
  ],
  'partial-payments.window-start': [
    silentOn(/(first|last|latest) partial payment/i, 'From the last partial payment.'),
  ],

  'subscriptions.debit-fields': [
    ...mayBeLeftOut('SubscriptionDebitRequest', 'subscriptionId', 'amount', 'currency', 'items'),
    says('SubscriptionDebitRequest.items', {
      type: 'array',
      items: {
        type: 'object',
        properties: { subscriptionId: text, amount: { type: 'number' }, currency: text },
      },
    }),
  ],
  'subscriptions.record': [says('Transaction.subscriptionIds', anyArray)],
  'subscriptions.begins': [
    silentOn(/first debit|subscription (begins|starts)/i, 'The first debit is the payment.'),
  ],
  'subscriptions.month-ends': [silentOn(/last day|month ends?\b/i, "On the month's last day.")],
  'subscriptions.period-end': [silentOn(/end of (the|its) period/i, 'One more at the end of the period.')],
  'subscriptions.cancel-effect': [silentOn(/no further|\bstops\b/i, 'No further debits are made.')],
  'subscriptions.after-cancel': [
    silentOn(/cancell?ed subscription|has ended/i, 'A cancelled subscription is refused.'),
  ],
  'subscriptions.failed-debit': [
    silentOn(/debits? (that )?fail|failed debit/i, 'After a failed debit it ends.'),
  ],
  'subscriptions.failed-request': [
    {
      findings: (document) => {
        const { result } =
          jsonOf(operationIn(document, 'debitSubscription').responses['200'])?.schema.properties ?? {}
        const errors = result?.properties?.errors
        return JSON.stringify(errors) === JSON.stringify(anyArray)
          ? []
          : [`errors are ${JSON.stringify(errors)}`]
      },
      breach: (document) => {
        const { result } =
          jsonOf(operationIn(document, 'debitSubscription').responses['200'])?.schema.properties ?? {}
        Object.assign(result?.properties?.errors ?? {}, { items: text })
      },
    },
  ],
  'subscriptions.debit-amount': [silentOn(/may differ|as billed|must equal/i, 'The amount may differ.')],
  'subscriptions.other-methods': [
    silentOn(/subscription items?.+(refus|ignor)/i, 'Subscription items are refused here.'),
  ],
  'subscriptions.reminder': [silentOn(/remind/i, 'A reminder is sent three days before.')],
} satisfies Partial<Record<UnspecifiedId, Condition[]>>
