// Makes the sandboxes of one simulator: from options, or from a snapshot.

import { defaultName } from '../../spec/control/values.ts'
import { checkSandboxOptions, type SandboxSetup, type SharedOptions } from '../options/simulator-options.ts'
import type { WorldHooks } from '../world/hooks.ts'
import { readWorld } from '../world/read-world.ts'
import type { World } from '../world/world.ts'
import type { InjectedFault } from './injected-faults.ts'
import { type MemoryBudget, processMemory } from './memory-budget.ts'
import { type AttemptObserver, Sandbox } from './sandbox.ts'
import { type NamedSandboxOptions, refuseOtherOptions } from './sandbox-names.ts'
import { type SandboxOptions, sandboxOptions } from './sandbox-options.ts'
import { readSnapshot } from './snapshot.ts'
import type { StoredSandboxes } from './stored-sandboxes.ts'

interface Start {
  options: SandboxOptions
  world?: World
  faults: readonly InjectedFault[]
}

export class SandboxFactory {
  /** Keeps the sandboxes that are made from now on; undefined for those that are in memory only. */
  keeper: StoredSandboxes | undefined
  onAttempt: AttemptObserver | undefined
  private readonly setup: SandboxSetup & SharedOptions
  private readonly hooks: WorldHooks | undefined
  private readonly snapshot: object | undefined

  /** The default sandbox starts with the snapshot. */
  constructor(
    setup: SandboxSetup & SharedOptions,
    hooks: WorldHooks | undefined,
    snapshot: object | undefined,
  ) {
    this.setup = setup.world === undefined ? setup : { ...setup, world: readWorld(setup.world) }
    this.hooks = hooks
    this.snapshot = snapshot
  }

  default(publicUrl: string): Sandbox {
    const { snapshot, setup } = this
    const { webhookUrl } = snapshot === undefined || setup.webhookUrl == null ? {} : setup
    return this.named(defaultName, { snapshot, webhookUrl }, publicUrl)
  }

  /** A sandbox with options that take precedence over those of the simulator. */
  named(name: string, given: NamedSandboxOptions, publicUrl: string, memory = processMemory): Sandbox {
    return this.make(name, startOfNamed(given, this.setup, { publicUrl, hooks: this.hooks, memory }))
  }

  /** A sandbox with the state of a snapshot. */
  restored(name: string, snapshot: unknown, publicUrl: string, memory: Sandbox['memory']): Sandbox {
    return this.make(name, readSnapshot(snapshot, sandboxOptions(this.setup, publicUrl, this.hooks), memory))
  }

  private make(name: string, { options, world, faults }: Start): Sandbox {
    const log = this.keeper?.newLog(name, options.transport)
    const sandbox = new Sandbox(name, options, { log, world })
    sandbox.faults.replace(faults)
    sandbox.onAttempt = this.onAttempt
    return sandbox
  }
}

/** The surroundings of a sandbox, beyond its own options. */
interface Surroundings {
  publicUrl: string
  hooks: WorldHooks | undefined
  memory: MemoryBudget
}

/** Throws a UsageError for options that are not valid. The world is undefined when it follows from the options. */
function startOfNamed(
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
