// The number of rows that a plan needs for every value, and for most pairs.

import { describe, expect, it } from 'vitest'
import { dimensions, situationText } from './dimensions.ts'
import { planOf, type Row, type Space } from './plan.ts'

const space: Space = Object.fromEntries(
  Object.entries(dimensions).map(([name, values]) => [name, Object.keys(values)]),
)
const valuesOf = (name: string) => space[name] ?? []
const dimensionNames = Object.keys(space)
const plainRow: Row = Object.fromEntries(dimensionNames.map((name) => [name, 0]))
const most = Math.max(...Object.values(space).map(({ length }) => length))

const shareOfPairs = (rows: readonly Row[]) => {
  const seen = new Set<string>()
  let all = 0
  for (const [at, one] of dimensionNames.entries())
    for (const other of dimensionNames.slice(at + 1)) {
      all += valuesOf(one).length * valuesOf(other).length
      for (const row of rows) seen.add(`${one}${row[one]}${other}${row[other]}`)
    }
  return seen.size / all
}

describe('a plan', () => {
  it('begins with the plain situation', () => {
    expect(new Set(Object.values(planOf(space, 3)[0] ?? {}))).toEqual(new Set([0]))
  })

  it('covers every value first', () => {
    const rows = planOf(space, most + 1)
    for (const name of dimensionNames)
      expect([name, new Set(rows.map((row) => row[name])).size]).toEqual([name, valuesOf(name).length])
  })

  it('then covers most pairs', () => {
    expect(shareOfPairs(planOf(space, 20))).toBeGreaterThan(0.6)
    expect(shareOfPairs(planOf(space, 60))).toBeGreaterThan(0.95)
  })

  it('has the given rows, and new pairs after them', () => {
    const given = { one: 1, other: 0 }
    const rows = planOf({ one: [0, 1], other: [0, 1] }, 4, [given])
    expect(rows[1]).toBe(given)
    expect(new Set(rows.map((row) => JSON.stringify([row.one, row.other]))).size).toBe(4)
    expect(planOf(space, 1, [plainRow])).toEqual([plainRow])
  })

  it('has one row for a claim that leaves nothing free', () => {
    expect(planOf({}, 1)).toEqual([{}])
  })
})

it('says a situation in words', () => {
  const plain = Object.fromEntries(dimensionNames.map((name) => [name, String(valuesOf(name)[0])]))
  expect(situationText(plain)).toBe('')
  expect(situationText({ ...plain, merchant: 'second', attempt: 'second', day: 'weekend' })).toBe(
    'second merchant, on a Saturday, 2nd time',
  )
})

it('has different words for each value', () => {
  const words = Object.values(dimensions).flatMap((values) => Object.values<string>(values))
  expect(new Set(words).size).toBe(words.length)
})
