// Payments from a connected exchange, and the check before them. Contract: Endpoints, 3; Endpoints, 4.

import { z } from 'zod'
import { operation } from '../operation.ts'
import { boolean, component, DecimalText, field, namedObject, number, okResult, text } from '../primitives.ts'
import { exchangePaymentErrors } from '../stated-errors.ts'
import { PaymentCartItem } from './carts.ts'
import { ShippingAddress } from './customers.ts'
import { orderRefusals, paymentPayloadExample, TransactionResponse } from './transactions.ts'

export const exchangeParams = z.object({
  exchange_name: field(
    text,
    'Lowercase name of one of the five supported exchanges. The five names are not shown.',
  ),
})

const EncryptedData = namedObject('EncryptedData', 'A request with an encrypted payload.', {
  data: field(text, 'The encrypted payload in base64.'),
})

const ExchangeValidationPayload = component(
  'ExchangeValidationPayload',
  z
    .object({
      clientId: field(text, 'Merchant identifier.'),
      assets: field(text, 'Currency that the shopper chose at the exchange, for example BTC.'),
      cart: field(z.array(PaymentCartItem), 'Items to pay.'),
      offerId: field(text, "The merchant's unique order identifier."),
      confirmation: field(z.enum(['true', 'false']), '`true` if the shopper accepted the terms.'),
      nativeAmount: field(DecimalText, 'Total of the cart in USD.'),
    })
    .partial(),
  { description: 'The encrypted payload of a pre-payment check. Which fields are required is not shown.' },
)

const ExchangeValidation = namedObject(
  'ExchangeValidation',
  'The result of a pre-payment check. Further fields, such as a code and a message, are not shown, and may exist.',
  {
    receiverAddress: field(text, 'Deposit address of the payment.', 'tb1q0example'),
    receiverMemo: field(text.nullable(), 'Memo of the deposit address, or null.', null),
    amount: field(number, 'Amount to pay. Its unit is not stated.', 0.0026),
    currency: field(text, 'Code of the exchange currency.', 'BTC'),
    fee: field(number, 'Fee of the payment. Its unit is not stated.', 0.00001),
    password: field(
      boolean,
      'True if the password of the exchange is missing. The merchant asks the shopper for it.',
      false,
    ),
    showWhitelistElement: field(
      boolean,
      'True if the exchange does not yet allow payments to `receiverAddress`. The merchant shows the shopper an error.',
      false,
    ),
    exchange: field(
      text,
      'The exchange that was checked. In which form it is named is not shown.',
      'anexchange',
    ),
    nativeAmount: field(number, 'Native amount, as a number.', 129.95),
    newRate: field(
      z.object({
        percentRate: field(number, 'A rate in percent. Of what is not shown.', 0),
        newFiatRate: field(number, 'A new rate in fiat currency. Of what is not shown.', 50000),
      }),
      'The new rate, in two numbers.',
    ),
  },
)

const ExchangePaymentPayload = component(
  'ExchangePaymentPayload',
  z
    .object({
      clientId: field(text, 'Merchant identifier.'),
      assets: field(text, 'Code of the crypto currency to pay in, for example BTC.'),
      cart: field(z.array(PaymentCartItem), 'Items to pay.'),
      shippingAddress: field(ShippingAddress.nullable(), 'Shipping address, or null if nothing is shipped.'),
      offerId: field(text, "The merchant's unique order identifier."),
      nativeAmount: field(
        DecimalText,
        'Native amount. In the pre-payment check, it is the total of the cart in USD.',
      ),
      savepassword: field(boolean, 'Whether to save the exchange password.'),
      code2fa: field(text, 'Two-factor authentication code. May be empty.'),
      merchantStoreCurrency: field(text, "Currency code of the merchant's store."),
    })
    .partial(),
  { description: 'The encrypted payload of an exchange payment. Which fields are required is not shown.' },
)

export const validateExchangePayment = operation({
  method: 'post',
  path: '/exchanges/payment-validate/{exchange_name}',
  section: 'Endpoints, 3',
  summary: 'Check an exchange payment before it is made',
  description:
    'Optional. `showWhitelistElement` is true if the deposit address is not whitelisted at the exchange, `password` if the exchange asks for the password of the shopper.',
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
      clientId: '8a4d1c55-0000-4000-8000-000000000001',
      assets: 'BTC',
      cart: [{ id: 'sku-1', name: 'Desk lamp', price: 129.95, quantity: 1 }],
      offerId: 'order-1001',
      confirmation: 'true',
      nativeAmount: '129.95',
    },
  },
  envelope: 'ok-result',
  response: okResult(ExchangeValidation),
  refusals: [
    'exchange-payments.not-confirmed',
    'transactions.unknown-exchange',
    'transactions.unknown-merchant',
    'exchange-payments.other-merchant',
    'transactions.unknown-coin',
    'transactions.too-large',
  ],
})

export const createExchangePayment = operation({
  method: 'post',
  path: '/exchanges/payments/{exchange_name}',
  section: 'Endpoints, 4',
  summary: "Pay from the shopper's exchange",
  description: 'A payment completes within two hours, and each change of its status is sent to the webhook.',
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
  statedErrors: Object.values(exchangePaymentErrors),
  refusals: [
    ...orderRefusals,
    'transactions.unknown-exchange',
    'transactions.unknown-merchant',
    'exchange-payments.other-merchant',
    'exchange-payments.authentication-failed',
    'exchange-payments.coin-not-supported',
    'carts.subscription-id-in-use',
    'exchange-payments.below-minimum',
    'exchange-payments.address-not-whitelisted',
    'exchange-payments.insufficient-balance',
  ],
})
