// Parts of a run that several machines share.

import { readFileSync } from 'node:fs'
import { errorMessage, UsageError } from './errors.ts'
import { parseJson } from './json.ts'

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

/** The part of a list that belongs to a shard. Neighbors, which often take equally long, are in different shards. */
export function partOf<Item>(items: readonly Item[], { shard, of }: Shard): Item[] {
  return items.filter((_, at) => at % of === shard - 1)
}

/** Checks that these are all shards of one run. Throws a UsageError. */
export function checkShards(files: readonly { file: string; shard?: string | undefined }[]): void {
  const shards = files.map(({ file, shard }) => {
    if (shard !== undefined) return shardOf(shard)
    throw notOneRun(`${file} is not the report of a shard.`)
  })
  const [of = 0] = shards.map((one) => one.of)
  const numbers = new Set(shards.map(({ shard }) => shard))
  if (shards.some((one) => one.of !== of))
    throw notOneRun('They are of runs with different numbers of shards.')
  if (numbers.size < shards.length) throw notOneRun('One of them is given twice.')
  if (numbers.size < of) throw notOneRun(`There are ${of} shards, and ${shards.length} of them are given.`)
}

/** The error for reports that cannot be merged. */
export function notOneRun(detail: string): UsageError {
  return new UsageError(
    'These are not the shards of one run.',
    detail,
    'Give the report of each shard, all with the same flags.',
  )
}

/** The content of a report file; undefined if it is not JSON. Throws a UsageError if it cannot be read. */
export function readReportFile(file: string): unknown {
  try {
    return parseJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`Cannot read ${file}.`, `${errorMessage(error)}.`, 'Check the path.')
  }
}
