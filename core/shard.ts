// Parts of a run that several machines share.

import { UsageError } from './errors.ts'

/** One of the equal parts of a run; both numbers count from 1. */
export interface Shard {
  shard: number
  of: number
}

/** Reads a shard such as `1/4`. */
export function shardOf(text: string): Shard {
  const [, shard = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (shard >= 1 && shard <= of) return { shard, of }
  throw new UsageError(
    `Invalid shard "${text}".`,
    'A shard is i/n with i from 1 to n.',
    'Give one such as 1/4.',
  )
}

/** What a shard has of a list. Neighbors, which often take equally long, are in different shards. */
export function partOf<Item>(items: readonly Item[], { shard, of }: Shard): Item[] {
  return items.filter((_, at) => at % of === shard - 1)
}
