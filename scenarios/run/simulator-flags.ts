// The flags of `replay` and `record` that set up a simulator.

import { UsageError } from '../../core/errors.ts'
import type { SimulatorChoice } from '../targets.ts'

export interface SimulatorFlags {
  seed?: string
  /** Path of a world file. */
  world?: string
  /** Path of an assumptions file. */
  assumptions?: string
  randomAssumptions?: string
}

/** The choice by flags. Throws a UsageError if they exclude each other or the file is invalid. */
export async function simulatorChoice(flags: SimulatorFlags): Promise<SimulatorChoice> {
  const { seed, world, assumptions, randomAssumptions } = flags
  if (assumptions !== undefined && randomAssumptions !== undefined)
    throw new UsageError(
      '--assumptions cannot be combined with --random-assumptions.',
      'Assumptions are either chosen or drawn at random.',
      'Remove one of them.',
    )
  const choice: SimulatorChoice = {}
  if (seed !== undefined) choice.seed = seed
  if (randomAssumptions !== undefined) choice.randomAssumptions = randomAssumptions
  if (world === undefined && assumptions === undefined) return choice
  const { readAssumptionsFile, readWorldFile } = await import('../in-process.ts')
  if (world !== undefined) choice.world = await readWorldFile(world)
  if (assumptions !== undefined) choice.assumptions = await readAssumptionsFile(assumptions)
  return choice
}
