// A value is computed once, and again when it is no longer kept.

import { expect, it } from 'vitest'
import { RecentValues } from './recent-values.ts'

it('computes a value once, and again when it is no longer kept', () => {
  const values = new RecentValues<object, number>(2)
  const computed: string[] = []
  const [a, b, c] = [{}, {}, {}]
  const get = (key: object, name: string) => values.get(key, () => computed.push(name))
  expect([get(a, 'a'), get(a, 'a'), get(b, 'b'), get(a, 'a')]).toEqual([1, 1, 2, 1])
  get(c, 'c')
  get(a, 'a')
  expect(computed).toEqual(['a', 'b', 'c', 'a'])
})
