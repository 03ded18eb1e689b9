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

interface Start {
  options: SandboxOptions
  world?: World
  faults: readonly InjectedFault[]
}

export class SandboxFactory {
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
    checkSandboxOptions(given)
    const start =
      given.snapshot === undefined
        ? { options: sandboxOptions(optionsOfNamed(given, this.setup), publicUrl, this.hooks), faults: [] }
        : this.fromSnapshot(given, publicUrl, memory)
    return this.make(name, start)
  }

  /** A sandbox with the state of a snapshot. */
  restored(name: string, snapshot: unknown, publicUrl: string, memory: Sandbox['memory']): Sandbox {
    return this.make(name, readSnapshot(snapshot, sandboxOptions(this.setup, publicUrl, this.hooks), memory))
  }

  /** Throws a UsageError for options in addition to those of the snapshot. */
  private fromSnapshot(
    { snapshot, webhookUrl, ...others }: NamedSandboxOptions,
    publicUrl: string,
    memory: MemoryBudget,
  ): Start {
    refuseOtherOptions(others)
    const setup = { ...this.setup, ...(webhookUrl == null ? {} : { webhookUrl }) }
    const start = readSnapshot(snapshot, sandboxOptions(setup, publicUrl, this.hooks), memory)
    if (webhookUrl !== undefined)
      for (const merchant of start.world.accounts.merchants) start.world.registerWebhook(merchant, webhookUrl)
    return start
  }

  private make(name: string, { options, world, faults }: Start): Sandbox {
    const sandbox = new Sandbox(name, options, world)
    sandbox.faults.replace(faults)
    sandbox.onAttempt = this.onAttempt
    return sandbox
  }
}

/** The options of a named sandbox, with those of the simulator where it has none. */
function optionsOfNamed(
  { world, ...own }: NamedSandboxOptions,
  setup: SandboxSetup & SharedOptions,
): SandboxSetup & SharedOptions {
  const file = world === undefined ? {} : { world: readWorld(world) }
  // Assumptions of a sandbox replace random ones of the simulator, and the other way round.
  const { randomAssumptions, assumptions, ...shared } = setup
  const inherited =
    own.randomAssumptions === undefined && own.assumptions === undefined
      ? { randomAssumptions, assumptions }
      : {}
  const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  return { ...shared, ...inherited, ...set, ...file }
}
