// Unspecified behaviors about invoices, QR transactions, the pre-payment check, and what lookups show.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const checkoutItems = {
  'invoices.customer-info': {
    section: 'Endpoints, 1',
    question: 'Whether customerInfo is mandatory on POST /hosted-page.',
    places: ['InvoiceRequest.customerInfo'],
    options: {
      optional: { summary: 'It may be left out.' },
      demanded: { summary: 'It is demanded.' },
    },
  },
  'invoices.site-info-shape': {
    section: 'Endpoints, 1',
    question: 'The shape of siteInfo.',
    places: ['InvoiceRequest.siteInfo'],
    options: {
      any: { summary: 'Any JSON value.' },
      object: { summary: 'An object.' },
    },
  },
  'carts.conditional-fields': {
    section: 'Resources, Cart item',
    question: 'Whether the cart fields that belong to one form only are mandatory there.',
    places: ['InvoiceCartItem', 'PaymentCartItem'],
    options: { optional: { summary: 'They may be left out.' } },
    soleBecause: 'A client that sends them is served by every reading, and the table says no more.',
  },
  'webhooks.custom-parameter-fields': {
    section: 'Resources, customParameter',
    question: 'Whether both parts of customParameter are mandatory, and the method when none is given.',
    places: ['CustomParameter'],
    options: {
      post: { summary: 'Neither is; without a method the webhook is delivered by POST.' },
      get: { summary: 'Neither is; without a method the webhook is delivered by GET.' },
    },
  },
  'carts.period-letters': {
    section: 'Resources, Cart item',
    question: 'Which letters beside y, m and w a subscription period may end in.',
    places: ['SubscriptionPeriod'],
    options: { named: { summary: 'Only y, m and w.' } },
    soleBecause: 'What another letter would mean cannot be guessed.',
  },
  'invoices.link': {
    section: 'Endpoints, 1',
    question: 'The form of the link of the checkout page.',
    places: ['InvoiceLink.url'],
    options: {
      path: { summary: 'The uuid as a part of the path.' },
      query: { summary: 'The uuid as a query parameter.' },
    },
  },
  'invoices.becomes-order-when': {
    section: 'States and transitions',
    question: 'When a payment counts as processed.',
    places: ['createInvoice'],
    options: {
      'on-completion': { summary: 'When its transaction completes.' },
      'on-acceptance': { summary: 'When the payment is accepted.' },
    },
  },
  'invoices.order-info-encrypted': {
    section: 'Endpoints, 8',
    question: 'What `encrypted` holds.',
    places: ['OrderInfo.encrypted'],
    options: {
      'rsa-block': { summary: "The invoice's uuid, encrypted with the merchant's public key." },
      opaque: { summary: 'Opaque text.' },
    },
  },
  'invoices.order-info-absent-redirect': {
    section: 'Endpoints, 8',
    question: 'What redirectUrl is when the invoice had none.',
    places: ['OrderInfo.redirectUrl'],
    options: {
      empty: { summary: 'Empty.' },
      shop: { summary: "The shop's own address." },
    },
  },
  'qr-transactions.total-amount': {
    section: 'Endpoints, 2',
    question: 'Which currency totalAmount is in.',
    places: ['QrTransaction.totalAmount', 'QrTransaction.currency'],
    options: {
      fiat: { summary: "The request's currency." },
      crypto: { summary: 'The crypto currency.' },
    },
  },
  'qr-transactions.offer-id': {
    section: 'Endpoints, 2',
    question: "Whether meta.offerId is the request's orderId.",
    places: ['QrTransaction.meta'],
    options: {
      'order-id': { summary: 'It is.' },
      'own-id': { summary: 'It is an id of its own; closing takes the order id and this one.' },
    },
  },
  'currencies.unknown': {
    section: 'Resources',
    question: 'What comes of an amount in a currency that the service does not know.',
    places: ['InvoiceRequest.currency', 'QrTransactionRequest.currency', 'SubscriptionDebitRequest.currency'],
    options: {
      refused: { summary: 'It is refused.' },
      'as-dollars': { summary: 'It counts as so many US dollars.' },
    },
  },
  'stores.settings': {
    section: 'Endpoints, 13',
    question: 'Whether a payment by a method that the settings of the store switch off is refused.',
    places: [
      'StoreSettings.bankPaymentEnabled',
      'StoreSettings.walletPaymentEnabled',
      'StoreSettings.exchangePaymentEnabled',
    ],
    options: {
      shown: { summary: 'The settings are shown, and refuse nothing.' },
      enforced: { summary: 'It is refused.' },
    },
  },
  'banks.limit': {
    section: 'Endpoints, 12',
    question: 'What the limit of a bank limits.',
    places: ['Bank.limit'],
    options: {
      shown: { summary: 'Nothing; it is shown.' },
      enforced: { summary: 'The amount of a payment from that bank.' },
    },
  },
  'qr-transactions.expiry': {
    section: 'States and transitions',
    question: 'Whether an unpaid QR transaction ends by itself.',
    places: ['createQrTransaction'],
    options: {
      never: { summary: 'It waits for ever.' },
      'after-days': { summary: 'It times out.', value: { days: 30 } },
    },
  },
  'qr-transactions.overpayment': {
    section: 'Resources, Transaction record',
    question: 'What becomes of more than the amount.',
    places: ['Transaction.receivedAmount'],
    options: {
      kept: { summary: 'It counts as received.' },
      capped: { summary: 'No more than the amount counts as received.' },
    },
  },
  'exchange-payments.validation-codes': {
    section: 'Endpoints, 3',
    question: 'The codes that vary by exchange in the pre-payment check.',
    places: ['ExchangeValidation'],
    options: {
      none: { summary: 'None beside the listed fields.' },
      field: { summary: 'A further field `code`.' },
    },
  },
  'exchange-payments.validation-rate-change': {
    section: 'Endpoints, 3',
    question: 'What newRate compares.',
    places: ['ExchangeValidation.newRate'],
    options: {
      unchanged: { summary: 'The rate of now; no change.', value: { percentRate: 0 } },
      moved: { summary: 'A change of half a per cent.', value: { percentRate: 0.5 } },
    },
  },
  'exchange-payments.exchange-identifiers': {
    section: 'Endpoints, shared conventions',
    question: 'The five exchange identifiers.',
    places: ['createExchangePayment/path', 'validateExchangePayment/path', 'checkExchangeBalance/path'],
    options: {
      placeholders: {
        summary: 'Five neutral names.',
        value: ['alphaexchange', 'betaexchange', 'gammaexchange', 'deltaexchange', 'epsilonexchange'],
      },
      others: { summary: 'Five other names.', value: ['amber', 'birch', 'cedar', 'delta', 'elm'] },
    },
  },
  'exchange-payments.immediate-status-name': {
    section: 'States and transitions',
    question: 'Which of the four statuses an exchange payment returns.',
    places: ['createExchangePayment/response'],
    options: {
      pending: { summary: 'pending.' },
      processing: { summary: 'processing.' },
    },
  },
  'exchange-payments.password': {
    section: 'Endpoints, 3',
    question: 'How the shopper supplies the exchange password, and for how long it holds.',
    places: ['ExchangeValidation.password', 'ExchangePaymentPayload.savepassword'],
    options: {
      'until-saved': { summary: 'Asked for until a payment bears savepassword true.' },
      always: { summary: 'Asked for at every check.' },
    },
  },
  'currencies.query': {
    section: 'Endpoints, 10',
    question: 'Whether amount and currency must be given.',
    places: ['listCurrencies/query'],
    options: {
      optional: { summary: 'They may be left out.' },
      demanded: { summary: 'Both are demanded.' },
    },
  },
  'currencies.allowed': {
    section: 'Endpoints, 10',
    question: 'The allowed values of currency.',
    places: ['listCurrencies/query'],
    options: {
      known: { summary: 'Any fiat currency of the world.' },
      usd: { summary: 'Only USD.' },
    },
  },
  'balances.merchant-id': {
    section: 'Endpoints, 11',
    question: 'Whether merchantId must be given.',
    places: ['checkExchangeBalance/query'],
    options: {
      optional: { summary: 'It may be left out; the first merchant is meant.' },
      demanded: { summary: 'It is demanded.' },
    },
  },
  'balances.amount-type': {
    section: 'Endpoints, 11',
    question: 'When a balance is text and when a number.',
    places: ['ExchangeAccount.balance'],
    options: {
      text: { summary: 'Always text.' },
      number: { summary: 'Always a number.' },
    },
  },
  'shoppers.status-integers': {
    section: 'Endpoints, 12 and 14',
    question: 'The integers of status, type and KYB status of shoppers and bank accounts.',
    places: [
      'Shopper.status',
      'Shopper.type',
      'Shopper.kybCryptoStatus',
      'Shopper.kybBankStatus',
      'BankAccount.status',
    ],
    options: {
      ones: {
        summary: '1 and 0.',
        value: { status: 1, type: 1, kybCryptoStatus: 0, kybBankStatus: 0, account: 1 },
      },
      tens: {
        summary: 'Tens.',
        value: { status: 10, type: 20, kybCryptoStatus: 30, kybBankStatus: 40, account: 50 },
      },
    },
  },
} as const satisfies UnspecifiedBehaviors
