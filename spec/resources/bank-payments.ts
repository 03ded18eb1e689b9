// Payments from a linked bank account (ACH). Contract: Endpoints, 5.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, exampleOf, field, number, text } from '../primitives.ts'
import { PaymentCartItem } from './carts.ts'
import { ShippingAddress } from './customers.ts'
import { orderRefusals, paymentPayloadExample, TransactionResponse } from './transactions.ts'

const BankPaymentPayload = component(
  'BankPaymentPayload',
  z
    .object({
      clientId: field(text, 'Merchant identifier.'),
      amount: field(number, 'Total of the cart.'),
      accountId: field(text, "The merchant's bank account, which receives the funds."),
      cart: field(z.array(PaymentCartItem), 'Items to pay.'),
      stockId: field(text, "The shopper's linked bank account, which pays."),
      offerId: field(text, "The merchant's unique identifier of the payment."),
      merchantStoreCurrency: field(text, "Currency code of the merchant's store."),
      hostedPageId: field(text, 'Id of the hosted page. May be empty.'),
      shippingAddress: field(ShippingAddress.nullable(), 'Shipping address, or null if nothing is shipped.'),
    })
    .partial(),
  { description: 'The encrypted payload of a bank payment. Which fields are required is not shown.' },
)

const { ok, result } = exampleOf(TransactionResponse)
/** A bank payment has no coin and no address. */
const responseExample = {
  ok,
  result: {
    ...{ ...result, type: 2, amount: '129.95', currency: 'USD', currencyInfo: { isFiat: true } },
    meta: { hash: { value: [], network: '' }, offerId: result.meta.offerId, receiverAddress: '' },
    stockId: 'b1d7a3e4-0000-4000-8000-000000000002',
    stock: null,
    referenceBankProvider: '0b9d4c1e-5a27-4d36-9f10-6c2e8a7b3d04',
    merchantPayableAmount: '128.65',
    txMetadata: { ...result.txMetadata, nativeConversionRate: '1' },
  },
}

export const createBankPayment = operation({
  method: 'post',
  path: '/purchases',
  section: 'Endpoints, 5',
  summary: "Pay from the shopper's bank account",
  description:
    'An ACH transfer between linked accounts, for shoppers in the US. It is pending until it completes, three or four banking days later.',
  harm: 'money',
  credential: 'notShown',
  assumedToken: { kind: 'shopper', requirementDecidedBy: 'authentication.bank-payment-headers' },
  body: z.unknown(),
  bodyExample: { data: 'c2VhbGVk' },
  encrypted: {
    field: null,
    fieldDecidedBy: 'encryption.bank-payment-field',
    usualField: 'data',
    scheme: 'rsa',
    key: 'merchantPublicKey',
    payload: BankPaymentPayload,
    example: {
      ...paymentPayloadExample,
      amount: 129.95,
      accountId: '7e52c09b-0000-4000-8000-000000000001',
      stockId: 'b1d7a3e4-0000-4000-8000-000000000002',
      hostedPageId: '',
    },
  },
  envelope: 'ok-result',
  response: TransactionResponse,
  responseExample,
  refusals: [
    ...orderRefusals,
    'transactions.unknown-merchant',
    'bank-payments.merchant-not-verified',
    'bank-payments.unknown-merchant-account',
    'bank-payments.unknown-shopper-account',
    'bank-payments.us-only',
    'bank-payments.unknown-hosted-page',
    'bank-payments.other-invoice',
    'bank-payments.above-limit',
  ],
})
