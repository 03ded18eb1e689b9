// Shards of a run.

import { describe, expect, it } from 'vitest'
import { checkShards, partOf, shardOf } from './shard.ts'

describe('a shard', () => {
  it('has each item once, in equal parts', () => {
    const items = [1, 2, 3, 4, 5, 6, 7]
    const parts = ['1/3', '2/3', '3/3'].map((text) => partOf(items, shardOf(text)))
    expect(parts).toEqual([
      [1, 4, 7],
      [2, 5],
      [3, 6],
    ])
  })

  it.each(['', '0/2', '3/2', '1', '1/2/3', '-1/2'])('is not written %j', (text) => {
    expect(() => shardOf(text)).toThrow(`Invalid shard "${text}".`)
  })
})

describe('checkShards', () => {
  const check = (...shards: (string | undefined)[]) =>
    checkShards(shards.map((shard) => ({ file: 'a.json', shard })))

  it('accepts all shards of one run, in any order', () => {
    expect(check('2/2', '1/2')).toBeUndefined()
  })

  it.each([
    [['1/2'], 'There are 2 shards, and 1 of them are given.'],
    [['1/2', '1/2'], 'One of them is given twice.'],
    [['1/2', '2/3'], 'They are of runs with different numbers of shards.'],
    [['1/2', undefined], 'a.json is not the report of a shard.'],
  ])('refuses %j', (shards, detail) => {
    expect(() => check(...shards)).toThrow(detail)
  })
})
