// Paying from a linked bank account (ACH), and the list of those accounts. Contract: Endpoints 5 and 12.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, number, okResult, openObject, text } from '../primitives.ts'
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

export const BankAccount = component(
  'BankAccount',
  z.object({
    accountName: text,
    bankName: text,
    mask: text,
    id: text,
    customerUrl: text,
    customerId: text,
    fundingSource: text,
    isPrimary: z.boolean().nullable(),
    currency: text,
    isBalanceInfo: z.boolean(),
    balanceInfo: openObject.nullable(),
    status: z.number().int(),
  }),
)

export const Bank = component(
  'Bank',
  z.object({
    name: text,
    value: text,
    stockId: text,
    limit: text,
    accounts: z.array(BankAccount),
    default: z.boolean(),
    priority: z.number().int(),
    connected: z.boolean(),
  }),
  { description: "A bank that the shopper linked, with the shopper's accounts there." },
)

export const LinkedBanks = component('LinkedBanks', z.object({ banks: z.array(Bank), defaultCurrency: text }))

export const createBankPayment = operation({
  method: 'post',
  path: '/purchases',
  section: 'Endpoints, 5',
  summary: "Pay from the shopper's bank account",
  credential: 'notShown',
  body: z.unknown(),
  bodyExample: { data: 'c2VhbGVk' },
  encrypted: {
    field: null,
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

export const listBanks = operation({
  method: 'get',
  path: '/banks/my',
  section: 'Endpoints, 12',
  summary: "List the shopper's linked bank accounts",
  credential: 'shopperToken',
  response: okResult(LinkedBanks),
  responseExample: {
    ok: true,
    result: {
      banks: [
        {
          name: 'First Example Bank',
          value: 'first-example-bank',
          stockId: 'linked-bank-1',
          limit: '5000',
          accounts: [
            {
              accountName: 'Checking',
              bankName: 'First Example Bank',
              mask: '0001',
              id: 'account-1',
              customerUrl: 'https://bank.example/customers/1',
              customerId: 'customer-1',
              fundingSource: 'source-1',
              isPrimary: true,
              currency: 'USD',
              isBalanceInfo: false,
              balanceInfo: null,
              status: 1,
            },
          ],
          default: true,
          priority: 1,
          connected: true,
        },
      ],
      defaultCurrency: 'USD',
    },
  },
  refusals: [],
})
