// Paying from a connected exchange: the pre-payment check, the payment, and the balances. Contract: Endpoints 3, 4, 11.

import { extendApi } from '@anatine/zod-openapi'
import { z } from 'zod'
import { exchangePaymentErrors } from '../errors.ts'
import { operation } from '../operation.ts'
import { component, DecimalText, number, okResult, text } from '../primitives.ts'
import { PaymentCartItem } from './carts.ts'
import { ShippingAddress } from './customers.ts'
import { paymentPayloadExample, transactionResponseExample } from './transaction-examples.ts'
import { TransactionResponse } from './transactions.ts'

export const exchangeParams = z.object({
  exchange_name: extendApi(z.string(), {
    description: 'The name of an exchange, in lower case. Five are supported; which five is not shown.',
  }),
})

export const EncryptedData = component('EncryptedData', z.object({ data: text }), {
  description: 'A encrypted payload in base64.',
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
  { description: 'What the encrypted text of a pre-payment check holds.' },
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
  { description: 'What the encrypted text of an exchange payment holds.' },
)

export const validateExchangePayment = operation({
  method: 'post',
  path: '/exchanges/payment-validate/{exchange_name}',
  section: 'Endpoints, 3',
  summary: 'Check an exchange payment before it is made',
  harm: 'read',
  credential: 'shopperToken',
  params: exchangeParams,
  body: EncryptedData,
  bodyExample: { data: 'c2VhbGVk' },
  encrypted: {
    field: 'data',
    scheme: null,
    key: null,
    schemeDecidedBy: 'encryption.exchange-validation',
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
  envelope: 'ok-result',
  response: okResult(ExchangeValidation),
  responseExample: {
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
    'transactions.unknown-exchange',
    'transactions.unknown-merchant',
    'transactions.unknown-coin',
    'transactions.too-large',
  ],
})

export const createExchangePayment = operation({
  method: 'post',
  path: '/exchanges/payments/{exchange_name}',
  section: 'Endpoints, 4',
  summary: "Pay from the shopper's exchange",
  harm: 'money',
  credential: 'shopperToken',
  params: exchangeParams,
  body: EncryptedData,
  bodyExample: { data: 'c2VhbGVk' },
  encrypted: {
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
  envelope: 'ok-result',
  response: TransactionResponse,
  responseExample: transactionResponseExample,
  statedErrors: Object.values(exchangePaymentErrors),
  refusals: [
    'transactions.unknown-exchange',
    'transactions.unknown-merchant',
    'exchange-payments.authentication-failed',
    'exchange-payments.coin-not-supported',
    'transactions.method-off',
    'transactions.amount-not-positive',
    'transactions.too-large',
    'transactions.amount-mismatch',
    'transactions.duplicate-offer',
    'exchange-payments.below-minimum',
    'exchange-payments.address-not-whitelisted',
    'exchange-payments.insufficient-balance',
  ],
})
