// The sandboxes of one simulator: the default one, and a limited number of named ones.

import { NotFoundError, UnavailableError } from '../../core/errors.ts'
import { defaultName, sandboxNamePattern } from '../../spec/control/values.ts'
import type { AttemptObserver, Sandbox } from './sandbox.ts'
import type { SandboxFactory } from './sandbox-factory.ts'
import {
  checkName,
  type NamedSandboxOptions,
  refuseDefault,
  refuseOntoItself,
  refuseWhileAdvancing,
  tooManySandboxes,
  unknownSandbox,
} from './sandbox-names.ts'

const defaultMax = 256

/** A sandbox as the control API lists it. */
export interface SandboxEntry {
  name: string
  baseUrl: string
  controlUrl: string
  /** Null when the sandbox is not in memory. */
  now: string | null
  /** Why it cannot be continued; absent if nothing is known to be wrong. */
  damage?: string | undefined
}

/** A sandbox that cannot be continued. Nothing but this one is affected. */
export class UnusableError extends UnavailableError {
  override name = 'UnusableError'
}

/** Where sandboxes are that are not in memory, and who learns of new and deleted ones. */
export interface SandboxSource {
  /** False while no sandbox can be used. */
  readonly isReady: boolean
  /** Undefined when there is none of that name. Throws an UnusableError when it cannot be continued. */
  open: (name: string, publicUrl: string) => Promise<Sandbox | undefined>
  /** Resolves when a new sandbox, which may replace another one, is kept. */
  created: (sandbox: Sandbox) => Promise<void>
  /** Resolves when a sandbox that is not in memory any more is left where it is. */
  released: (name: string) => Promise<void>
  deleted: (name: string) => Promise<void>
  names: () => Promise<{ name: string; damage?: string | undefined }[]>
}

export class Sandboxes {
  /** The most named sandboxes in memory. */
  readonly max: number
  private readonly factory: SandboxFactory
  /** For what is not about one sandbox; it is the default one, unless a source has that. */
  private readonly first: Sandbox
  /** Tasks about the sandboxes of a name, one after the other. */
  private readonly turns = new Map<string, Promise<unknown>>()
  // In the order of last use, the least recently used first.
  private readonly inMemory = new Map<string, Sandbox>()
  private source: SandboxSource | undefined

  constructor(factory: SandboxFactory, publicUrl: string, max = defaultMax) {
    this.factory = factory
    this.max = max
    this.first = factory.default(publicUrl)
    this.inMemory.set(defaultName, this.first)
  }

  get default(): Sandbox {
    return this.inMemory.get(defaultName) ?? this.first
  }

  /** The sandbox that requests about all sandboxes belong to: another process may have the default one. */
  get forAll(): Sandbox {
    return this.source === undefined ? this.default : this.first
  }

  /** True if requests can be served now. */
  get isReady(): boolean {
    return this.source?.isReady !== false
  }

  /** Takes sandboxes from a source from now on, the default one included. Called before the first request. */
  useSource(source: SandboxSource): void {
    this.source = source
    this.inMemory.clear()
  }

  /** The sandbox of that name, if it is in memory. Counts as a use of it. */
  get(name: string): Sandbox | undefined {
    const sandbox = this.inMemory.get(name)
    if (sandbox === undefined || this.inMemory.size === 1) return sandbox
    this.inMemory.delete(name)
    this.inMemory.set(name, sandbox)
    return sandbox
  }

  /** The sandbox of that name in memory. Throws a NotFoundError when there is none. */
  named(name: string): Sandbox {
    const sandbox = this.get(name)
    if (sandbox === undefined) throw unknownSandbox(name)
    return sandbox
  }

  /** The sandbox of that name, wherever it is. Throws a NotFoundError when there is none, and an UnavailableError when it cannot be used. */
  async find(name: string): Promise<Sandbox> {
    if (this.source === undefined) return this.named(name)
    // A name that no sandbox can have must not reach the source.
    if (name !== defaultName && !sandboxNamePattern.test(name)) throw unknownSandbox(name)
    return this.get(name) ?? this.inTurn(name, async () => this.get(name) ?? this.read(name))
  }

