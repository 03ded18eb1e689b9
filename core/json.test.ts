// Reading JSON of unknown shape.

import { expect, it } from 'vitest'
import {
  copyJson,
  isTooComplex,
  isTooDeep,
  maxJsonDepth,
  maxParsedDepth,
  maxReadDepth,
  parseDeepJson,
  parseJson,
  valueAt,
} from './json.ts'
import { atPointer, pointerInto, pointerSteps } from './json-pointer.ts'

it('parses nothing that recursive readers cannot follow', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(parseJson(nested(maxReadDepth))).toBeDefined()
  expect([maxReadDepth + 1, 20_000].map((depth) => parseJson(nested(depth)))).toEqual([undefined, undefined])
  expect(parseDeepJson(nested(maxParsedDepth))).toBeDefined()
  expect(parseDeepJson(nested(maxParsedDepth + 1))).toBeUndefined()
})

it('copies values', () => {
  const value: unknown = JSON.parse('{"a":[1,{"__proto__":null}],"b":"x"}')
  expect(copyJson(value)).toEqual(value)
  expect(JSON.stringify(copyJson(value))).toBe(JSON.stringify(value))
  expect(valueAt(copyJson(value), 'a')).not.toBe(valueAt(value, 'a'))
})

it('reads values by path, and none that are inherited', () => {
  const value = { a: [{ b: 'c' }] }
  expect(valueAt(value, 'a', 0, 'b')).toBe('c')
  expect([valueAt(value, 'a', 1, 'b'), valueAt(value, 'toString'), valueAt(null, 'a')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('reads values by pointer', () => {
  const pointer = pointerInto(pointerInto('/list/0', 'a/b~c'), 2)
  expect(pointer).toBe('/list/0/a~1b~0c/2')
  expect(pointerSteps(pointer)).toEqual(['list', '0', 'a/b~c', '2'])
  expect(atPointer({ list: [{ 'a/b~c': [1, 2, 3] }] }, pointer)).toBe(3)
  expect(pointerSteps('')).toEqual([])
})

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
