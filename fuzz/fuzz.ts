// The property of the fuzzer: actions, and requests that are generated from both documents, violate nothing in any order; and the same
// requests have the same answers again.

import fc from 'fast-check'
import type { SimulatorOptions } from '../simulator/index.ts'
import { type Action, actions } from './actions.ts'
import { documentRequests, rarely } from './document-requests.ts'
import { canSend, openPlayer, type Player, perform, type Setup, startSimulator } from './player.ts'
import { replayAll } from './replay.ts'
import type { Coverage } from './responses.ts'

const step = (action: Action, isGenerated: boolean): fc.AsyncCommand<Player, Player> => ({
  check: (player) => action.slice(0, 1).every((template) => canSend(player, template)),
  run: (player) => perform(player, action, isGenerated),
  toString: () => `\n  ${action.map((template) => JSON.stringify(template)).join('\n  ')}`,
})

/** Actions, and requests that are generated from the documents: of all operations, or only of these. */
export const steps = (only?: readonly string[]) =>
  fc.oneof(
    { weight: 2, arbitrary: actions.map((action) => step(action, false)) },
    { weight: 3, arbitrary: documentRequests(only).map((template) => step([template], true)) },
  )

/** The ends of months of several lengths, and days before holidays, also on Saturdays and Sundays. */
const starts = fc.constantFrom(
  ...['2021-12-21T15:00:00Z', '2022-12-22T04:30:00Z', '2023-01-31T21:00:00Z'],
  ...['2023-11-20T15:00:00Z', '2024-02-29T00:00:00Z'],
)

const maxSteps = 100

interface FuzzOptions {
  seed: number
  runs: number
  /** The run of a finding, to repeat only that. */
  path?: string | undefined
  /** Operations that requests are generated for; all by default. */
  only?: readonly string[]
  /** Options of the simulator, to see that the fuzzer notices a wrong one. */
  simulator?: SimulatorOptions
}

/** Plays random sequences. Returns the first violation, with the steps of the shrunk sequence and the command that finds it again. */
export async function fuzz(
  { seed, runs, path, only, simulator = {} }: FuzzOptions,
  coverage: Coverage,
): Promise<string | undefined> {
  const setups = fc.record<Setup>({
    ...{ seed: fc.nat(), start: starts },
    randomAssumptions: rarely(fc.nat(999), 3),
  })
  const sequences = fc.commands([steps(only)], { maxCommands: maxSteps, size: 'max', disableReplayLog: true })
  const property = fc.asyncProperty(setups, fc.nat(maxSteps), sequences, async (setup, cut, commands) => {
    const player = await openPlayer(setup, cut, coverage, simulator)
    await fc.asyncModelRun(() => ({ model: player, real: player }), commands)
    await replayAll(player, () => startSimulator(setup, simulator))
  })
  const which = path === undefined ? { numRuns: runs } : { path, numRuns: 1 }
  const { counterexample, counterexamplePath, errorInstance } = await fc.check(property, { seed, ...which })
  if (counterexample === null) return undefined
  const [setup, , commands] = counterexample
  // A longer path would need the steps that were skipped while shrinking: fast-check shrinks the run again instead.
  const [run = ''] = (counterexamplePath ?? '').split(':')
  return [
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    `Setup: ${JSON.stringify(setup)}. Steps:${commands}`,
    `Reproduce with: npm run fuzz -- --seed ${seed}${only === undefined ? '' : ` --only ${only.join()}`} --path ${run}`,
  ].join('\n')
}
