// Deployments whose transaction record has not its form: fields that are missing, or of another type.

import { badForms, left } from '../bad-forms.ts'

export const faultyTransactionForms = badForms(['createExchangePayment', 'createBankPayment'], {
  'transactions.record-shape': [
    ['customer', 'no customer', 'The record has no customer.', left.out],
    ['subscriptionOrder', 'a number for yes and no', 'subscriptionOrder is 0 or 1.', Number],
    ['subscriptionIds', 'subscriptionIds as text', 'subscriptionIds is one text.', String],
    ['currencyInfo.isFiat', 'isFiat as text', 'isFiat is a word.', String],
    ['merchant.shopData.logo', 'no logo', 'The shop has no logo.', left.out],
    ['currency', 'no currency', 'The currency is null.', left.null],
  ],
  'transactions.uuids': [
    ['settlementId', 'no settlement yet', 'settlementId is null until there is a settlement.', left.null],
    ['id', 'an id of another kind', 'The id is a number as text.', () => '1001'],
    [
      'txMetaId',
      'a UUID without hyphens',
      'txMetaId is written without hyphens.',
      (id) => String(id).replaceAll('-', ''),
    ],
  ],
  'transactions.codes-are-integers': [
    ['status', 'the status by its name', 'The status is the word "pending".', () => 'pending'],
    ['type', 'the type as text', 'The type is an integer as text.', String],
    ['settlementStatus', 'half settled', 'settlementStatus is a fraction.', () => 0.5],
    ['statusRefund', 'no refund status', 'statusRefund is null where there is no refund.', left.null],
  ],
  'transactions.native-amount-two-decimals': [
    ['nativeAmount', 'the native amount as a number', 'nativeAmount is a number.', Number],
    [
      'nativeAmount',
      'as few decimals as may be',
      'nativeAmount has no zeros at its end.',
      (amount) => String(Number(amount)),
    ],
    ['nativeAmount', 'six decimals', 'nativeAmount has six decimals.', (amount) => `${amount}0000`],
  ],
  'transactions.amounts-are-text': [
    ['amount', 'the amount as a number', 'amount is a number.', Number],
    [
      'receivedAmount',
      'nothing received yet',
      'receivedAmount is null until something is received.',
      left.null,
    ],
    ['merchantPayableAmount', 'payable as a number', 'merchantPayableAmount is a number.', Number],
    ['txMetadata.nativeConversionRate', 'the rate as a number', 'nativeConversionRate is a number.', Number],
    ['localAmount', 'no local amount', 'localAmount is left out.', left.out],
  ],
  'transactions.final-amounts-are-numbers': [
    ['receivedAmountFinal', 'the final amount as text', 'receivedAmountFinal is text.', String],
    ['receivedAmountCal', 'no calculated amount', 'receivedAmountCal is left out.', left.out],
  ],
  'transactions.text-or-null': [
    ['errorMessage', 'no field for errors', 'errorMessage is left out where there is none.', left.out],
    ['partner', 'the partner as an object', 'partner is an object.', (name) => ({ name })],
    ['referenceBankProvider', 'a reference as a number', 'referenceBankProvider is a number.', () => 7],
  ],
  'transactions.check-shape': [
    ['check.*.price', 'prices as text', 'The price of a line is text.', String],
    ['check.*.num', 'lines without a number', 'A line has no num.', left.out],
    ['check.*.amountFinal', 'no final amount of a line', 'amountFinal of a line is null.', left.null],
  ],
  'transactions.check-counts-refunds': [
    ['check.*.statusRefund', 'one code for refunds', "A line's statusRefund is one integer.", () => 20],
    [
      'check.*.statusRefund.rejected',
      'no rejected refunds',
      'A line does not count rejected refunds.',
      left.out,
    ],
  ],
  'transactions.meta-shape': [
    ['meta.hash', 'a bare hash', 'The hash is a text.', () => 'f00d'],
    ['meta.hash.value', 'one hash only', 'The value of the hash is one text.', () => 'f00d'],
    ['meta.receiverAddress', 'no receiver', 'meta has no receiverAddress.', left.out],
  ],
  'transactions.shipping-address-object-or-null': [
    ['txMetadata.shippingAddress', 'the address on one line', 'shippingAddress is a text.', String],
    ['txMetadata.shippingAddress', 'no address', 'shippingAddress is left out.', left.out],
  ],
})
