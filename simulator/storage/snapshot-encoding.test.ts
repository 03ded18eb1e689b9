// The encoding of records as columns: it is lossless, also through JSON.

import { describe, expect, it } from 'vitest'
import { decodeRows, encodeRows } from './snapshot-encoding.ts'

const shared = { shared: true }

/** Encodes rows, as text and back, and decodes them. */
function roundTrip(rows: readonly object[]): Record<string, unknown>[] {
  return decodeRows(JSON.parse(JSON.stringify(encodeRows(rows)))) as Record<string, unknown>[]
}

describe('encoded rows', () => {
  it.each<[string, object[]]>([
    ['no rows', []],
    ['one row', [{ a: 1, b: null, c: [] }]],
    ['a column of one value', [{ a: 'x' }, { a: 'x' }]],
    ['a column of few values', Array.from({ length: 20 }, (_, index) => ({ a: `v${index % 3}`, n: index }))],
    [
      'an object in several rows',
      Array.from({ length: 6 }, (_, at) => ({ a: at % 2 ? shared : null, b: `${at}` })),
    ],
  ])('decode to the same: %s', (_, rows) => {
    expect(roundTrip(rows)).toEqual(rows)
  })

  it('store equal objects once', () => {
    const rows = Array.from({ length: 6 }, (_, at) => ({ a: at % 2 ? { ...shared } : null }))
    const [, second, , fourth] = roundTrip(rows)
    expect(second?.a).toBe(fourth?.a)
  })

  it('decode to rows that are independent', () => {
    const [first, second] = roundTrip([{ a: 1 }, { a: 1 }])
    Object.assign(first ?? {}, { a: 2 })
    expect(second).toEqual({ a: 1 })
  })

  it('have the same keys', () => {
    expect(() => encodeRows([{ a: 1, b: 2 }, { a: 3 }])).toThrow(/no "b"/)
  })
})
