// Samples: their size, their order, and that the seed decides.

import { expect, it } from 'vitest'
import { drawn } from './sampling.ts'

const inputs = Array.from({ length: 200 }, (_, index) => index)

it.each([0, 1, 10, 200])('a sample of %i has as many inputs, in their order', (count) => {
  const sample = drawn(inputs, count, 5)
  expect(sample).toHaveLength(count)
  expect(sample).toEqual([...sample].sort((a, b) => a - b))
})

it('the seed decides', () => {
  expect(drawn(inputs, 10, 5)).toEqual(drawn(inputs, 10, 5))
  expect(drawn(inputs, 10, 5)).not.toEqual(drawn(inputs, 10, 6))
})

it('every input is drawn by some seed', () => {
  const seen = new Set<number>()
  for (let seed = 0; seed < 100; seed += 1) for (const input of drawn(inputs, 20, seed)) seen.add(input)
  expect(seen.size).toBe(200)
})
