// Crypto wallet transactions with a payment URI for the shopper's wallet. Contract: Endpoints, 2.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { DecimalText, field, namedObject, okResult, text, uri } from '../primitives.ts'
import { QrCartItem } from './carts.ts'
import { CustomerInfo, CustomParameter } from './customers.ts'
import { orderRefusals } from './transactions.ts'

const QrTransactionRequest = namedObject(
  'QrTransactionRequest',
  'A request to create a wallet transaction.',
  {
    amount: field(DecimalText, 'Amount to pay in `currency`, for example `40.00`.'),
    currency: field(text, 'Currency code of the amount.'),
    cryptoCurrency: field(text, 'Code of the crypto currency to pay in.'),
    orderId: field(text, "The merchant's order id."),
    cart: field(z.array(QrCartItem), 'Items to pay.'),
    customerInfo: field(CustomerInfo, 'The customer.'),
    customParameter: field(
      CustomParameter.optional(),
      'How the webhook is delivered, and custom parameters that it returns.',
    ),
  },
)

const QrTransaction = namedObject('QrTransaction', 'A wallet transaction that waits for a payment.', {
  totalAmount: field(text, 'Total amount. In which currency is not shown.', '40.00'),
  currency: field(text, 'Currency code.', 'USD'),
  crytoCurrency: field(text, 'Code of the crypto currency. The field name is spelled this way.', 'BTC'),
  id: field(text, 'Transaction id.', '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01'),
  meta: field(
    z.object({
      offerId: field(text, 'Offer id of the transaction.', 'order-2001'),
      receiverAddress: field(text, 'Address that receives the payment.', 'tb1q0example'),
      qrString: field(
        uri,
        'Payment URI for the receiver address and the amount.',
        'bitcoin:tb1q0example?amount=0.0008',
      ),
    }),
    'How to pay.',
  ),
})

export const createQrTransaction = operation({
  method: 'post',
  path: '/purchase/qr/generate',
  section: 'Endpoints, 2',
  summary: 'Create a wallet transaction with a receiver address and a QR string',
  description:
    'Creates a crypto transaction that the shopper pays from a wallet. `meta` has the receiver address, and the payment URI for a QR code.',
  harm: 'write',
  credential: 'merchantToken',
  headers: z.object({
    'x-transaction-source': field(z.literal('qr-code-api'), 'Source of the transaction.'),
  }),
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
  refusals: [...orderRefusals, 'qr-transactions.unknown-coin'],
})