  /** Does something with the sandbox of a name, after what is under way with it. */
  private inTurn<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
    const before = this.turns.get(name)
    const result = before === undefined ? act() : before.then(act)
    const turn = result
      .catch(() => undefined)
      .then(() => {
        if (this.turns.get(name) === turn) this.turns.delete(name)
      })
    this.turns.set(name, turn)
    return result
  }

  private async read(name: string): Promise<Sandbox> {
    const stored = await this.source?.open(name, this.urlOf(name))
    if (stored !== undefined) {
      this.keep(stored)
      return stored
    }
    if (name !== defaultName || this.source === undefined) throw unknownSandbox(name)
    return this.place(this.factory.default(this.publicUrl))
  }

  /** Starts the default sandbox from the options of the simulator. */
  startAgain(): Promise<Sandbox> {
    return this.inTurn(defaultName, () => this.place(this.factory.default(this.publicUrl)))
  }

  /** A sandbox with the state of a snapshot, for a source that continues it. */
  restored(name: string, snapshot: unknown, publicUrl: string): Sandbox {
    return this.factory.restored(name, snapshot, publicUrl, this.first.memory)
  }

  /** Forgets a sandbox that its source continues elsewhere. */
  forget(sandbox: Sandbox): void {
    if (this.inMemory.get(sandbox.name) === sandbox) this.inMemory.delete(sandbox.name)
  }

  /** Where the simulator is reached; links in responses start with it. */
  get publicUrl(): string {
    return this.first.options.publicUrl
  }

  /** Lets links in responses start with another URL. */
  setPublicUrl(publicUrl: string): void {
    this.first.setPublicUrl(publicUrl)
    for (const sandbox of this.inMemory.values()) sandbox.setPublicUrl(this.urlOf(sandbox.name))
  }

  has(name: string): boolean {
    return this.inMemory.has(name)
  }

  /** The sandboxes in memory: the default one, then the named ones by name. */
  list(): Sandbox[] {
    return [...this.inMemory.values()].sort(byName)
  }

  /** All sandboxes: those in memory as `entryOf` has them, of the others only what the source knows. */
  async listAll(entryOf: (sandbox: Sandbox) => SandboxEntry): Promise<SandboxEntry[]> {
    const kept = (await this.source?.names()) ?? []
    const entries = new Map(
      kept.map(({ name, damage }): [string, SandboxEntry] => {
        const url = this.urlOf(name)
        const place = { name, baseUrl: `${url}/api`, controlUrl: `${url}/control`, now: null }
        return [name, damage === undefined ? place : { ...place, damage }]
      }),
    )
    for (const sandbox of this.inMemory.values()) entries.set(sandbox.name, entryOf(sandbox))
    return [...entries.values()].sort(byName)
  }

  /** Sets the observer of the attempts to deliver webhooks, in every sandbox. */
  observeAttempts(observer: AttemptObserver): void {
    this.factory.onAttempt = observer
    for (const sandbox of this.list()) sandbox.onAttempt = observer
  }

  /** Creates a named sandbox, which replaces one of the same name. */
  async put(name: string, options: NamedSandboxOptions): Promise<Sandbox> {
    this.first.memory.require(0, 'create a sandbox')
    checkName(name)
    return this.inTurn(name, async () => {
      await this.takeAny(name)
      return this.place(this.factory.named(name, options, this.urlOf(name), this.first.memory))
    })
  }

  /** Creates a named sandbox with the current state of another one. */
  async fork(origin: Sandbox, name: string): Promise<Sandbox> {
    refuseOntoItself(origin, name)
    checkName(name)
    return this.inTurn(name, async () => {
      await this.takeAny(name)
      const fork = await origin.fork(name, this.urlOf(name))
      fork.onAttempt = this.factory.onAttempt
      return this.place(fork)
    })
  }

  /** Takes the sandbox of a name, so that nobody else has it. Undefined when it cannot be continued. Throws a NotFoundError when there is none. */
  private async take(name: string): Promise<Sandbox | undefined> {
    try {
      return this.get(name) ?? (await this.read(name))
    } catch (error) {
      if (error instanceof UnusableError) return undefined
      throw error
    }
  }

  /** Takes the sandbox of a name, if there is one. */
  private async takeAny(name: string): Promise<void> {
    await this.take(name).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error
    })
  }

  async delete(name: string): Promise<void> {
    refuseDefault(name)
    await this.inTurn(name, async () => {
      const sandbox = await this.take(name)
      if (sandbox !== undefined) refuseWhileAdvancing(sandbox, 'deleted')
      this.inMemory.delete(name)
      this.first.memory.released()
      await this.source?.deleted(name)
    })
  }

  /** Leaves a sandbox to its source, unless it is in use. */
  async release(name: string): Promise<void> {
    await this.inTurn(name, async () => {
      const sandbox = this.inMemory.get(name)
      if (sandbox?.busy === true) return
      this.inMemory.delete(name)
      await this.source?.released(name)
    })
  }

  private urlOf(name: string): string {
    return name === defaultName ? this.publicUrl : `${this.publicUrl}/sandboxes/${name}`
  }

  private async place(sandbox: Sandbox): Promise<Sandbox> {
    this.keep(sandbox)
    await this.source?.created(sandbox)
    return sandbox
  }

  private keep(sandbox: Sandbox): void {
    const before = this.inMemory.get(sandbox.name)
    if (before !== undefined) refuseWhileAdvancing(before, 'replaced')
    else if (sandbox.name !== defaultName && this.namedCount >= this.max) this.evict()
    this.inMemory.delete(sandbox.name)
    this.inMemory.set(sandbox.name, sandbox)
  }

  private get namedCount(): number {
    return this.inMemory.size - (this.inMemory.has(defaultName) ? 1 : 0)
  }

  private evict(): void {
    for (const [name, sandbox] of this.inMemory) {
      if (name === defaultName || sandbox.advancing || (this.source !== undefined && sandbox.busy)) continue
      this.inMemory.delete(name)
      void this.release(name)
      return
    }
    throw tooManySandboxes(this.max)
  }
}

function byName(a: { name: string }, b: { name: string }): number {
  if (a.name === defaultName || b.name === defaultName) return a.name === defaultName ? -1 : 1
  return a.name < b.name ? -1 : 1
}
