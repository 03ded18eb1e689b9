// Paying from a connected exchange: the pre-payment check, the payment, and the balances. Contract: Endpoints 3, 4, 11.

import { extendApi } from '@anatine/zod-openapi'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { component, DecimalText, number, okResult, Timestamp, text } from '../primitives.ts'
import { PaymentCartItem } from './carts.ts'
import { ShippingAddress } from './people.ts'
import { paymentPayloadExample, transactionAnswerExample } from './transaction-examples.ts'
import { TransactionAnswer } from './transactions.ts'

const exchangeParams = z.object({
  exchange_name: extendApi(z.string(), {
    description: 'The name of an exchange, in lower case. Five are supported; which five is not shown.',
  }),
})

export const SealedData = component('SealedData', z.object({ data: text }), {
  description: 'A sealed payload in base64.',
})

export const ExchangeValidationPayload = component(
  'ExchangeValidationPayload',
  z.object({
    clientId: text,
    assets: text,
    cart: z.array(PaymentCartItem),
    offerId: text,
    confirmation: z.enum(['true', 'false']),
    nativeAmount: DecimalText,
  }),
  { description: 'What the sealed text of a pre-payment check holds.' },
)

export const ExchangeValidation = component(
  'ExchangeValidation',
  z.object({
    receiverAddress: text,
    receiverMemo: text.nullable(),
    amount: number,
    currency: text,
    fee: number,
    password: z.boolean(),
    showWhitelistElement: z.boolean(),
    exchange: text,
    nativeAmount: number,
    newRate: z.object({ percentRate: number, newFiatRate: number }),
  }),
  { description: 'What a pre-payment check finds.' },
)

export const ExchangePaymentPayload = component(
  'ExchangePaymentPayload',
  z.object({
    clientId: text,
    assets: text,
    cart: z.array(PaymentCartItem),
    shippingAddress: ShippingAddress.nullable(),
    offerId: text,
    nativeAmount: DecimalText,
    savepassword: z.boolean(),
    code2fa: text,
    merchantStoreCurrency: text,
  }),
  { description: 'What the sealed text of an exchange payment holds.' },
)

export const ExchangeAccount = component(
  'ExchangeAccount',
  z.object({
    id: text,
    accountId: text,
    balance: z.union([text, number]),
    currency: text,
    lastUpdate: Timestamp,
    fullTitle: text,
    currentRate: text,
    logo: text,
    mobileLogo: text,
  }),
  { description: "A wallet of the shopper's exchange account." },
)

export const ExchangeBalances = component(
  'ExchangeBalances',
  z.object({ message: text, accounts: z.array(ExchangeAccount) }),
)

export const validateExchangePayment = operation({
  method: 'post',
  path: '/exchanges/payment-validate/{exchange_name}',
  section: 'Endpoints, 3',
  summary: 'Check an exchange payment before it is made',
  credential: 'shopperToken',
  params: exchangeParams,
  body: SealedData,
  bodyExample: { data: 'c2VhbGVk' },
  sealed: {
    field: 'data',
    scheme: null,
    key: null,
    payload: ExchangeValidationPayload,
    example: {
      clientId: '8a4d1c55-0c8d-4a55-9d0e-6f3f3c1b2a10',
      assets: 'BTC',
      cart: [{ id: 'sku-1', name: 'Desk lamp', price: 129.95, quantity: 1 }],
      offerId: 'order-1001',
      confirmation: 'true',
      nativeAmount: '129.95',
    },
  },
  answer: okResult(ExchangeValidation),
  answerExample: {
    ok: true,
    result: {
      receiverAddress: 'tb1q0example',
      receiverMemo: null,
      amount: 0.0026,
      currency: 'BTC',
      fee: 0.00001,
      password: false,
      showWhitelistElement: false,
      exchange: 'anexchange',
      nativeAmount: 129.95,
      newRate: { percentRate: 0, newFiatRate: 50000 },
    },
  },
  refusals: [
    'payment.unknown-exchange',
    'payment.unknown-merchant',
    'payment.unknown-coin',
    'payment.too-large',
  ],
})

export const createExchangePayment = operation({
  method: 'post',
  path: '/exchanges/payments/{exchange_name}',
  section: 'Endpoints, 4',
  summary: "Pay from the shopper's exchange",
  credential: 'shopperToken',
  params: exchangeParams,
  body: SealedData,
  bodyExample: { data: 'c2VhbGVk' },
  sealed: {
    field: 'data',
    scheme: 'rsa',
    key: 'merchantPublicKey',
    payload: ExchangePaymentPayload,
    example: {
      ...paymentPayloadExample,
      assets: 'BTC',
      nativeAmount: '129.95',
      savepassword: false,
      code2fa: '',
    },
  },
  answer: TransactionAnswer,
  answerExample: transactionAnswerExample,
  refusals: [
    'payment.unknown-exchange',
    'payment.unknown-merchant',
    'exchange.authenticationFailed',
    'exchange.coinNotSupported',
    'payment.method-off',
    'payment.amount-not-positive',
    'payment.too-large',
    'payment.amount-mismatch',
    'payment.duplicate-offer',
    'exchange.belowMinimum',
    'exchange.addressNotWhitelisted',
    'exchange.insufficientBalance',
  ],
})

export const checkExchangeBalance = operation({
  method: 'get',
  path: '/exchanges/check-balance/{exchange_name}',
  section: 'Endpoints, 11',
  summary: "List the shopper's exchange wallets that the partner and the merchant both enabled",
  credential: 'shopperToken',
  params: exchangeParams,
  query: z.object({ merchantId: text.optional() }),
  answer: okResult(ExchangeBalances),
  answerExample: {
    ok: true,
    result: {
      message: 'ok',
      accounts: [
        {
          id: 'BTC',
          accountId: 'acc-1',
          balance: '0.5',
          currency: 'BTC',
          lastUpdate: '2026-01-05T09:30:00.000Z',
          fullTitle: 'Bitcoin',
          currentRate: '50000',
          logo: 'https://img.example/btc.svg',
          mobileLogo: 'https://img.example/btc-m.svg',
        },
      ],
    },
  },
  refusals: ['payment.unknown-exchange', 'balance.merchant'],
})
