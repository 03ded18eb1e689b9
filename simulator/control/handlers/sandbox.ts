// One sandbox as a whole: snapshot, restore, reset, fork, journal.

import { ConflictError } from '../../../core/errors.ts'
import type { RequestEntry } from '../../sandbox/entry.ts'
import { type Sandbox, versionOf } from '../../sandbox/sandbox.ts'
import type { Snapshot } from '../../sandbox/snapshot.ts'
import { formatInstant } from '../../time/instants.ts'
import { defaultWorld } from '../../world/default-world.ts'
import { oneAtATime } from '../expensive-reads.ts'
import type { ControlResult, ScenarioWriter, SentRequest, TopicHandlers } from '../handler-types.ts'
import { clockOf } from './clock.ts'
import { credentialsOf } from './credentials.ts'
import { journalLines, scenarioHeaders, targetOf } from './journal-lines.ts'
import { page } from './page.ts'
import { sandboxEntry } from './sandboxes.ts'

export const sandbox: TopicHandlers<'sandbox'> = {
  takeSnapshot: ({ sandbox }) => oneAtATime(() => sharedSnapshot(sandbox)),
  restoreSnapshot: async ({ sandbox, body }) => {
    await sandbox.restore(body)
    return clockOf(sandbox.world)
  },
  resetSandbox: async ({ sandbox }) => {
    await sandbox.reset()
    return clockOf(sandbox.world)
  },
  forkSandbox: ({ sandbox, sandboxes, body: { name } }) =>
    oneAtATime(async () => sandboxEntry(await sandboxes.fork(sandbox, name))),
  getScenario: ({ sandbox, writeScenario }) => oneAtATime(() => scenarioOf(sandbox, writeScenario)),
  getJournal: async ({ sandbox, remarksOn, query }) => {
    const requests = sandbox.journal.list()
    const show = await journalLines(sandbox, requests, remarksOn(sandbox.world))
    // Requests are counted from the first one, also when it is not in memory any more.
    const first = requests[0]?.number ?? 0
    const { after = -1, before, limit } = query
    const positions = {
      after: after - first,
      before: before === undefined ? undefined : Math.max(0, before - first),
      limit,
    }
    const { next, previous, shown, ...rest } = await page(requests, positions, show)
    const counted = (position: number | null) => (position === null ? null : position + first)
    return {
      ...rest,
      next: counted(next),
      ...(previous === undefined ? {} : { previous: counted(previous) }),
      lines: shown,
    }
  },
}

/** Snapshots that are being sent, with the state of the sandbox that they have. */
const latest = new WeakMap<Sandbox, { version: string; snapshot: WeakRef<Snapshot> }>()

/** The snapshot of a sandbox. Clients that ask while nothing happens get the same one, which takes memory once. */
async function sharedSnapshot(sandbox: Sandbox): Promise<Snapshot> {
  const known = latest.get(sandbox)
  const shared = known?.version === versionOf(sandbox) ? known.snapshot.deref() : undefined
  if (shared !== undefined) return shared
  const snapshot = await sandbox.snapshot()
  latest.set(sandbox, { version: versionOf(sandbox), snapshot: new WeakRef(snapshot) })
  return snapshot
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
  const requests = start === undefined ? undefined : journal.from(start.position)
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
    requests: requests.flatMap((entry, index) =>
      index === 0 && entry.operation === 'resetSandbox' ? [] : sentRequests(entry),
    ),
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

function sentRequests({
  operation,
  method,
  url,
  headers,
  duringAdvance,
  text,
  response,
}: RequestEntry): SentRequest[] {
  if (response === undefined) return []
  const { status, text: body } = response
  const repeated = scenarioHeaders(headers)
  return [
    {
      operation,
      method,
      path: targetOf(url),
      headers: repeated,
      duringAdvance,
      body: text,
      isCut: false,
      status,
      response: body,
    },
  ]
}
