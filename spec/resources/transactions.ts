// The transaction record that exchange payments and bank payments return. Contract: Resources, Transaction record.

import { z } from 'zod'
import {
  boolean,
  DecimalText,
  email,
  field,
  integer,
  namedObject,
  number,
  openObject,
  present,
  Timestamp,
  TwoDecimalText,
  text,
  Uuid,
} from '../primitives.ts'

/** Refusals of an order with any payment method, and of the payment's amount. */
export const orderRefusals = [
  'transactions.method-off',
  'transactions.empty-order',
  'carts.empty',
  'carts.negative-price',
  'carts.negative-quantity',
  'transactions.subscription-item',
  'transactions.without-invoice',
  'transactions.paid-in-part',
  'invoices.paid',
  'currencies.unknown',
  'transactions.store-currency',
  'transactions.too-large',
  'transactions.fraction',
  'transactions.amount-not-positive',
  'transactions.amount-mismatch',
  'transactions.expired-invoice',
  'transactions.below-invoice',
  'transactions.duplicate-offer',
] as const

export const ShopData = namedObject(
  'ShopData',
  "A merchant's shop. The types of its fields are not stated.",
  {
    url: field(present, 'URL of the shop.', 'https://shop.example'),
    logo: field(present, 'Logo of the shop.', ''),
    companyName: field(present, 'Name of the company.', 'Lamp Shop'),
    description: field(present, 'Description of the shop.', ''),
  },
)

const TransactionLine = namedObject('TransactionLine', 'A cart item of a transaction.', {
  id: field(text, 'Product id.', 'sku-1'),
  num: field(integer, 'Number of the item. What it counts is not shown.', 1),
  name: field(text, 'Product name.', 'Desk lamp'),
  price: field(number, 'Price per unit.', 129.95),
  quantity: field(number, 'Number of units.', 1),
  localAmount: field(number, 'Amount of the item in local currency.', 129.95),
  statusRefund: field(
    z.object({
      pending: field(integer, 'Pending refunds, as an integer. Its meaning is not shown.', 0),
      success: field(integer, 'Successful refunds, as an integer. Its meaning is not shown.', 0),
      rejected: field(integer, 'Rejected refunds, as an integer. Its meaning is not shown.', 0),
    }),
    'Refunds of the item.',
  ),
  amountFinal: field(number, 'Final amount of the item. How it is calculated is not shown.', 129.95),
})

