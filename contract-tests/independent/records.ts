// The forms in which the service shows transactions and merchants.

import type { Merchant } from './accounts.ts'
import { CHOICES } from './choices.ts'
import { asNumber, decimal, divide, units } from './money.ts'
import { idOf } from './payloads.ts'
import { type Fields, type Transaction, timestamp } from './world.ts'

/** The wire form of a transaction. */
export function recordOf(transaction: Transaction): Fields {
  const { native, amount, decimals } = { ...transaction, decimals: CHOICES.decimals }
  const { merchant, shopper, number } = transaction
  return {
    receivedAmountCal: asNumber(transaction.received),
    receivedAmountFinal: asNumber(transaction.received),
    txMetadata: {
      nativeConversionRate: decimal(divide(native, amount === 0n ? 1n : amount), decimals.payable),
      shippingAddress: transaction.shippingAddress ?? null,
      id: idOf('metadata', number),
    },
    currencyInfo: { isFiat: transaction.kind === 'bank', code: transaction.currency },
    customer: { fullname: shopper?.name ?? '', email: `${shopper?.name ?? 'nobody'}@shoppers.example` },
    merchant: { shopData: shopData(merchant) },
    updatedAt: timestamp(transaction.updatedMs),
    createdAt: timestamp(transaction.createdMs),
    txMetaId: idOf('metadata', number),
    settlementStatus: CHOICES.settlementCodes.open,
    merchantPayableAmount: decimal(native - native / 40n, decimals.payable),
    referenceBankProvider: transaction.kind === 'bank' ? `ach/${number}` : null,
    localCurrency: transaction.nativeCurrency,
    localAmount: decimal(native, decimals.local),
    statusRefund: transaction.refundRequested ? 9 : 4,
    settlementId: idOf('settlement', number),
    createdBy: shopper?.id ?? merchant.id,
    merchantId: merchant.id,
    stockId: shopper?.stockId ?? null,
    userId: shopper?.id ?? null,
    ...all('partnerId stock partner description errorMessage', null),
    meta: {
      receiverAddress: `qz${number}x7k3m9`,
      offerId: transaction.offerId,
      hash: { network: transaction.kind === 'bank' ? 'ach' : transaction.currency, value: [] },
    },
    subscriptionOrder: transaction.subscriptionIds.length > 0,
    subscriptionIds: transaction.subscriptionIds.map((id) => ({ since: null, id })),
    check: transaction.cart.toReversed().map((item, index) => {
      const price = units(item.price) ?? 0n
      return {
        amountFinal: asNumber(price),
        statusRefund: { rejected: 0, success: 0, pending: 0 },
        localAmount: typeof item.localAmount === 'number' ? item.localAmount : asNumber(price),
        quantity: Number(item.quantity),
        price: asNumber(price),
        name: String(item.name),
        num: index + 1,
        id: String(item.id),
      }
    }),
    type: CHOICES.typeCodes[transaction.kind],
    currency: transaction.currency,
    receivedAmount: decimal(transaction.received, decimals.crypto),
    amount: decimal(amount, decimals.crypto),
    nativeCurrency: transaction.nativeCurrency,
    nativeAmount: decimal(native, decimals.native),
    status: CHOICES.statusCodes[transaction.status],
    id: transaction.id,
    x_revision: 1,
  }
}

/** Many fields with one value. */
export const all = (names: string, value: unknown): Fields =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]))

export const shopData = (merchant: Merchant): Fields => ({
  description: `${merchant.name} sells things`,
  companyName: merchant.name,
  logo: 'https://static.example/l.png',
  url: 'https://emporium.example/',
})
