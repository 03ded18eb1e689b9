// What happened in a sandbox as a scenario.

import { ConflictError } from '../../../core/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { formatInstant } from '../../time/instants.ts'
import { defaultWorld } from '../../world/default-world.ts'
import type { ControlResult, ScenarioWriter } from '../handler-types.ts'
import { credentialsOf } from './credentials.ts'

/** The scenario of a sandbox. Throws a ConflictError if nothing writes scenarios, or the start of the world is not known. */
export async function scenarioOf(
  sandbox: Sandbox,
  write: ScenarioWriter | undefined,
): Promise<ControlResult<'getScenario'>> {
  if (write === undefined)
    throw new ConflictError(
      'This simulator writes no scenarios.',
      'Only the one of "paytwin serve" does.',
      'Use "paytwin serve", or "paytwin record".',
    )
  const { world, options, start, journal } = sandbox
  const requests = start === undefined ? undefined : journal.sentFrom(start.line)
  if (start === undefined || requests === undefined)
    throw new ConflictError(
      'The sandbox cannot be saved as a scenario.',
      start === undefined
        ? 'Its world comes from a snapshot.'
        : 'There were so many requests that the journal does not have the first ones any more.',
      'Reset the sandbox, then do what the scenario is to show.',
    )
  const { file, automation, validation } = options
  const { scenario, remarks } = await write({
    title: `Saved from the sandbox ${sandbox.name}`,
    url: options.publicUrl,
    simulator: {
      seed: options.seed,
      start: formatInstant(options.start),
      assumptions: { ...start.assumptions.written },
    },
    credentials: credentialsOf(world),
    assumptions: world.assumptions.list(),
    privateKeys: [...file.merchants.map(({ privateKey }) => privateKey), file.serviceKey],
    // A reset that began the world is not part of what happened in it.
    requests: requests.filter(({ operation }, index) => index > 0 || operation !== 'resetSandbox'),
  })
  const lacking = [
    ...(JSON.stringify(file) === JSON.stringify(defaultWorld)
      ? []
      : ['The scenario does not contain the world file of this sandbox.']),
    ...(Object.keys(automation).length === 0 && validation === 'strict'
      ? []
      : ['The scenario does not contain the options automation and validation of this sandbox.']),
  ]
  return { scenario, remarks: [...lacking, ...remarks] }
}
