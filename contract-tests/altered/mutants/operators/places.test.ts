// Operators are spread over places of the document.

import { describe, expect, it } from 'vitest'
import { type Place, rotate } from './places.ts'
import { changing, omit, set, setNull } from './response.ts'

describe('operators', () => {
  const place = (path: string, more: Partial<Place> = {}): Place => ({
    operations: ['getStore'],
    path,
    ...more,
  })
  const names = (operators: Parameters<typeof rotate<Place>>[0], places: readonly Place[]) =>
    rotate(operators, places).map(({ name }) => name)

  it('take turns, and each is used at least once', () => {
    const string = { schema: { type: 'string' as const }, required: true }
    expect(
      names(
        [omit, setNull],
        ['a', 'b', 'c'].map((path) => place(path, string)),
      ),
    ).toEqual(['omit getStore a', 'null getStore b', 'omit getStore c'])
    expect(names([set(1), set(2)], [place('a')])).toEqual(['set 1 getStore a', 'set 2 getStore a'])
  })

  it('are skipped where they make no fault', () => {
    const optional = place('a', { schema: { type: ['string', 'null'] }, required: false })
    expect(names([omit, setNull], [optional])).toEqual([])
    expect(names([changing('change', () => 1)], [optional])).toEqual(['change getStore a'])
  })

  it('apply inside a marked object only if they are deep', () => {
    const schema = { type: 'string' as const }
    const places = [
      place('a', { schema, required: true, marked: true }),
      place('a.b', { schema, required: true }),
    ]
    expect(names([omit], places)).toEqual(['omit getStore a', 'omit getStore a.b'])
    expect(names([set(1)], places)).toEqual(['set 1 getStore a'])
  })
})
