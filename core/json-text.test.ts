// The text of a value is written again each time, unless the value was said not to change.

import { expect, it } from 'vitest'
import { jsonText, withKeptText } from './json-text.ts'

it('writes a value each time', () => {
  const value = { a: 1 }
  expect(jsonText(value)).toBe('{"a":1}')
  value.a = 2
  expect(jsonText(value)).toBe('{"a":2}')
})

it('writes a value with a kept text once', () => {
  let count = 0
  const value = {
    toJSON: () => {
      count += 1
      return { count }
    },
  }
  for (let time = 0; time < 3; time += 1) expect(jsonText(withKeptText(value))).toBe('{"count":1}')
})
