// JSON that a person wrote: its value, or where it stops being JSON.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readJson } from './read-json.ts'

it('reads what JSON.parse reads, also after the byte order mark of an editor', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('', '\uFEFF'), (json, mark) => {
      expect(readJson(mark + json)).toEqual({ ok: true, value: JSON.parse(json) })
    }),
  )
})

it('reads comments and trailing commas where they are allowed', () => {
  const commented = '{ // one\n  "a": 1,\n}'
  expect(readJson(commented, { allowComments: true })).toEqual({ ok: true, value: { a: 1 } })
  expect(readJson(commented)).toMatchObject({ ok: false })
})

it.each([
  ['{\n  "a": 1,\n}', 'At line 3, column 1: property name expected'],
  ['{ "a": 1 "b": 2 }', 'At line 1, column 10: comma expected'],
  ['{ "a" 1 }', 'At line 1, column 7: colon expected'],
  ['{ "a": yes }', 'At line 1, column 8: invalid symbol'],
  ['{} {}', 'At line 1, column 4: end of file expected'],
  ['', 'At line 1, column 1: value expected'],
  ['[1, 2', 'At line 1, column 6: close bracket expected'],
  [`\n${'['.repeat(100_000)}`, 'At line 2, column 201: more than 200 levels of arrays and objects'],
])('says where %j is wrong', (text, problem) => {
  expect(readJson(text)).toEqual({ ok: false, problem })
})
