// Places in JSON texts, by example, and as a property against JSON.parse.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlacedJson } from './json-places.ts'

describe('a text that is JSON', () => {
  const text = '{\n  "steps": [\n    { "id": "a" },\n    { "id": "b", "a/b": 1 }\n  ]\n}'
  const read = readPlacedJson(text)
  if (!read.ok) throw new Error('It is JSON.')

  it.each([
    ['/steps/1/id', 4, 13],
    ['/steps/1/a~1b', 4, 25],
    ['/steps', 2, 12],
    ['', 1, 1],
  ])('%s stands at line %i, column %i', (pointer, line, column) => {
    expect(read.placeOf(pointer)).toEqual({ line, column })
  })

  it('gives a missing thing the place of what is around it', () => {
    expect(read.placeOf('/steps/0/nothing/here')).toEqual({ line: 3, column: 5 })
  })

  it('is read as its value, and every value of it has a place', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const placed = readPlacedJson(json)
        expect(placed.ok && placed.value).toEqual(JSON.parse(json))
      }),
    )
  })
})

describe('a text that is not JSON', () => {
  it.each([
    ['{\n  "a": 1,\n}', 3, 1, 'a name in double quotes'],
    ['{ "a": 1 "b": 2 }', 1, 10, '"," or "}"'],
    ['[1, 2', 1, 6, '"," or "]"'],
    ['{ "a" 1 }', 1, 7, '":"'],
    ['{} x', 1, 4, 'nothing after the value'],
    ['', 1, 1, 'a value'],
  ])('%j goes wrong at line %i, column %i', (text, line, column, wanted) => {
    expect(readPlacedJson(text)).toEqual({ ok: false, place: { line, column }, wanted })
  })
})
