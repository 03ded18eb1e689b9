// The transaction record that exchange payments and bank payments answer with. Contract: Resources, Transaction record.

import { z } from 'zod'
import {
  component,
  DecimalText,
  number,
  openObject,
  present,
  Timestamp,
  TwoDecimalText,
  text,
  Uuid,
} from '../primitives.ts'

export const ShopData = component(
  'ShopData',
  z.object({ url: present, logo: present, companyName: present, description: present }),
  { description: "A merchant's shop, as shown to shoppers." },
)

export const TransactionLine = component(
  'TransactionLine',
  z.object({
    id: text,
    num: z.number().int(),
    name: text,
    price: number,
    quantity: number,
    localAmount: number,
    statusRefund: z.object({
      pending: z.number().int(),
      success: z.number().int(),
      rejected: z.number().int(),
    }),
    amountFinal: number,
  }),
  { description: 'A line of the cart inside a transaction record.' },
)

export const Transaction = component(
  'Transaction',
  z.object({
    id: Uuid,
    status: z.number().int(),
    nativeAmount: TwoDecimalText,
    nativeCurrency: text,
    amount: DecimalText,
    receivedAmount: DecimalText,
    currency: text,
    type: z.number().int(),
    description: text.nullable(),
    check: z.array(TransactionLine),
    subscriptionIds: z.array(z.unknown()),
    subscriptionOrder: z.boolean(),
    meta: z.object({
      hash: z.object({ value: z.array(text), network: text }),
      offerId: text,
      receiverAddress: text,
    }),
    stockId: text.nullable(),
    userId: text.nullable(),
    partnerId: text.nullable(),
    stock: text.nullable(),
    partner: text.nullable(),
    merchantId: Uuid,
    createdBy: Uuid,
    settlementId: Uuid,
    statusRefund: z.number().int(),
    localAmount: DecimalText,
    localCurrency: text,
    referenceBankProvider: text.nullable(),
    merchantPayableAmount: DecimalText,
    errorMessage: text.nullable(),
    settlementStatus: z.number().int(),
    txMetaId: Uuid,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    merchant: z.object({ shopData: ShopData }),
    customer: z.object({ email: text, fullname: text }),
    currencyInfo: z.object({ isFiat: z.boolean() }),
    txMetadata: z.object({
      id: text,
      shippingAddress: openObject.nullable(),
      nativeConversionRate: text,
    }),
    receivedAmountFinal: number,
    receivedAmountCal: number,
  }),
  { description: 'A transaction. What its integer codes mean is not shown.' },
)
export type TransactionRecord = z.output<typeof Transaction>

/** The transaction record in the common envelope, whose `ok` is stated as a boolean only. */
export const TransactionResponse = component(
  'TransactionAnswer',
  z.object({ ok: z.boolean(), result: Transaction }),
)
