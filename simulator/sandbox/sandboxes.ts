// The sandboxes of one simulator: the default one, and a limited number of named ones.

import { ConflictError, NotFoundError, UsageError } from '../../core/errors.ts'
import { type SandboxOptions, sandboxOptions } from '../options/sandbox-options.ts'
import {
  checkSandboxOptions,
  type SandboxSetup,
  type SharedOptions,
  sandboxNamePattern,
} from '../options/simulator-options.ts'
import type { WorldHooks } from '../world/hooks.ts'
import { readWorld } from '../world/read-world.ts'
import { type AttemptObserver, Sandbox } from './sandbox.ts'
import { readSnapshot } from './snapshot.ts'

const defaultName = 'default'
const defaultMax = 256

/** The options of a named sandbox. Those left out are the simulator's. */
export interface NamedSandboxOptions extends Omit<SandboxSetup, 'world'> {
  /** A world file, not yet validated. */
  world?: unknown
  /** Excludes every other option but `webhookUrl`. */
  snapshot?: unknown
}

export class Sandboxes {
  readonly default: Sandbox
  /** How many named sandboxes there can be. */
  readonly max: number
  private readonly setup: SandboxSetup & SharedOptions
  private readonly hooks: WorldHooks | undefined
  // In the order of last use, the least recently used first.
  private readonly others = new Map<string, Sandbox>()
  private onAttempt: AttemptObserver | undefined

  constructor(setup: SandboxSetup & SharedOptions, publicUrl: string, max = defaultMax, hooks?: WorldHooks) {
    this.setup = setup.world === undefined ? setup : { ...setup, world: readWorld(setup.world) }
    this.max = max
    this.hooks = hooks
    this.default = new Sandbox(defaultName, sandboxOptions(this.setup, publicUrl, hooks))
  }

  /** Where the simulator is reached; links in responses start with it. */
  get publicUrl(): string {
    return this.default.options.publicUrl
  }

  /** Lets links in responses start with another URL. */
  setPublicUrl(publicUrl: string): void {
    this.default.setPublicUrl(publicUrl)
    for (const sandbox of this.others.values()) sandbox.setPublicUrl(this.urlOf(sandbox.name))
  }

  /** The named sandbox of that name. Counts as a use of it. */
  get(name: string): Sandbox | undefined {
    const sandbox = this.others.get(name)
    if (sandbox === undefined) return undefined
    this.others.delete(name)
    this.others.set(name, sandbox)
    return sandbox
  }

  /** The sandbox of that name, including the default one. Throws a NotFoundError when it does not exist. */
  named(name: string): Sandbox {
    const sandbox = name === defaultName ? this.default : this.get(name)
    if (sandbox === undefined) throw unknownSandbox(name)
    return sandbox
  }

  has(name: string): boolean {
    return this.others.has(name)
  }