const Transaction = namedObject(
  'Transaction',
  'A transaction. The meaning of its integer codes is not shown.',
  {
    id: field(Uuid, 'Transaction id.', '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01'),
    status: field(
      integer,
      'One of the four statuses as an integer. Which integer stands for which status is not shown.',
      0,
    ),
    nativeAmount: field(TwoDecimalText, 'Amount in `nativeCurrency`, with two decimals.', '129.95'),
    nativeCurrency: field(text, 'Currency code of `nativeAmount`, for example USD.', 'USD'),
    amount: field(DecimalText, 'Amount in the crypto currency `currency`.', '0.002599'),
    receivedAmount: field(DecimalText, 'Received amount in the crypto currency `currency`.', '0'),
    currency: field(text, 'Crypto currency code of `amount` and `receivedAmount`, for example BTC.', 'BTC'),
    type: field(integer, 'Kind of transaction, as an integer. Its meaning is not shown.', 0),
    description: field(text.nullable(), 'Description, or null.', null),
    check: field(z.array(TransactionLine), 'Items of the cart.'),
    subscriptionIds: field(
      z.array(z.unknown()),
      'Subscriptions of the transaction. Their form is not shown.',
      [],
    ),
    subscriptionOrder: field(boolean, 'Whether it is a subscription order.', false),
    meta: field(
      z.object({
        hash: field(
          z.object({
            value: field(z.array(text), 'Transaction hashes.', []),
            network: field(text, 'Network of the hashes.', ''),
          }),
          'Hashes of the transaction on the network.',
        ),
        offerId: field(text, "The merchant's order identifier.", 'order-1001'),
        receiverAddress: field(text, 'Address that receives the payment.', 'tb1q0example'),
      }),
      'Order and address of the payment.',
    ),
    stockId: field(text.nullable(), 'Stock id, or null. What it identifies is not stated.', null),
    userId: field(text.nullable(), 'User id, or null.', null),
    partnerId: field(text.nullable(), 'Partner id, or null.', null),
    stock: field(text.nullable(), 'Stock, or null. Its meaning is not stated.', null),
    partner: field(text.nullable(), 'The partner, or null.', null),
    merchantId: field(Uuid, 'Merchant identifier.', '8a4d1c55-0000-4000-8000-000000000001'),
    createdBy: field(
      Uuid,
      'Id of whoever created the transaction. Who that is is not shown.',
      '5a0b9c3e-0000-4000-8000-000000000002',
    ),
    settlementId: field(Uuid, 'Id of the settlement.', '1d6b0c2f-4e73-4a8c-9b32-8c2e5f6a7b02'),
    statusRefund: field(integer, 'Refund status, as an integer. Its meaning is not shown.', 0),
    localAmount: field(DecimalText, 'Amount in `localCurrency`.', '129.95'),
    localCurrency: field(text, 'Currency code of `localAmount`.', 'USD'),
    referenceBankProvider: field(
      text.nullable(),
      'Reference of the payment-transfer provider, or null.',
      null,
    ),
    merchantPayableAmount: field(
      DecimalText,
      'Amount payable to the merchant. In which currency is not shown.',
      '129.95',
    ),
    errorMessage: field(text.nullable(), 'What went wrong, or null.', null),
    settlementStatus: field(integer, 'Settlement status, as an integer. Its meaning is not shown.', 0),
    txMetaId: field(Uuid, 'Id of the metadata of the transaction.', '2e7c1d30-5f84-4b9d-8c43-9d3f6a7b8c03'),
    createdAt: field(Timestamp, 'When the transaction was created.', '2026-01-05T09:30:00.000Z'),
    updatedAt: field(Timestamp, 'When the transaction was last updated.', '2026-01-05T09:30:00.000Z'),
    merchant: field(z.object({ shopData: field(ShopData, "The merchant's shop.") }), 'The merchant.'),
    customer: field(
      z.object({
        email: field(email, 'Email address of the customer.', 'ada@shop.example'),
        fullname: field(text, 'Full name of the customer.', 'Ada Example'),
      }),
      'The customer.',
    ),
    currencyInfo: field(
      z.object({ isFiat: field(boolean, 'Whether the currency is a fiat currency.', false) }),
      'Information about the currency.',
    ),
    txMetadata: field(
      z.object({
        id: field(text, 'Id of the metadata.', '2e7c1d30-5f84-4b9d-8c43-9d3f6a7b8c03'),
        shippingAddress: field(openObject.nullable(), 'Shipping address, or null.', null),
        nativeConversionRate: field(
          text,
          'Rate between the native currency and the crypto currency. Its direction is not shown.',
          '50000',
        ),
      }),
      'Metadata of the transaction.',
    ),
    receivedAmountFinal: field(
      number,
      'Final received amount. How it differs from `receivedAmount` is not shown.',
      0,
    ),
    receivedAmountCal: field(number, 'Calculated received amount. How it is calculated is not shown.', 0),
  },
)
export type TransactionRecord = z.output<typeof Transaction>

/** The transaction record in the common envelope. The contract states only that `ok` is a boolean. */
export const TransactionResponse = namedObject(
  'TransactionResponse',
  'A transaction in the common envelope.',
  {
    ok: field(boolean, 'Whether the request succeeded. For this response, only its type is shown.', true),
    result: field(Transaction, 'The transaction.'),
  },
)

/** The fields that the examples of both payment payloads share. */
export const paymentPayloadExample = {
  clientId: '8a4d1c55-0000-4000-8000-000000000001',
  cart: [
    { id: 'sku-1', name: 'Desk lamp', price: 129.95, quantity: 1, localAmount: 129.95, localCurrency: 'USD' },
  ],
  shippingAddress: null,
  offerId: 'order-1001',
  merchantStoreCurrency: 'USD',
}
