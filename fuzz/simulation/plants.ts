// Lets the simulation look for faults that are planted in the program: one that finds nothing may check nothing.

import { plants } from './planted-faults.ts'
import { runSeed } from './run.ts'

export const plantNames = Object.keys(plants)

/** The first of some seeds that finds a plant; undefined if none does. */
export async function seedThatFinds(name: string, seeds: Iterable<number>): Promise<number | undefined> {
  return withPlant(name, async () => {
    for (const seed of seeds) if ((await runSeed(seed)).finding !== undefined) return seed
    return undefined
  })
}

export async function withPlant<T>(name: string, act: () => Promise<T>): Promise<T> {
  const undo = plants[name]?.() ?? []
  try {
    return await act()
  } finally {
    for (const one of undo) one()
  }
}
