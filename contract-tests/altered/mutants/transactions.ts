// Mutants of the transaction record that payments return.

import { valueAt } from '../../../core/json.ts'
import { readPayload } from '../../observe/in-process.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const record = op.resultOf('createExchangePayment', 'createBankPayment')
const bank = op.resultOf('createBankPayment')
const line = (field: string) => record(`check.*.${field}`)

export const transactions = mutantsOf({
  'transactions.record-shape': [
    [op.omit, op.wrongType, op.setNull],
    [op.omit(record('customer')), op.setNull(record('currency'))],
  ],
  'transactions.uuids': [op.setNull, op.set('1001'), op.withoutHyphens],
  'transactions.codes-are-integers': [op.set('pending'), op.asText, op.setNull, op.set(0.5)],
  'transactions.native-amount-two-decimals': [
    op.on(
      record('nativeAmount'),
      op.asNumber,
      op.text('Removes zeros from the end of {}', (amount) => String(Number(amount))),
      op.suffix('0000'),
    ),
    op.changing('Returns all digits of a binary fraction as {}', (amount, { request, world }) => {
      const sent = String(valueAt(readPayload(request, world)?.value, 'amount'))
      return /\.\d{3}/.test(sent) ? sent : amount
    })(bank('nativeAmount')),
  ],
  'transactions.amounts-are-text': [
    op.only(/[aA]mount$|Rate$/, op.asNumber, op.setNull, op.omit),
    op.changing(
      'Returns {} as null for a store in another currency than USD',
      (amount, { request, world }) =>
        valueAt(readPayload(request, world)?.value, 'merchantStoreCurrency') === 'USD' ? amount : null,
    )(record('localAmount')),
  ],
  'transactions.final-amounts-are-numbers': [op.asText, op.omit],
  'transactions.text-or-null': [op.omit, op.set({ name: 'x' }), op.set(7)],
  'transactions.check-shape': [op.wrongType, op.omit, op.setNull],
  'transactions.check-counts-refunds': [op.wrongType, op.omit, op.set(20)],
  'transactions.meta-shape': [
    op.only(/^[^*]*$/, op.wrongType, op.omit),
    op.set('f00d')(record('meta.hash')),
    op.set('f00d')(record('meta.hash.value')),
  ],
  'transactions.shipping-address-object-or-null': op.only(/shippingAddress/, op.asText, op.omit),
  'transactions.same-shipping-address': [
    op.set(null)(record('txMetadata.shippingAddress')),
    op.repeatFirst(record('txMetadata.shippingAddress')),
  ],
  'transactions.names-its-order': [
    op.on(record('meta.offerId'), op.set('order-1'), op.truncate(8)),
    op.empty(bank('meta.offerId')),
    op.changing('Returns {} with a hyphen for each character but letters and digits', (id) =>
      String(id).replace(/[^a-z\d]/gi, '-'),
    )(record('meta.offerId')),
  ],
  'transactions.names-its-merchant': [
    op.firstMerchant(record('merchantId')),
    op.otherShop(record('merchant.shopData')),
    op.asIf(
      'createExchangePayment',
      'Pays the merchant whose key encrypted the payload, whatever clientId is',
      (call) => ({ ...call, payload: { ...call.payload, clientId: call.merchant.id } }),
    ),
  ],
  'transactions.names-its-customer': op.changing(
    'Returns the email of another shopper as {}',
    (_, { world }) => world.accounts.shoppers[1]?.email,
  )(record('customer.email')),
  'transactions.lines-are-the-cart': [
    op.dropLast,
    op.append({ id: 'shipping', name: 'Shipping', num: 99 }),
    op.mapEach('Numbers the ids in {}', (one, index) => ({ ...one, id: String(index + 1) })),
    op.set(1)(line('quantity')),
    op.floor(bank('check.*.quantity')),
    op.floor(op.resultOf('createExchangePayment')('check.*.quantity')),
    op.floor(line('price')),
    op.asciiOnly(line('name')),
    op.replaceText('Removes leading zeros from {}', /^0+/, '')(line('id')),
    op.lowerCase(line('id')),
    op.set(0)(line('localAmount')),
  ],
  'transactions.same-native-amount': [op.floor(record('nativeAmount')), op.times(0.99)(bank('nativeAmount'))],
})
