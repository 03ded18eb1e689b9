// Pieces of JSON text: together they are the text of JSON.stringify.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonChunks } from './json-chunks.ts'

it('are together the text of any value', () => {
  const deep = { a: { a: { a: { a: { a: { a: { a: { a: [1, {}] } } } } } } } }
  fc.assert(
    fc.property(fc.jsonValue(), (any) => {
      expect([...jsonChunks(any)].join('')).toBe(JSON.stringify(any))
    }),
    { examples: [[deep]] },
  )
})

it('leave out properties that are undefined', () => {
  expect([...jsonChunks({ a: undefined, b: [undefined], c: {} })].join('')).toBe('{"b":[null],"c":{}}')
})

it('are short for a long list', () => {
  const list = Array.from({ length: 12_345 }, (_, index) => ({ index }))
  const chunks = [...jsonChunks({ list })]
  expect(chunks.join('')).toBe(JSON.stringify({ list }))
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(20_000)
})
