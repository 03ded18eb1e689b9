// What a named sandbox starts with, from its own options and those of the simulator.

import { checkSandboxOptions, type SandboxSetup, type SharedOptions } from '../options/simulator-options.ts'
import type { WorldHooks } from '../world/hooks.ts'
import { readWorld } from '../world/read-world.ts'
import type { World } from '../world/world.ts'
import type { InjectedFault } from './injected-faults.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { type NamedSandboxOptions, refuseOtherOptions } from './sandbox-names.ts'
import { type SandboxOptions, sandboxOptions } from './sandbox-options.ts'
import { readSnapshot } from './snapshot.ts'

/** What a sandbox has around its own options. */
interface Surroundings {
  publicUrl: string
  hooks: WorldHooks | undefined
  memory: MemoryBudget
}

/** Throws a UsageError for options that are not valid. The world is undefined when it follows from the options. */
export function startOfNamed(
  given: NamedSandboxOptions,
  setup: SandboxSetup & SharedOptions,
  around: Surroundings,
): { options: SandboxOptions; world?: World; faults: readonly InjectedFault[] } {
  checkSandboxOptions(given)
  const { snapshot, world, ...own } = given
  if (snapshot !== undefined) return fromSnapshot(given, setup, around)
  const file = world === undefined ? {} : { world: readWorld(world) }
  // Assumptions of a sandbox replace random ones of the simulator, and the other way round.
  const { randomAssumptions, assumptions, ...shared } = setup
  const inherited =
    own.randomAssumptions === undefined && own.assumptions === undefined
      ? { randomAssumptions, assumptions }
      : {}
  const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  const options = { ...shared, ...inherited, ...set, ...file }
  return { options: sandboxOptions(options, around.publicUrl, around.hooks), faults: [] }
}

function fromSnapshot(
  { snapshot, webhookUrl, ...others }: NamedSandboxOptions,
  setup: SandboxSetup & SharedOptions,
  { publicUrl, hooks, memory }: Surroundings,
): ReturnType<typeof startOfNamed> {
  refuseOtherOptions(others)
  const options = { ...setup, ...(webhookUrl == null ? {} : { webhookUrl }) }
  const start = readSnapshot(snapshot, sandboxOptions(options, publicUrl, hooks), memory)
  if (webhookUrl !== undefined)
    for (const merchant of start.world.accounts.merchants) start.world.registerWebhook(merchant, webhookUrl)
  return start
}
