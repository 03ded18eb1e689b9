// A crypto wallet transaction made through the API, with a payment URI for the shopper's wallet. Contract: Endpoints, 2.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, DecimalText, okResult, text } from '../primitives.ts'
import { QrCartItem } from './carts.ts'
import { CustomerInfo, CustomParameter } from './customers.ts'

export const QrTransactionRequest = component(
  'QrTransactionRequest',
  z.object({
    amount: DecimalText,
    currency: text,
    cryptoCurrency: text,
    orderId: text,
    cart: z.array(QrCartItem),
    customerInfo: CustomerInfo,
    customParameter: CustomParameter.optional(),
  }),
)

export const QrTransaction = component(
  'QrTransaction',
  z.object({
    totalAmount: text,
    currency: text,
    crytoCurrency: text,
    id: text,
    meta: z.object({ offerId: text, receiverAddress: text, qrString: text }),
  }),
  { description: 'A transaction that waits for a wallet. `crytoCurrency` is spelled so by the contract.' },
)

export const createQrTransaction = operation({
  method: 'post',
  path: '/purchase/qr/generate',
  section: 'Endpoints, 2',
  summary: 'Create a wallet transaction with a receiver address and a QR string',
  harm: 'write',
  credential: 'merchantToken',
  headers: z.object({ 'x-transaction-source': z.literal('qr-code-api') }),
  body: QrTransactionRequest,
  bodyExample: {
    amount: '40.00',
    currency: 'USD',
    cryptoCurrency: 'BTC',
    orderId: 'order-2001',
    cart: [{ id: 'sku-2', name: 'Bulb', price: 20, quantity: 2 }],
    customerInfo: { name: 'Ada Example', email: 'ada@shop.example' },
  },
  envelope: 'ok-result',
  response: okResult(QrTransaction),
  responseExample: {
    ok: true,
    result: {
      totalAmount: '40.00',
      currency: 'USD',
      crytoCurrency: 'BTC',
      id: '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01',
      meta: {
        offerId: 'order-2001',
        receiverAddress: 'tb1q0example',
        qrString: 'bitcoin:tb1q0example?amount=0.0008',
      },
    },
  },
  refusals: [
    'qr-transactions.subscription-item',
    'qr-transactions.unknown-coin',
    'currencies.unknown',
    'transactions.method-off',
    'qr-transactions.duplicate-order',
    'qr-transactions.amount-mismatch',
    'qr-transactions.amount-not-positive',
  ],
})
