// Our decimals have our precision; those of a program that embeds us keep theirs.

import { Decimal as SharedDecimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { Decimal } from './decimal.ts'

it('leaves the configuration of decimal.js as it is', () => {
  expect([SharedDecimal.precision, SharedDecimal.toExpPos, SharedDecimal.toExpNeg]).toEqual([20, 21, -7])
})

it('computes with 60 digits and writes them without an exponent', () => {
  expect(new Decimal('5000000000000.000000000000000001').times('0.1').toString()).toBe(
    '500000000000.0000000000000000001',
  )
})
