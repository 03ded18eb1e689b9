// Invoices and order info. Contract: Endpoints, 1; Endpoints, 8.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { DecimalText, field, namedObject, okResult, openObject, text, uri, uuidText } from '../primitives.ts'
import { InvoiceCartItem, OrderCartItem } from './carts.ts'
import { CustomerInfo, CustomParameter, ShippingAddress } from './customers.ts'

const InvoiceRequest = namedObject('InvoiceRequest', 'A request to create an invoice.', {
  amount: field(DecimalText, 'Amount of the invoice in `currency`, for example `129.95`.'),
  cart: field(z.array(InvoiceCartItem), 'Items of the invoice.'),
  currency: field(text, 'Currency code of `amount`, for example USD.'),
  order: field(text, "The merchant's order id."),
  redirectUrl: field(text.optional(), 'Redirect URL of the merchant.'),
  customParameter: field(
    CustomParameter.optional(),
    'How the webhook is delivered, and custom parameters that it returns.',
  ),
  customerInfo: field(CustomerInfo.optional(), 'The customer. Whether it is required is not shown.'),
  shippingAddress: field(
    ShippingAddress.nullable(),
    'Shipping address, or null if there are no shipping details.',
  ),
  siteInfo: field(
    z.unknown(),
    'The website or store of the invoice, for a merchant with several. Its type is not shown.',
  ),
})

const InvoiceLink = namedObject('InvoiceLink', 'A created invoice.', {
  url: field(
    uri,
    'URL of the hosted checkout page, to which the merchant redirects the shopper.',
    'https://checkout.example/3f0c9d52-7d1e-4f5c-9a55-0d6a2b1c7e10',
  ),
  uuid: field(uuidText, 'Invoice UUID, for the JavaScript SDK.', '3f0c9d52-7d1e-4f5c-9a55-0d6a2b1c7e10'),
})

const OrderInfo = namedObject('OrderInfo', 'The order information of an invoice.', {
  cart: field(z.array(OrderCartItem), 'Items of the invoice.'),
  order: field(text, "The merchant's order id.", 'order-1001'),
  amount: field(text, 'Amount of the invoice.', '129.95'),
  currency: field(text, 'Currency code.', 'USD'),
  encrypted: field(text, 'Encrypted text. Its content is not shown.', 'b3BhcXVl'),
  merchant_id: field(text, 'Merchant identifier.', '8a4d1c55-0000-4000-8000-000000000001'),
  redirectUrl: field(text, 'Redirect URL of the merchant.', 'https://shop.example/thanks'),
  shippingAddress: field(openObject.nullable(), 'Shipping address, or null.', null),
  username: field(text, 'A user name. Whose is not shown.', 'lamp-shop'),
  companyName: field(text, 'A company name. Whose is not shown.', 'Lamp Shop'),
})

export const createInvoice = operation({
  method: 'post',
  path: '/hosted-page',
  section: 'Endpoints, 1',
  summary: 'Create an invoice and get the link of its hosted checkout page',
  description:
    'Needs the cart, its total and an order id. Redirect the shopper to `url`, or give `uuid` to the JavaScript SDK. An item with `isSubscription` begins a subscription with its first payment.',
  harm: 'write',
  credential: 'notShown',
  assumedToken: {
    kind: 'merchant',
    requirementDecidedBy: 'authentication.invoice-headers',
    withoutToken: 'request',
  },
  body: InvoiceRequest,
  bodyExample: {
    amount: '129.95',
    currency: 'USD',
    order: 'order-1001',
    cart: [
      { id: 'sku-1', name: 'Desk lamp', price: '129.95', quantity: 1, key: 'line-1', totalPrice: '129.95' },
    ],
    redirectUrl: 'https://shop.example/thanks',
    customParameter: { returnMethod: 'POST', params: [{ name: 'basket', value: 'b-17' }] },
    customerInfo: { name: 'Ada Example', email: 'ada@shop.example' },
    shippingAddress: null,
  },
  envelope: 'ok-result',
  response: okResult(InvoiceLink),
  refusals: [
    'invoices.customer-info-required',
    'invoices.site-info-not-an-object',
    'invoices.redirect-url-not-absolute',
    'carts.subscription-id-in-use',
    'transactions.empty-order',
    'carts.empty',
    'carts.negative-price',
    'carts.negative-quantity',
    'carts.incomplete-subscription',
    'carts.subscription-without-price',
    'carts.mixed-subscriptions',
    'transactions.fraction',
    'transactions.amount-not-positive',
    'invoices.site-info-too-deep',
    'currencies.unknown',
    'invoices.duplicate-order',
    'transactions.amount-mismatch',
    'invoices.bad-period',
    'invoices.negative-subscription',
  ],
})

export const getInvoice = operation({
  method: 'get',
  path: '/invoices',
  section: 'Endpoints, 8',
  summary: 'Read the order behind an invoice',
  description:
    'Optional. Returns the cart, the amount, the order id and the shipping address of the invoice with this UUID.',
  harm: 'read',
  credential: 'merchantToken',
  query: z.object({ uuid: field(uuidText, 'Invoice UUID.') }),
  envelope: 'ok-result',
  response: okResult(z.object({ returnval: field(OrderInfo, 'The order information.') })),
  refusals: ['invoices.unknown', 'invoices.paid'],
})
