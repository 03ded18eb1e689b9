// What leaves open the items that concern one noun: transactions, checkout, payouts, partial payments, subscriptions.

import type { OpenItemId } from '../../open-items.ts'
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

export const nounOpenness = {
  'transaction.status-integers': [says('Transaction.status', integer), says('SubscriptionDebit.status', {})],
  'transaction.type-integers': [says('Transaction.type', integer)],
  'transaction.settlement-integers': [says('Transaction.settlementStatus', integer)],
  'transaction.refund-integers': [says('Transaction.statusRefund', integer)],
  'transaction.path': [silentOn(/then processing|halfway|next state/i, 'It is pending, then processing.')],
  'transaction.crypto-duration': [remains(limits, 'cryptoMinutes', { least: 2, most: 120 })],
  'transaction.ach-duration': [remains(limits, 'achWorkingDays', { least: 3, most: 4 })],
  'calendar.working-days': [silentOn(/holiday|federal|new york|weekend/i, 'Not on federal holidays.')],
  'transaction.merchant-payable': [
    says('Transaction.merchantPayableAmount', decimal),
    silentOn(/\bfee\b.+(less|deduct)|(less|after|before).+\bfee\b/i, 'The amount less the fee.'),
  ],
  'transaction.open-references': [
    says('Transaction.partnerId', textOrNull),
    says('Transaction.partner', textOrNull),
    says('Transaction.stock', textOrNull),
    says('Transaction.description', textOrNull),
  ],
  'offers.repeated': [silentOn(/duplicate|used before|idempoten|must be unique/i, 'An id must be unique.')],
  'offers.amount-mismatch': [silentOn(/mismatch|sum of the cart/i, 'The amount is the sum of the cart.')],
  'offers.without-invoice': [
    silentOn(/(of|without) an existing invoice/i, 'It is that of an existing invoice.'),
  ],
  'settlement.hour': [silentOn(/midnight|noon|\b\d\d:\d\d\b/i, 'Settled at 00:00 UTC.')],
  'settlement.fee-rounding': [silentOn(/\bround/i, 'Amounts are rounded half up.')],

  'invoice.customer-info': mayBeLeftOut('InvoiceRequest', 'customerInfo'),
  'invoice.site-info': [says('InvoiceRequest.siteInfo', {}), ...mayBeLeftOut('InvoiceRequest', 'siteInfo')],
  'invoice.conditional-fields': [
    ...mayBeLeftOut('InvoiceCartItem', 'name', 'price', 'quantity', 'key', 'totalPrice'),
    ...mayBeLeftOut('InvoiceCartItem', 'isSubscription', 'frequency', 'subscriptionPeriod'),
    ...mayBeLeftOut('InvoiceCartItem', 'merchantSubscriptionId', 'autoRenewal'),
    ...mayBeLeftOut('PaymentCartItem', 'localAmount', 'localCurrency'),
  ],
  'custom-parameter.required': [
    ...mayBeLeftOut('CustomParameter', 'returnMethod', 'params'),
    says('CustomParameter.returnMethod', { type: 'string', enum: ['GET', 'POST'] }),
  ],
  'subscription.period-letters': [
    says('SubscriptionPeriod', { type: 'string', pattern: '^[0-9]+[A-Za-z]+$' }),
  ],
  'invoice.link': [says('InvoiceLink.url', text)],
  'invoice.becomes-order': [
    silentOn(/counts as processed|once .+ completes/i, 'Once its transaction completes.'),
  ],
  'order-info.encrypted': [says('OrderInfo.encrypted', text)],
  'order-info.absent-redirect': [says('OrderInfo.redirectUrl', text)],
  'qr.total-amount': [says('QrTransaction.totalAmount', text), says('QrTransaction.currency', text)],
  'qr.offer-id': [
    says('QrTransaction.meta', objectOf({ offerId: text, receiverAddress: text, qrString: text })),
  ],
  'amounts.unknown-currency': [
    says('InvoiceRequest.currency', text),
    says('QrTransactionRequest.currency', text),
    silentOn(/unknown currenc|currency is not known/i, 'An unknown currency is refused.'),
  ],
  'store.settings': [silentOn(/switched off|not enabled|is disabled/i, 'Refused where it is switched off.')],
  'bank.limit': [says('Bank.limit', text)],
  'wallet.expiry': [silentOn(/expir|times? out/i, 'It expires after a day.')],
  'wallet.overpayment': [says('Transaction.receivedAmount', decimal)],
  'validation.codes': [
    remains(
      (document) => document.components.schemas.ExchangeValidation?.properties ?? {},
      'code',
      undefined,
    ),
  ],
  'validation.rate-change': [
    says(
      'ExchangeValidation.newRate',
      objectOf({ percentRate: { type: 'number' }, newFiatRate: { type: 'number' } }),
    ),
  ],
  'exchange.identifiers': [
    ...openParameter('createExchangePayment', 'exchange_name'),
    ...openParameter('validateExchangePayment', 'exchange_name'),
    ...openParameter('checkExchangeBalance', 'exchange_name'),
  ],
  'exchange.immediate-status': [says('Transaction.status', integer)],
  'exchange.password': [
    says('ExchangeValidation.password', boolean),
    says('ExchangePaymentPayload.savepassword', boolean),
  ],
  'currencies.query': [
    ...openParameter('listCurrencies', 'amount'),
    ...openParameter('listCurrencies', 'currency'),
  ],
  'currencies.allowed': openParameter('listCurrencies', 'currency'),
  'balance.merchant-id': openParameter('checkExchangeBalance', 'merchantId'),
  'balance.form': [says('ExchangeAccount.balance', { oneOf: [text, { type: 'number' }] })],
  'people.integers': [
    says('Shopper.status', integer),
    says('Shopper.type', integer),
    says('Shopper.kybCryptoStatus', integer),
    says('Shopper.kybBankStatus', integer),
    says('BankAccount.status', integer),
  ],

  'payout.row-numbers': [
    says('PayoutRefusal.errorMsg', text),
    remains(statedError('createTransfers', 2), 'errorMsg', 'Invalid Email: Raw - {row_number}'),
    remains(statedError('addPayees', 2), 'errorMsg', 'Invalid Data: Row - {row_number}, Key - {key_name}'),
  ],
  'payout.transfer-key-label': [
    silentOn(/Invalid (?!Email|Encrypted|Formate|Data)/, 'Invalid Amount: Raw - 3'),
  ],
  'payout.transfer-result': [
    says('TransfersTaken.result', { type: 'object', additionalProperties: {} }),
    says('TransfersTaken.errorData', anyArray),
  ],
  'payout.row-errors': [says('PayeeRow.Error(s)', {})],
  'payout.empty-list': [
    says('TransferPayload', { type: 'array', items: refTo('Transfer') }),
    says('PayeePayload', { type: 'array', items: refTo('Payee') }),
  ],
  'payout.unknown-payee': [
    silentOn(/added (before|first)|known payees/i, 'Only to payees that were added before.'),
  ],
  'closing.refusal-form': openRefusals('closePartialPayment'),
  'closing.again': [silentOn(/second closing|already closed|closed again/i, 'A second closing is refused.')],
  'closing.window-start': [
    silentOn(/(first|last|latest) partial payment/i, 'From the last partial payment.'),
  ],

  'subscription.debit-fields': [
    ...mayBeLeftOut('SubscriptionDebitRequest', 'subscriptionId', 'amount', 'currency', 'items'),
    says('SubscriptionDebitRequest.items', {
      type: 'array',
      items: {
        type: 'object',
        properties: { subscriptionId: text, amount: { type: 'number' }, currency: text },
      },
    }),
  ],
  'subscription.record': [says('Transaction.subscriptionIds', anyArray)],
  'subscription.begins': [
    silentOn(/first debit|subscription (begins|starts)/i, 'The first debit is the payment.'),
  ],
  'subscription.month-ends': [silentOn(/last day|month ends?\b/i, "On the month's last day.")],
  'subscription.period-end': [silentOn(/end of (the|its) period/i, 'One more at the end of the period.')],
  'subscription.cancel-effect': [silentOn(/no further|\bstops\b/i, 'No further debits are made.')],
  'subscription.after-cancel': [
    silentOn(/cancell?ed subscription|has ended/i, 'A cancelled subscription is refused.'),
  ],
  'subscription.failed-debit': [
    silentOn(/debits? (that )?fail|failed debit/i, 'After a failed debit it ends.'),
  ],
  'subscription.failed-request': [
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
  'subscription.debit-amount': [silentOn(/may differ|as billed|must equal/i, 'The amount may differ.')],
  'subscription.other-methods': [
    silentOn(/subscription items?.+(refus|ignor)/i, 'Subscription items are refused here.'),
  ],
  'subscription.reminder': [silentOn(/remind/i, 'A reminder is sent three days before.')],
} satisfies Partial<Record<OpenItemId, Condition[]>>
