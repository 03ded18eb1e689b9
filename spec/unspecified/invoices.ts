// The unspecified behaviors of invoices and order info.

import { effects, type UnspecifiedBehaviors } from '../statements.ts'

/** Placeholders in a message of the checkout page. */
export const framePlaceholders = ['uuid', 'order', 'state', 'paymentStatus', 'height'] as const

export const invoicesUnspecified = {
  'invoices.customer-info': {
    section: 'Endpoints, 1',
    question: 'Is `customerInfo` required in POST /hosted-page?',
    places: 'InvoiceRequest.customerInfo',
    options: effects({ optional: 'Accepts an invoice without it.', demanded: 'Requires it.' }),
    leftOpen: [{ optional: 'InvoiceRequest.customerInfo' }],
  },
  'invoices.site-info-shape': {
    section: 'Endpoints, 1',
    question: 'What type does `siteInfo` have?',
    places: 'InvoiceRequest.siteInfo',
    options: effects({ any: 'Accepts any JSON value.', object: 'Accepts only an object.' }),
    leftOpen: [{ everyPlaceIs: {} }],
  },
  'invoices.redirect-url': {
    section: 'Endpoints, 1',
    question: 'Can `redirectUrl` be something else than an absolute http or https URL, such as `/thanks`?',
    places: 'InvoiceRequest.redirectUrl',
    options: effects({
      any: 'Accepts any text. The checkout page then says that it has no link back to the shop. It leads to an absolute URL after a payment, without adding parameters.',
      absolute: 'Refuses the invoice.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'invoices.link': {
    section: 'Endpoints, 1',
    question: 'How does the URL of the checkout page identify the invoice?',
    places: 'InvoiceLink.url',
    options: effects({ path: 'Puts the uuid in the path.', query: 'Puts the uuid in the query.' }),
    leftOpen: [{ everyPlaceIs: { type: 'string', format: 'uri' } }],
  },
  'invoices.becomes-order-when': {
    section: 'States and transitions',
    question: 'When is a payment processed, so that the invoice becomes an order?',
    places: 'createInvoice',
    options: effects({
      'on-completion': 'When the transaction completes.',
      'on-acceptance': 'When the service accepts the payment.',
    }),
  },
  'invoices.underpaid': {
    section: 'States and transitions',
    question: 'What does the service do with a payment of less than the amount of its invoice?',
    places: 'createExchangePayment createBankPayment createQrTransaction',
    options: effects({
      refused: 'Refuses it.',
      'paid-in-part': 'Accepts it. The invoice becomes an order once its payments reach its amount together.',
      order: 'Accepts it, and the invoice becomes an order.',
    }),
  },
  'invoices.closed-partial': {
    section: 'States and transitions; Endpoints, 9',
    question: 'Does an invoice become an order when its partial payment is closed?',
    places: 'closePartialPayment',
    options: effects({ order: 'It becomes an order.', invoice: 'It stays an invoice that can be paid.' }),
  },
  'invoices.order-info-encrypted': {
    section: 'Endpoints, 8',
    question: 'What does `encrypted` contain?',
    places: 'OrderInfo.encrypted',
    options: effects({
      'rsa-block': "Returns the invoice's uuid, encrypted with the merchant's public key.",
      opaque: 'Returns opaque text.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'invoices.order-info-absent-redirect': {
    section: 'Endpoints, 8',
    question: 'What is `redirectUrl` in order info when the invoice request had none?',
    places: 'OrderInfo.redirectUrl',
    options: effects({ empty: 'Returns an empty string.', shop: "Returns the URL of the merchant's shop." }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'invoices.other-merchants': {
    section: 'Endpoints, 8; Authentication',
    question: "Can a merchant read another merchant's invoice, if it knows the uuid?",
    places: 'getInvoice',
    options: effects({
      refused: 'Refuses the request.',
      returned: 'Returns the order info with the id of the merchant who created it.',
    }),
  },
  'invoices.paid': {
    section: 'Endpoints, 8; States and transitions',
    question: 'Can an invoice be read after it has become an order?',
    places: 'getInvoice',
    options: effects({ returned: 'Returns the same order info.', refused: 'Refuses the request.' }),
  },
  'invoices.checkout-page': {
    section: 'What the service does, 1; Endpoints, 1',
    question: 'What does the hosted checkout page show, and in which words?',
    places: 'createInvoice',
    options: effects({
      payable: 'Shows the cart and a form for each way to pay.',
      'cart-only': 'Shows the cart, and that the payment is made elsewhere.',
    }),
  },
  'invoices.frame-messages': {
    section: 'What the service does, 1',
    question: 'What does the checkout page report to a page of the shop that shows it in a frame?',
    places: 'createInvoice',
    options: {
      events: { effect: 'Posts `{ source, event, uuid, state }`; `resized` has a `height`, too.' },
      template: {
        effect:
          'Posts the value of `completed` after a payment, `resized` when the height changes, and `closed` when the shopper closes the page. A text `"{name}"` becomes the value of that name. Nothing is posted for null.',
        value: {
          completed: { type: 'payment', order: '{order}', status: '{paymentStatus}' },
          resized: { type: 'height', height: '{height}' },
          closed: 'close',
        },
      },
    },
    valueRule: { placeholders: framePlaceholders, anyForm: true },
  },
  'invoices.expiry': {
    section: 'Endpoints, 1',
    question: 'How long can an invoice be paid?',
    places: 'createInvoice',
    options: {
      never: { effect: 'It never expires.' },
      'after-days': { effect: 'Payments that begin later are refused.', value: { days: 30 } },
    },
    valueRule: { min: 1, max: 36_500 },
  },
  'invoices.username': {
    section: 'Endpoints, 8',
    question: 'Whose name is `username`?',
    places: 'OrderInfo.username',
    options: effects({
      merchant: 'The user name of the merchant.',
      customer: 'The name in `customerInfo`, if there is one.',
    }),
    leftOpen: [{ everyPlaceIs: { type: 'string' } }],
  },
  'invoices.paid-again': {
    section: 'States and transitions; Endpoints, 1',
    question:
      'Can an invoice be paid again after it has become an order, by the same method or by another one?',
    places: 'createExchangePayment createBankPayment createQrTransaction',
    options: effects({
      accepted: 'Accepts the payment. The checkout page offers none.',
      refused: 'Refuses the payment.',
    }),
  },
  'invoices.second-payment': {
    section: 'States and transitions; Endpoints, 1',
    question: 'Can an exchange or a bank pay an invoice that a wallet has paid in part?',
    places: 'createExchangePayment createBankPayment',
    options: effects({
      accepted: 'Accepts the payment. The partial payment stays open.',
      refused: 'Refuses the payment until the partial payment is closed.',
    }),
  },
} as const satisfies UnspecifiedBehaviors
