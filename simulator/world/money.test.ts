// Arithmetic on decimal text: exact when the result has enough digits, else rounded as requested, and never a float.

import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal as Exact } from '../../core/decimal.ts'
import { begin } from '../test-support/status-changes.ts'
import { TestClient } from '../test-support/test-client.ts'
import { worldWithYen } from '../test-support/world-with-yen.ts'
import {
  add,
  compare,
  exchanged,
  fits,
  inCoin,
  plainText,
  rounded,
  shareOf,
  smallestUnits,
  subtract,
  sum,
  times,
  tolerance,
  twoDecimals,
} from './money.ts'

const { world } = new TestClient({ world: worldWithYen })
const dollars = (amount: string) => ({ amount, currency: 'USD' })

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
        expect(twoDecimals(world, add(text(left), text(right)))).toBe(text(left + right))
        expect(twoDecimals(world, subtract(text(left), text(right)))).toBe(text(left - right))
        expect(twoDecimals(world, sum([text(left), text(right), text(left)]))).toBe(text(left + right + left))
        expect(compare(text(left), text(right))).toBe(left < right ? -1 : left > right ? 1 : 0)
        expect(times(times(text(left), text(right)), 10_000)).toBe((left * right).toString())
      }),
    )
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
    ['0.005', 'USD', '0.01'],
    ['0.0149', 'USD', '0.01'],
    ['-0.005', 'USD', '-0.01'],
    ['40', 'USD', '40.00'],
    ['999.5', 'JPY', '1000'],
    ['1.2345', 'KWD', '1.235'],
    ['1.005', 'XYZ', '1.01'],
  ])('half up, to the decimals of the currency: %s %s is %s', (amount, currency, expected) => {
    expect(rounded(world, { amount, currency })).toBe(expected)
  })

  it('to two decimals is without regard to the currency', () => {
    expect(['1000', '1.234', '0.005'].map((amount) => twoDecimals(world, amount))).toEqual([
      '1000.00',
      '1.23',
      '0.01',
    ])
  })

  it('half to even is an assumption', () => {
    const { world: other } = new TestClient({ assumptions: { 'settlements.fee-rounding': 'half-even' } })
    expect(['0.005', '0.015'].map((amount) => rounded(other, dollars(amount)))).toEqual(['0.00', '0.02'])
  })

  it.each([
    ['100', 'EUR', 'USD', '125.00'],
    ['125', 'USD', 'EUR', '100.00'],
    ['1001', 'JPY', 'USD', '6.71'],
    ['6.71', 'USD', 'JPY', '1001'],
    ['1.234', 'KWD', 'KWD', '1.234'],
    ['40', 'USD', 'XYZ', '40.00'],
  ])('%s %s in %s is %s', (amount, from, to, expected) => {
    expect(exchanged(world, { amount, currency: from }, to)).toBe(expected)
  })

  it('of an amount in a coin covers it, by less than one unit', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(text)
    const coins = world.accounts.currencies.filter(({ isFiat }) => !isFiat)
    fc.assert(
      fc.property(amounts, fc.constantFrom(...coins), (amount, coin) => {
        const paid = inCoin(world, dollars(amount), coin)
        expect(fits(paid, coin.decimals)).toBe(true)
        expect(compare(times(paid, coin.rate), amount)).toBeGreaterThanOrEqual(0)
        const less = subtract(paid, tolerance(world, coin.id))
        expect(compare(times(less, coin.rate), amount)).toBeLessThan(0)
      }),
    )
  })

  it('of shares never makes them more than the whole', () => {
    const client = new TestClient()
    const shares = fc
      .array(fc.integer({ min: 1, max: 999_999 }), { maxLength: 8 })
      .map((cuts) => [0, ...[...new Set(cuts)].sort((one, other) => one - other), 1_000_000])
      .map((cuts) =>
        cuts.slice(1).map((cut, at) => new Exact(cut - (cuts[at] ?? 0)).div(1_000_000).toFixed()),
      )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), shares, (units, parts) => {
        const amount = new Exact(units).div(100_000_000).toFixed()
        begin(client, 'o', { kind: 'wallet', amount, currency: 'BTC', status: 'awaiting' })
        const transaction = [...client.world.transactions].at(-1)
        if (transaction === undefined) throw new Error('There is no transaction.')
        for (const share of parts) {
          if (transaction.received === amount) break
          transaction.received = add(transaction.received, shareOf(client.world, transaction, share))
        }
        // Parts of less than a unit can only be paid by a unit each.
        if (units >= 10_000) expect(transaction.received).toBe(amount)
        else expect(compare(subtract(transaction.received, amount), '0.00000008')).toBeLessThanOrEqual(0)
      }),
    )
    const [half, more] = ['0.5', '1.5'].map((share) => {
      begin(client, 'o', { kind: 'wallet', amount: '0.0008', currency: 'BTC', status: 'awaiting' })
      const [transaction] = [...client.world.transactions].slice(-1)
      return transaction && shareOf(client.world, transaction, share)
    })
    expect([half, more]).toEqual(['0.0004', '0.0012'])
  })

  it('does not change smallest units', () => {
    const [coin] = world.accounts.currencies.filter(({ id }) => id === 'BTC')
    expect(coin && smallestUnits('0.0008', coin)).toBe('80000')
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
