// Creating an invoice link and reading its order back. Contract: Endpoints 1 and 8.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, DecimalText, okResult, openObject, text } from '../primitives.ts'
import { InvoiceCartItem, OrderCartItem } from './carts.ts'
import { CustomerInfo, CustomParameter, ShippingAddress } from './customers.ts'

export const InvoiceRequest = component(
  'InvoiceRequest',
  z.object({
    amount: DecimalText,
    cart: z.array(InvoiceCartItem),
    currency: text,
    order: text,
    redirectUrl: text.optional(),
    customParameter: CustomParameter.optional(),
    customerInfo: CustomerInfo.optional(),
    shippingAddress: ShippingAddress.nullable(),
    siteInfo: z.unknown(),
  }),
  { description: 'What a merchant sends to have an invoice made.' },
)

export const InvoiceLink = component('InvoiceLink', z.object({ url: text, uuid: text }), {
  description: 'The hosted checkout page of an invoice, and the id that the JavaScript SDK takes.',
})

export const OrderInfo = component(
  'OrderInfo',
  z.object({
    cart: z.array(OrderCartItem),
    order: text,
    amount: text,
    currency: text,
    encrypted: text,
    merchant_id: text,
    redirectUrl: text,
    shippingAddress: openObject.nullable(),
    username: text,
    companyName: text,
  }),
  { description: 'The order behind an invoice.' },
)

export const createInvoice = operation({
  method: 'post',
  path: '/hosted-page',
  section: 'Endpoints, 1',
  summary: 'Create an invoice and get the link of its hosted checkout page',
  harm: 'write',
  credential: 'notShown',
  assumedToken: {
    kind: 'merchant',
    requirementDecidedBy: 'authentication.invoice-headers',
    withoutToken: 'first-merchant',
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
  responseExample: {
    ok: true,
    result: {
      url: 'https://checkout.example/3f0c9d52-7d1e-4f5c-9a55-0d6a2b1c7e10',
      uuid: '3f0c9d52-7d1e-4f5c-9a55-0d6a2b1c7e10',
    },
  },
  refusals: [
    'invoices.customer-info-required',
    'invoices.site-info-not-an-object',
    'invoices.site-info-too-deep',
    'currencies.unknown',
    'invoices.duplicate-order',
    'invoices.amount-mismatch',
    'invoices.bad-period',
    'invoices.negative-subscription',
  ],
})

export const getInvoice = operation({
  method: 'get',
  path: '/invoices',
  section: 'Endpoints, 8',
  summary: 'Read the order behind an invoice',
  harm: 'read',
  credential: 'merchantToken',
  query: z.object({ uuid: text }),
  envelope: 'ok-result',
  response: okResult(z.object({ returnval: OrderInfo })),
  responseExample: {
    ok: true,
    result: {
      returnval: {
        cart: [{ id: 'sku-1', name: 'Desk lamp', price: '129.95', quantity: 1 }],
        order: 'order-1001',
        amount: '129.95',
        currency: 'USD',
        encrypted: 'b3BhcXVl',
        merchant_id: '8a4d1c55-0c8d-4a55-9d0e-6f3f3c1b2a10',
        redirectUrl: 'https://shop.example/thanks',
        shippingAddress: null,
        username: 'lamp-shop',
        companyName: 'Lamp Shop',
      },
    },
  },
  refusals: ['invoices.unknown'],
})
