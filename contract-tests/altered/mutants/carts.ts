// Mutants of carts: valid lines that are refused, and invalid subscription items that are accepted.

import { frequencies } from '../../../spec/enumerations.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const frequency = 'cart.*.frequency'
const period = 'cart.*.subscriptionPeriod'

const refusePeriod = (words: string, pattern: RegExp) =>
  op.refuseIf('createInvoice', period, op.matches(words, pattern))
const isFrequency = (value: string) => frequencies.some((one) => one === value)
const toFrequency = (value: string) => (isFrequency(value) ? value : 'monthly')

export const carts = mutantsOf({
  'carts.lines-complete': (['createInvoice', 'createQrTransaction', 'createBankPayment'] as const).map(
    (operation) => op.refuseIf(operation, 'cart', op.longerThan(1)),
  ),
  'carts.price-number-or-text': [op.refuseFields(op.isNumber), op.refuseFields(op.isText)],
  'carts.quantity-number-or-text': [op.refuseFields(op.isText), op.refuseFields(op.isNumber)],
  'carts.fraction-as-text': op.refuseIf(
    'createQrTransaction',
    'cart.*.quantity',
    op.matches('is text with a fraction', /\./),
  ),
  'carts.invoice-line-may-lack-name-price-quantity': op.refuseFields(op.isMissing),
  'carts.invoice-line-key-and-total': op.refuseFields(op.isPresent),
  'carts.payment-line-local-amount': op.refuseFields(op.isPresent),
  'carts.each-frequency-accepted': frequencies.map((one) =>
    op.refuseIf('createInvoice', frequency, op.is(one)),
  ),
  'carts.other-frequency-refused': [
    op.acceptAs('createInvoice', frequency, '"daily"', (value) => (value === 'daily' ? 'weekly' : value)),
    op.acceptAs('createInvoice', frequency, 'any text', toFrequency),
  ],
  'carts.period-in-years-months-weeks': [
    refusePeriod('is in weeks', /w$/),
    refusePeriod('is in years', /y$/),
  ],
  'carts.period-of-any-count': [
    refusePeriod('is longer than 12 months', /^(1[3-9]|[2-9]\d|\d{3,})m$/),
    refusePeriod('has a count of two digits', /^\d\d/),
  ],
  'carts.malformed-period-refused': [
    op.acceptAs('createInvoice', period, 'a count alone', (value) => value.replace(/^\d+$/, '$&m')),
    op.acceptAs('createInvoice', period, 'a letter alone', (value) => value.replace(/^[ymw]$/, '1$&')),
    op.acceptAs('createInvoice', period, 'any text', (value) => (/^\d+[ymw]$/.test(value) ? value : '1y')),
  ],
  'carts.auto-renewal-either-way': [false, true].map((value) =>
    op.refuseIf('createInvoice', 'cart.*.autoRenewal', op.is(value)),
  ),
})
