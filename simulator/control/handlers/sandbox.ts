// One sandbox as a whole: snapshot, restore, reset, fork, journal.

import { ConflictError } from '../../../core/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { checkName } from '../../sandbox/sandbox-names.ts'
import { bearerToken } from '../../service/authenticate.ts'
import { formatInstant } from '../../time/instants.ts'
import { defaultWorld } from '../../world/default-world.ts'
import type { ControlResult, ScenarioWriter, TopicHandlers } from '../handler-types.ts'
import { clockOf } from './clock.ts'
import { credentialsOf } from './credentials.ts'
import { page } from './page.ts'
import { sandboxEntry } from './sandboxes.ts'

export const sandbox: TopicHandlers<'sandbox'> = {
  takeSnapshot: ({ sandbox }) => sandbox.snapshot(),
  restoreSnapshot: async ({ sandbox, body }) => {
    await sandbox.restore(body)
    return clockOf(sandbox.world)
  },
  resetSandbox: async ({ sandbox }) => {
    await sandbox.reset()
    return clockOf(sandbox.world)
  },
  forkSandbox: async ({ sandbox, sandboxes, arrived, body: { name } }) => {
    const { peers } = sandboxes
    if (peers?.isOwn(name) !== false) return sandboxEntry(await sandboxes.fork(sandbox, name, arrived))
    checkName(name)
    return peers.put(name, await sandbox.snapshot())
  },
  getScenario: ({ sandbox, writeScenario }) => scenarioOf(sandbox, writeScenario),
  getJournal: async ({ sandbox, remarksOn, query }) => {
    const { first, lines, redact } = await sandbox.journalLines(remarksOn(sandbox.world))
    const { accounts } = sandbox.world
    const show = (line: (typeof lines)[number], position: number) => {
      const token = bearerToken(line.headers.authorization) ?? ''
      const sender = accounts.merchantWithToken(token) ?? accounts.shopperWithToken(token)
      return { ...redact(line, position), account: sender?.id ?? null }
    }
    // Positions are counted from the first request, also when its line is not stored any more.
    const { after = -1, before, limit } = query
    const positions = {
      after: after - first,
      before: before === undefined ? undefined : Math.max(0, before - first),
      limit,
    }
    const { next, previous, shown, ...rest } = await page(lines, positions, show)
    const counted = (position: number | null) => (position === null ? null : position + first)
    return {
      ...rest,
      next: counted(next),
      ...(previous === undefined ? {} : { previous: counted(previous) }),
      lines: shown,
    }
  },
}

/** The scenario of a sandbox. Throws a ConflictError if nothing writes scenarios, or the start of the world is not known. */
async function scenarioOf(
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
