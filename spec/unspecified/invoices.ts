// What the contract does not show about invoices.

import type { UnspecifiedBehaviors } from '../statements.ts'

export const invoicesUnspecified = {
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
} as const satisfies UnspecifiedBehaviors
