// Arithmetic on decimal text: exact when the result has enough digits, else rounded as requested, and never a float.

import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal as Exact } from '../../core/decimal.ts'
import { add, compare, convert, plainText, smallestUnits, subtract, sum, times, toScale } from './money.ts'

const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })

/** A count of hundredths as decimal text. */
function text(count: bigint): string {
  const digits = (count < 0n ? -count : count).toString().padStart(3, '0')
  return `${count < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

describe('sums and products', () => {
  it('are those of whole numbers', () => {
    fc.assert(
      fc.property(cents, cents, (left, right) => {
        expect(toScale(add(text(left), text(right)), 2)).toBe(text(left + right))
        expect(toScale(subtract(text(left), text(right)), 2)).toBe(text(left - right))
        expect(toScale(sum([text(left), text(right), text(left)]), 2)).toBe(text(left + right + left))
        expect(compare(text(left), text(right))).toBe(left < right ? -1 : left > right ? 1 : 0)
        expect(smallestUnits(times(text(left), text(right)), 4)).toBe((left * right).toString())
      }),
    )
  })

  it('are not those of floats', () => {
    expect(add('0.1', '0.2')).toBe('0.3')
    expect(times('1.005', '100')).toBe('100.5')
    expect(subtract('5000000000000.000000000000000001', '5000000000000')).toBe('0.000000000000000001')
  })

  it('are those of decimals, whatever their lengths are', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.nat(18), fc.nat(18))
      .map(([count, digits, decimals]) => {
        const kept = count
          .toString()
          .slice(0, digits + 1)
          .padStart(decimals + 1, '0')
        return decimals === 0 ? kept : `${kept.slice(0, -decimals)}.${kept.slice(-decimals)}`
      })
    fc.assert(
      fc.property(amount, amount, (left, right) => {
        expect(add(left, right)).toBe(new Exact(left).plus(right).toFixed())
        expect(subtract(left, right)).toBe(new Exact(left).minus(right).toFixed())
        expect(sum([left, right, '0.5'])).toBe(new Exact(left).plus(right).plus('0.5').toFixed())
      }),
    )
    for (const text of ['', '.', '1.2.3', '1-']) {
      expect(() => add(text, '1')).toThrow(/Invalid argument/)
      expect(() => sum(['1', text])).toThrow(/Invalid argument/)
    }
    expect([sum([]), sum(['1.50']), sum([2, '-3'])]).toEqual(['0', '1.5', '-1'])
    expect([add('.5', '1.'), add('1e2', '-3')]).toEqual(['1.5', '97'])
  })

  it('are written without an exponent', () => {
    expect(plainText(1e21)).toBe('1000000000000000000000')
    expect(plainText(5e-7)).toBe('0.0000005')
    expect(plainText('007.500')).toBe('7.5')
  })
})

describe('rounding', () => {
  it.each([
    ['0.005', 'half-even', '0.00'],
    ['0.015', 'half-even', '0.02'],
    ['0.005', 'half-up', '0.01'],
    ['-0.005', 'half-up', '-0.01'],
    ['0.001', 'up', '0.01'],
    ['0.009', 'down', '0.00'],
  ] as const)('%s %s is %s', (amount, rounding, rounded) => {
    expect(toScale(amount, 2, rounding)).toBe(rounded)
  })

  it('of a conversion covers the amount, and by less than one unit', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(text)
    const rates = fc.constantFrom('50000', '2500', '80', '1', '1.25', '3')
    fc.assert(
      fc.property(amounts, rates, fc.constantFrom(2, 6, 8, 18), (amount, rate, decimals) => {
        const coins = convert(amount, 1, rate, decimals)
        expect(coins.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals)
        expect(compare(times(coins, rate), amount)).toBeGreaterThanOrEqual(0)
        const unit = plainText(`0.${'0'.repeat(decimals - 1)}1`)
        expect(compare(times(subtract(coins, unit), rate), amount)).toBeLessThan(0)
      }),
    )
  })
})

it('a text of a million digits is read to the precision of every result', () => {
  const digits = '7'.repeat(1_000_000)
  expect(times(digits, digits).length).toBeGreaterThan(1_999_990)
  expect(plainText(digits).slice(0, 62)).toBe(`${'7'.repeat(59)}800`)
  expect(compare(digits, digits)).toBe(0)
})

it('leaves the decimals of a program that embeds the simulator as they are', async () => {
  await import('../index.ts')
  expect(new Decimal(1).div(3).toString()).toBe(`0.${'3'.repeat(20)}`)
})