  /** The default sandbox, then the named ones by name. */
  list(): Sandbox[] {
    const named = [...this.others.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    return [this.default, ...named]
  }

  /** Sets the observer of the attempts to deliver webhooks, in every sandbox. */
  observeAttempts(observer: AttemptObserver): void {
    this.onAttempt = observer
    for (const sandbox of this.list()) sandbox.onAttempt = observer
  }

  /** Creates a named sandbox, which replaces one of the same name. */
  async put(name: string, options: NamedSandboxOptions): Promise<Sandbox> {
    this.default.memory.require(0, 'create a sandbox')
    const sandbox = this.create(name, options)
    this.place(sandbox)
    return sandbox
  }

  /** Creates a named sandbox with the current state of another one. */
  async fork(origin: Sandbox, name: string): Promise<Sandbox> {
    if (name === origin.name)
      throw new UsageError(
        `The sandbox ${name} cannot be forked onto itself.`,
        'A fork is another sandbox with the same state.',
        'Use another name.',
      )
    checkName(name)
    const fork = await origin.fork(name, this.urlOf(name))
    this.place(fork)
    return fork
  }

  delete(name: string): void {
    if (name === defaultName)
      throw new UsageError(
        'The sandbox "default" cannot be deleted.',
        'It is the sandbox at the root.',
        'To reset it, send POST /control/reset.',
      )
    checkName(name)
    const sandbox = this.others.get(name)
    if (sandbox === undefined) throw unknownSandbox(name)
    refuseWhileAdvancing(sandbox, 'deleted')
    this.others.delete(name)
    this.default.memory.released()
  }

  private create(name: string, options: NamedSandboxOptions): Sandbox {
    checkName(name)
    checkSandboxOptions(options)
    const { snapshot, world, ...own } = options
    if (snapshot !== undefined) return this.createFromSnapshot(name, options)
    const file = world === undefined ? {} : { world: readWorld(world) }
    // Assumptions of a sandbox replace random ones of the simulator, and the other way round.
    const { randomAssumptions, assumptions, ...shared } = this.setup
    const inherited =
      own.randomAssumptions === undefined && own.assumptions === undefined
        ? { randomAssumptions, assumptions }
        : {}
    const set = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
    return new Sandbox(name, this.optionsOf(name, { ...shared, ...inherited, ...set, ...file }))
  }

  private createFromSnapshot(
    name: string,
    { snapshot, webhookUrl, ...others }: NamedSandboxOptions,
  ): Sandbox {
    const set = Object.entries(others).flatMap(([key, value]) => (value === undefined ? [] : [key]))
    if (set.length > 0)
      throw new UsageError(
        'A sandbox from a snapshot has no other options.',
        `The snapshot has its own options; these were given: ${set.join(', ')}.`,
        'Leave them out, or leave out the snapshot.',
      )
    const around = this.optionsOf(name, { ...this.setup, ...(webhookUrl == null ? {} : { webhookUrl }) })
    const { options, world, faults } = readSnapshot(snapshot, around, this.default.memory)
    const sandbox = new Sandbox(name, options, world)
    sandbox.faults.replace(faults)
    if (webhookUrl !== undefined)
      for (const merchant of world.accounts.merchants) world.registerWebhook(merchant, webhookUrl)
    return sandbox
  }

  private optionsOf(name: string, setup: SandboxSetup & SharedOptions): SandboxOptions {
    return sandboxOptions(setup, this.urlOf(name), this.hooks)
  }

  private urlOf(name: string): string {
    return `${this.publicUrl}/sandboxes/${name}`
  }

  private place(sandbox: Sandbox): void {
    sandbox.onAttempt = this.onAttempt
    const before = this.others.get(sandbox.name)
    if (before !== undefined) refuseWhileAdvancing(before, 'replaced')
    else if (this.others.size >= this.max) this.evict()
    this.others.delete(sandbox.name)
    this.others.set(sandbox.name, sandbox)
  }

  private evict(): void {
    for (const [name, sandbox] of this.others) {
      if (sandbox.advancing) continue
      this.others.delete(name)
      return
    }
    throw new ConflictError(
      'There are too many sandboxes.',
      `The limit is ${this.max}, and each of them is advancing.`,
      'Delete one with DELETE /sandboxes/{name}, or wait.',
    )
  }
}

function checkName(name: string): void {
  if (!sandboxNamePattern.test(name))
    throw new UsageError(
      `Invalid sandbox name ${JSON.stringify(name)}.`,
      'Expected up to 64 letters, digits, dots, hyphens and underscores, starting with a letter or a digit.',
      'Use one such as checkout-suite-7.',
    )
  if (name !== defaultName) return
  throw new UsageError(
    'The name "default" is taken.',
    'It is the sandbox at the root.',
    'Use another name. To start the default sandbox again, send POST /control/reset.',
  )
}

function refuseWhileAdvancing({ name, advancing }: Sandbox, what: string): void {
  if (!advancing) return
  throw new ConflictError(
    `The sandbox ${name} cannot be ${what} now.`,
    'Its clock is advancing.',
    'Wait for the response of that advance, then try again.',
    { state: 'advancing' },
  )
}

/** The error for a sandbox that does not exist. */
export function unknownSandbox(name: string): NotFoundError {
  return new NotFoundError(
    `There is no sandbox "${name}".`,
    'It was never created, or it was deleted. When there are too many, the least recently used one is deleted.',
    `Create it with PUT /sandboxes/${encodeURIComponent(name)}, or see GET /sandboxes.`,
  )
}
