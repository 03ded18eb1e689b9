// The comparison of answers: what only one side can know is alike, and everything else is not.

import { expect, it } from 'vitest'
import { Comparison } from './comparison.ts'

const uuid = (end: string) => `3f0c9d52-7d1e-4f5c-9a55-0000000000${end}`
const answer = (body: object, headers: Record<string, string> = {}) => ({
  ...{ responses: [{ status: 200, headers, body: JSON.stringify(body) }], deliveries: [] },
})
const placesOf = (pairs: readonly (readonly [expected: object, actual: object])[], isRemote = true) => {
  const comparison = new Comparison({ deliveries: true, toleranceMs: 0, isRemote })
  return pairs.flatMap(([expected, actual]) =>
    comparison.differences(answer(expected), answer(actual)).map(({ place }) => place),
  )
}

it('takes ids as alike that correspond, also inside of texts and if one side has short ones', () => {
  const pay = (id: string) => ({ id, uri: `coin:${id}?amount=1` })
  expect(placesOf([[pay(uuid('01')), pay('qz7')]])).toEqual([])
  expect(
    placesOf([
      [{ id: uuid('01') }, { id: 'qz7' }],
      [{ id: uuid('01') }, { id: 'qz8' }],
    ]),
  ).toEqual(['body.id'])
})

it('takes the address of a page of the model and one elsewhere as alike, but no other text', () => {
  const own = { url: `http://service/checkout/${uuid('01')}` }
  expect(placesOf([[own, { url: 'https://pay.example/c?i=7' }]])).toEqual([])
  expect(placesOf([[own, { url: 'https://pay.example/c?i=7' }]], false)).toEqual(['body.url'])
  expect(placesOf([[own, { url: 'c/7' }]])).toEqual(['body.url'])
  expect(placesOf([[own, { url: 'http://service/other/page' }]])).toEqual(['body.url'])
})

it('takes a number as alike that has more decimals than the many of the model', () => {
  const number = (amount: number) => ({ amount })
  expect(placesOf([[number(0.000161219491), number(0.0001612194907728191)]])).toEqual([])
  expect(placesOf([[number(0.000161219491), number(0.000161219481)]])).toEqual(['body.amount'])
  expect(placesOf([[number(47.41), number(47.4100001)]])).toEqual(['body.amount'])
})
