// The limit of nesting.

import { expect, it } from 'vitest'
import { isTooDeep, maxJsonDepth } from './json-depth.ts'

it('limits how deep a value is nested', () => {
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect([isTooDeep(nested(maxJsonDepth)), isTooDeep(nested(maxJsonDepth + 1))]).toEqual([false, true])
  expect(isTooDeep(nested(5000))).toBe(true)
})
