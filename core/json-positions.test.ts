// Positions in JSON texts: by examples, and as properties against JSON.parse.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvariantError } from './errors.ts'
import { readJson } from './json-positions.ts'

describe('a JSON text', () => {
  const text = '{\n  "steps": [\n    { "id": "a" },\n    { "id": "b", "a/b": 1 }\n  ]\n}'
  const read = readJson(text)
  if (!read.ok) throw new InvariantError('The text is JSON.')

  it.each([
    ['/steps/1/id', 4, 13],
    ['/steps/1/a~1b', 4, 25],
    ['/steps', 2, 12],
    ['', 1, 1],
  ])('has %s at line %i, column %i', (pointer, line, column) => {
    expect(read.positionOf(pointer)).toEqual({ line, column })
  })

  it('has the value that JSON.parse keeps of a repeated name', () => {
    const repeated = readJson('{ "a": 1, "a": 2 }')
    expect(repeated.ok && repeated.positionOf('/a')).toEqual({ line: 1, column: 16 })
  })

  it('can have comments and trailing commas where they are allowed', () => {
    const commented = '{ // one\n  "a": 1,\n}'
    expect(readJson(commented)).toMatchObject({ ok: false, position: { line: 1, column: 3 } })
    expect(readJson(commented, { allowComments: true })).toMatchObject({ ok: true, value: { a: 1 } })
    const broken = readJson('{ // one\n  "a" 1\n}', { allowComments: true })
    expect(broken).toMatchObject({ ok: false, position: { line: 2, column: 7 }, expected: '":"' })
  })

  it('may begin with the byte order mark of an editor', () => {
    const read = readJson('\uFEFF{\n "a": 1 }')
    expect(read).toMatchObject({ ok: true, value: { a: 1 } })
    expect(read.ok && read.positionOf('/a')).toEqual({ line: 2, column: 7 })
    expect(readJson('\uFEFF{ // one\n}', { allowComments: true }).ok).toBe(true)
  })

  it('is read as its value', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(readJson(json)).toMatchObject({ ok: true, value: JSON.parse(json) })
      }),
    )
  })
})

describe('a text that is not JSON', () => {
  it.each([
    ['a value', `\n${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['the start of one', `\n${'['.repeat(100_000)}`],
  ])('is %s that is nested too deep', (_, text) => {
    const position = { line: 2, column: 201 }
    const expected = 'at most 200 levels of arrays and objects'
    expect(readJson(text)).toEqual({ ok: false, position, expected })
  })

  it.each([
    ['{\n  "a": 1,\n}', 3, 1, 'a property name in double quotes'],
    ['{ "a": 1 "b": 2 }', 1, 10, '"," or "}"'],
    ['{ "a": 1 }{', 1, 11, 'the end of the text'],
    ['# A comment\na: 1', 1, 1, 'a value'],
    ['[1, 2', 1, 6, '"," or "]"'],
    ['{ a: 1 }', 1, 3, 'a property name in double quotes'],
    ['{ "a" 1 }', 1, 7, '":"'],
    ["{\n\t'a': 1 }", 2, 2, 'a property name in double quotes'],
    ['{ "a": yes }', 1, 8, 'a value'],
    ['{ "a": 01 }', 1, 9, '"," or "}"'],
    ['[1,,2]', 1, 4, 'a value'],
    ['{ "a": "open', 1, 8, 'a string that ends on its line'],
    ['["\\x"]', 1, 2, 'a valid escape sequence'],
    ['{} {}', 1, 4, 'the end of the text'],
    ['', 1, 1, 'a value'],
    ['[] // a comment', 1, 4, 'no comment'],
  ])('%j fails at line %i, column %i', (text, line, column, expected) => {
    expect(readJson(text)).toEqual({ ok: false, position: { line, column }, expected })
  })
})
