// One sandbox as a whole: snapshot, restore, reset, fork, scenario. And all of them: creating, listing and deleting.

import { ConflictError } from '../../../core/errors.ts'
import type { RequestEntry } from '../../sandbox/entry.ts'
import { type Sandbox, versionOf } from '../../sandbox/sandbox.ts'
import type { SandboxEntry } from '../../sandbox/sandboxes.ts'
import type { Snapshot } from '../../sandbox/snapshot.ts'
import { formatInstant } from '../../time/instants.ts'
import { defaultWorld } from '../../world/default-world.ts'
import type { ControlResult, ScenarioWriter, SentRequest, TopicHandlers } from '../handler-types.ts'
import { scenarioHeaders, targetOf } from '../journal-lines.ts'
import { namedPage } from '../lists.ts'
import { credentialsOf } from './accounts.ts'
import { clockOf } from './clock.ts'

/** A sandbox of this process as the control API lists it. */
export function sandboxEntry({ name, world }: Sandbox): SandboxEntry & { now: string } {
  const { publicUrl } = world.options
  return {
    name,
    baseUrl: `${publicUrl}/api`,
    controlUrl: `${publicUrl}/control`,
    now: formatInstant(world.now),
  }
}

export const sandboxes: TopicHandlers<'sandboxes'> = {
  takeSnapshot: ({ sandbox }) => sharedSnapshot(sandbox),
  restoreSnapshot: async ({ sandbox, body }) => {
    await sandbox.restore(body)
    return clockOf(sandbox.world)
  },
  resetSandbox: async ({ sandbox }) => {
    await sandbox.reset()
    return clockOf(sandbox.world)
  },
  forkSandbox: async ({ sandbox, sandboxes, body: { name } }) =>
    sandboxEntry(await sandboxes.fork(sandbox, name)),
  getScenario: ({ sandbox, writeScenario }) => scenarioOf(sandbox, writeScenario),
  listSandboxes: async ({ sandboxes, query }) => ({
    ...(await namedPage('sandboxes', await sandboxes.listAll(sandboxEntry), query, (entry) => entry)),
    max: sandboxes.max,
  }),
  getSandbox: async ({ sandboxes, params }) => sandboxEntry(await sandboxes.find(params.name)),
  putSandbox: async ({ sandboxes, params, body }) =>
    sandboxEntry(await sandboxes.put(params.name, body ?? {})),
  deleteSandbox: async ({ sandboxes, params }) => {
    await sandboxes.delete(params.name)
    return { deleted: params.name }
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
export async function scenarioOf(
  sandbox: Sandbox,
  write: ScenarioWriter | undefined,
): Promise<ControlResult<'getScenario'>> {
  if (write === undefined)
    throw new ConflictError(
      'This simulator writes no scenarios.',
      'Only the one of "paytwin serve" does.',
      'Use "paytwin serve".',
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

function sentRequests(entry: RequestEntry): SentRequest[] {
  const { operation, method, url, headers, duringAdvance, text: body, response } = entry
  if (response === undefined) return []
  const { status, text } = response
  const sent = { path: targetOf(url), headers: scenarioHeaders(headers), body }
  return [{ operation, method, duringAdvance, ...sent, status, response: text }]
}
