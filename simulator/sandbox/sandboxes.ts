// The sandboxes of one simulator: the default one, and the named ones beside it, up to a most.

import { ConflictError, NotFoundError, UsageError } from '../../core/errors.ts'
import { worldOf } from '../options/read-world-option.ts'
import { type SandboxSetup, type Surroundings, sandboxOptions } from '../options/sandbox-options.ts'
import { checkSandboxOptions } from '../options/simulator-options.ts'
import { readWorld } from '../world/read-world.ts'
import { World } from '../world/world.ts'
import { Sandbox } from './sandbox.ts'
import { restored } from './snapshot.ts'

export const defaultName = 'default'
/** What a sandbox may be called; its name stands in URLs. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const defaultMax = 256

/** What a named sandbox is asked to begin with; a snapshot stands alone, with or without a webhook. */
export interface WantedSandbox extends Omit<SandboxSetup, 'world'> {
  /** A world file, not yet read. */
  world?: unknown
  snapshot?: unknown
}

export class Sandboxes {
  readonly default: Sandbox
  /** How many named sandboxes there may be. */
  readonly max: number
  private readonly setup: SandboxSetup & Surroundings
  private readonly publicUrl: string
  // In the order of last use, the longest unused first.
  private readonly others = new Map<string, Sandbox>()

  constructor(setup: SandboxSetup & Surroundings, publicUrl: string, max = defaultMax) {
    this.setup = setup.world === undefined ? setup : { ...setup, world: worldOf(setup.world) }
    this.publicUrl = publicUrl
    this.max = max
    this.default = new Sandbox(defaultName, sandboxOptions(this.setup, publicUrl))
  }

  /** The sandbox of that name, which counts as a use of it. */
  get(name: string): Sandbox | undefined {
    const sandbox = this.others.get(name)
    if (sandbox === undefined) return undefined
    this.others.delete(name)
    this.others.set(name, sandbox)
    return sandbox
  }

  /** The sandbox of that name, the default one included; throws where there is none. */
  named(name: string): Sandbox {
    const sandbox = name === defaultName ? this.default : this.get(name)
    if (sandbox === undefined) throw unknownSandbox(name)
    return sandbox
  }

  has(name: string): boolean {
    return this.others.has(name)
  }

  /** The default one, then the named ones by name. */
  list(): Sandbox[] {
    const named = [...this.others.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    return [this.default, ...named]
  }

  /** Makes a sandbox of that name, in place of one that had it. */
  async put(name: string, wanted: WantedSandbox): Promise<Sandbox> {
    const sandbox = await this.make(name, wanted)
    this.place(sandbox)
    return sandbox
  }

  /** Makes a sandbox of the state that another one has now. */
  async fork(origin: Sandbox, name: string): Promise<Sandbox> {
    if (name === origin.name)
      throw new UsageError(
        `The sandbox ${name} cannot be forked onto itself.`,
        'A fork is another sandbox of the same state.',
        'Give it another name.',
      )
    this.checkName(name)
    return origin.standstill('be forked', () => {
      const options = { ...origin.options, publicUrl: this.urlOf(name) }
      const sandbox = new Sandbox(name, options, new World(options, origin.world.data()))
      sandbox.faults.replace(origin.faults.list())
      this.place(sandbox)
      return sandbox
    })
  }

  delete(name: string): void {
    if (name === defaultName)
      throw new UsageError(
        'The sandbox "default" cannot be removed.',
        'It is the one at the root, which is always there.',
        'To begin it anew, send POST /control/reset.',
      )
    this.checkName(name)
    const sandbox = this.others.get(name)
    if (sandbox === undefined) throw unknownSandbox(name)
    this.refuseIfBusy(sandbox, 'deleted')
    this.others.delete(name)
  }

  private async make(name: string, wanted: WantedSandbox): Promise<Sandbox> {
    this.checkName(name)
    checkSandboxOptions(wanted)
    const { snapshot, world, ...setup } = wanted
    if (snapshot !== undefined) return this.fromSnapshot(name, wanted)
    const file = world === undefined ? {} : { world: await readWorld(world) }
    // A choice of assumptions replaces a variation that the simulator was started with, and the other way about.
    const { vary, assumptions, ...started } = this.setup
    const inherited = setup.vary === undefined && setup.assumptions === undefined ? { vary, assumptions } : {}
    const own = Object.fromEntries(Object.entries(setup).filter(([, value]) => value !== undefined))
    return new Sandbox(name, sandboxOptions({ ...started, ...inherited, ...own, ...file }, this.urlOf(name)))
  }

  private fromSnapshot(name: string, { snapshot, webhookUrl, ...others }: WantedSandbox): Sandbox {
    const given = Object.entries(others).flatMap(([key, value]) => (value === undefined ? [] : [key]))
    if (given.length > 0)
      throw new UsageError(
        'A sandbox of a snapshot has no other options.',
        `The snapshot brings its own; beside it stood ${given.join(', ')}.`,
        'Leave them out, or leave out the snapshot.',
      )
    const here = sandboxOptions(
      { ...this.setup, ...(webhookUrl == null ? {} : { webhookUrl }) },
      this.urlOf(name),
    )
    const { options, world, faults } = restored(snapshot, here)
    const sandbox = new Sandbox(name, options, world)
    sandbox.faults.replace(faults)
    if (webhookUrl !== undefined)
      for (const merchant of sandbox.world.accounts.merchants)
        sandbox.world.registerWebhook(merchant, webhookUrl)
    return sandbox
  }

  private checkName(name: string): void {
    if (!namePattern.test(name))
      throw new UsageError(
        `A sandbox cannot be called ${JSON.stringify(name)}.`,
        'Its name stands in URLs: up to 64 letters, digits, dots, hyphens and underscores, a letter or a digit first.',
        'Choose one such as checkout-suite-7.',
      )
    if (name !== defaultName) return
    throw new UsageError(
      'The name "default" is taken.',
      'It is the sandbox at the root, which is always there.',
      'Choose another name; to begin the default one anew, send POST /control/reset.',
    )
  }

  private urlOf(name: string): string {
    return `${this.publicUrl}/sandboxes/${name}`
  }

  private place(sandbox: Sandbox): void {
    const before = this.others.get(sandbox.name)
    if (before !== undefined) this.refuseIfBusy(before, 'replaced')
    else if (this.others.size >= this.max) this.makeRoom()
    this.others.delete(sandbox.name)
    this.others.set(sandbox.name, sandbox)
  }

  private makeRoom(): void {
    for (const [name, sandbox] of this.others) {
      if (sandbox.busy) continue
      this.others.delete(name)
      return
    }
    throw new ConflictError(
      'There is no room for another sandbox.',
      `There may be ${this.max}, and each of them is advancing its clock or delivering.`,
      'Delete one with DELETE /sandboxes/{name}, or wait.',
    )
  }

  private refuseIfBusy(sandbox: Sandbox, what: string): void {
    if (!sandbox.advancing) return
    throw new ConflictError(
      `The sandbox ${sandbox.name} cannot be ${what} now.`,
      'Its clock is being advanced.',
      'Wait for the answer of that advance, then try again.',
      { state: 'advancing' },
    )
  }
}

/** What is said of a sandbox that is not there. */
export function unknownSandbox(name: string): NotFoundError {
  return new NotFoundError(
    `There is no sandbox "${name}".`,
    'It was never made, was deleted, or had to make room for another.',
    `Make it with PUT /sandboxes/${encodeURIComponent(name)}, or see GET /sandboxes.`,
  )
}
