// Paying from a linked bank account (ACH), and the list of those accounts. Contract: Endpoints 5 and 12.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, number, text } from '../primitives.ts'
import { PaymentCartItem } from './carts.ts'
import { ShippingAddress } from './customers.ts'
import { paymentPayloadExample, transactionResponseExample } from './transaction-examples.ts'
import { TransactionResponse } from './transactions.ts'

export const BankPaymentPayload = component(
  'BankPaymentPayload',
  z.object({
    clientId: text,
    amount: number,
    accountId: text,
    cart: z.array(PaymentCartItem),
    stockId: text,
    offerId: text,
    merchantStoreCurrency: text,
    hostedPageId: text,
    shippingAddress: ShippingAddress.nullable(),
  }),
  { description: 'What the encrypted text of a bank payment holds.' },
)

export const createBankPayment = operation({
  method: 'post',
  path: '/purchases',
  section: 'Endpoints, 5',
  summary: "Pay from the shopper's bank account",
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
      accountId: 'merchant-account-1',
      stockId: 'linked-bank-1',
      hostedPageId: '',
    },
  },
  envelope: 'ok-result',
  response: TransactionResponse,
  responseExample: transactionResponseExample,
  refusals: [
    'transactions.unknown-merchant',
    'bank-payments.merchant-not-verified',
    'bank-payments.unknown-merchant-account',
    'bank-payments.unknown-shopper-account',
    'bank-payments.us-only',
    'bank-payments.subscription-item',
    'transactions.method-off',
    'bank-payments.above-limit',
    'transactions.amount-not-positive',
    'transactions.too-large',
    'transactions.amount-mismatch',
    'transactions.duplicate-offer',
  ],
})
