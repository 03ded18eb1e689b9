// The messages of thrown values, which need not be errors.

import { expect, it } from 'vitest'
import { causeMessage, errorMessage, errorStack } from './errors.ts'

const failed = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })

it('is the message, or the value itself', () => {
  expect([failed, 'text', undefined].map(errorMessage)).toEqual(['fetch failed', 'text', 'undefined'])
})

it('is the message of the cause, when it has one', () => {
  const values = [failed, new Error('plain'), new Error('outer', { cause: new Error('') }), 7]
  expect(values.map(causeMessage)).toEqual(['connect ECONNREFUSED', 'plain', 'outer', '7'])
})

it('is the stack, when there is one', () => {
  expect(errorStack(failed)).toContain('errors.test')
  expect(errorStack('text')).toBe('text')
})
