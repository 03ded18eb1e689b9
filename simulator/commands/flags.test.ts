// What the values of flags stand for, and what is said of those that stand for nothing.

import { describe, expect, it } from 'vitest'
import { UsageError } from '../../core/errors.ts'
import { readPace, readProgress, readValidation, wholeNumber } from './flags.ts'

/** The words of what a reader refuses with. */
function refused(read: () => unknown): Pick<UsageError, 'fact' | 'detail' | 'remedy'> {
  try {
    read()
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('It was not refused.')
}

describe('a whole number', () => {
  const read = wholeNumber('--port', 0, 65535)

  it('is read within its bounds', () => {
    expect([read('0'), read('4020'), read('65535')]).toEqual([0, 4020, 65535])
  })

  it.each(['65536', '-1', '80.5', '0x50', '', 'any', '1e3', ' 80'])('is not "%s"', (text) => {
    expect(refused(() => read(text))).toMatchObject({
      fact: `"${text}" is no value for --port.`,
      detail: 'It takes a whole number from 0 to 65535.',
    })
  })
})

describe('how the clock runs', () => {
  it.each([
    ['manual', 'manual'],
    ['60x', 60],
    ['60', 60],
    ['0.5x', 0.5],
    ['1000000x', 1_000_000],
  ])('%s is read', (text, pace) => {
    expect(readPace(text)).toBe(pace)
  })

  it.each(['0x', '-1x', 'fast', '60s', '1000001x', 'x', ''])('%s is refused', (text) => {
    expect(refused(() => readPace(text)).remedy).toContain('--clock 60x')
  })
})

describe('the progress of things', () => {
  it('gathers over repetitions, the last word counting', () => {
    const first = readProgress('transactions=manual', {})
    const second = readProgress('settlements=auto', first)
    expect(readProgress('transactions=auto', second)).toEqual({ transactions: 'auto', settlements: 'auto' })
  })

  it.each(['transactions', 'transactions=never', 'payments=auto', '=', 'transactions=auto=manual'])(
    '%s is refused with what there is',
    (text) => {
      expect(refused(() => readProgress(text, {})).detail).toContain('transactions, settlements, renewals')
    },
  )

  it.each(['renewals', 'reminders'])('of %s cannot be at once', (thing) => {
    expect(refused(() => readProgress(`${thing}=auto`, {})).remedy).toBe(
      `Choose --progress ${thing}=clock or --progress ${thing}=manual.`,
    )
  })
})

it('validation is strict or only reports', () => {
  expect([readValidation('strict'), readValidation('report')]).toEqual(['strict', 'report'])
  expect(refused(() => readValidation('lax')).detail).toContain('"report"')
})
