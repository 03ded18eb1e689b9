// The limit of nesting.

import { expect, it } from 'vitest'
import { isTooComplex, isTooDeep, maxJsonDepth } from './json-depth.ts'

it('limits how deep a value is nested', () => {
  const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect([isTooDeep(nested(maxJsonDepth)), isTooDeep(nested(maxJsonDepth + 1))]).toEqual([false, true])
  expect(isTooDeep(nested(5000))).toBe(true)
})

it('recognizes a text whose value would be nested too deep, whatever its strings have', () => {
  const text = (depth: number) =>
    `{"[\\"[":${'['.repeat(depth - 1)}"${'['.repeat(200)}"${']'.repeat(depth - 1)}}`
  expect(() => JSON.parse(text(5))).not.toThrow()
  expect([isTooComplex(text(maxJsonDepth)), isTooComplex(text(maxJsonDepth + 1))]).toEqual([false, true])
  expect([isTooComplex('['.repeat(1000)), isTooComplex('"['), isTooComplex('')]).toEqual([true, false, false])
})

it('recognizes a text with too many values', () => {
  expect([
    isTooComplex(`[${'[],'.repeat(9_999_998)}[]]`),
    isTooComplex(`[${'{},'.repeat(10_000_000)}{}]`),
  ]).toEqual([false, true])
})
