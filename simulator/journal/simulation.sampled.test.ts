// Sandboxes that are kept, with storage that fails by a seed.

import { describe, expect, it } from 'vitest'
import { sampled } from '../../core/test-support/sampling.ts'
import { database, directory, firstWrong } from './test-support/simulation.ts'

const seeds = sampled([...Array(200).keys()], 5)

describe('whatever a client or a receiver has seen is there afterwards', () => {
  it('in a directory', async () => {
    expect(await firstWrong(directory, seeds)).toEqual([])
  })

  it('in a database that two processes share', async () => {
    expect(await firstWrong(database, seeds)).toEqual([])
  })
})
