// Where a text stops being JSON, shown by the slips that people make, and as a property against JSON.parse.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from './json-text.ts'

describe('a text that is JSON', () => {
  it('is read as its value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })
})

describe('a text that is not JSON', () => {
  it.each([
    ['{\n  "a": 1,\n}', 3, 1, 'a name in double quotes'],
    ['{ "a": 1 "b": 2 }', 1, 10, '"," or "}"'],
    ['[1, 2', 1, 6, '"," or "]"'],
    ['{ a: 1 }', 1, 3, 'a name in double quotes'],
    ['{ "a" 1 }', 1, 7, '":"'],
    ["{\n\t'a': 1 }", 2, 2, 'a name in double quotes'],
    ['{ "a": 01 }', 1, 9, '"," or "}"'],
    ['[1,,2]', 1, 4, 'a value'],
    ['{ "a": "open', 1, 8, 'a value'],
    ['{} {}', 1, 4, 'nothing after the value'],
    ['', 1, 1, 'a value'],
    ['// a comment', 1, 1, 'a value'],
  ])('%j goes wrong at line %i, column %i', (text, line, column, wanted) => {
    expect(readJson(text)).toEqual({ ok: false, line, column, wanted })
  })

  it('goes wrong at a place up to which it could still become JSON', () => {
    const spoilt = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', 'x', '\n:', '00', '\u0001'))
      .map(([text, cut, put]) => text.slice(0, cut % (text.length + 1)) + put)
    fc.assert(
      fc.property(spoilt, (text) => {
        const read = readJson(text)
        if (read.ok) return
        const lines = text.split('\n')
        const before = [
          ...lines.slice(0, read.line - 1),
          lines[read.line - 1]?.slice(0, read.column - 1),
        ].join('\n')
        expect(text.startsWith(before)).toBe(true)
        expect([
          { ok: true, value: tryParse(before) },
          { ...read, wanted: expect.any(String) },
        ]).toContainEqual(readJson(before))
      }),
    )
  })
})

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
