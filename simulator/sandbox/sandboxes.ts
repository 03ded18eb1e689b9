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
  released: (sandbox: Sandbox) => Promise<void>
  deleted: (name: string) => Promise<void>
  names: () => Promise<{ name: string; damage?: string | undefined }[]>
}

export class Sandboxes {
  /** The most named sandboxes in memory. */
  readonly max: number
  private readonly factory: SandboxFactory
  /** For what is not about one sandbox; it is the default one, unless a source has that. */
  private readonly first: Sandbox
  private readonly opening = new Map<string, Promise<Sandbox>>()
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
    const { source } = this
    if (source === undefined) return this.named(name)
    // A name that no sandbox can have must not reach the source.
    if (name !== defaultName && !sandboxNamePattern.test(name)) throw unknownSandbox(name)
    return this.get(name) ?? this.open(name, source)
  }

  private open(name: string, source: SandboxSource): Promise<Sandbox> {
    const opening = this.opening.get(name) ?? this.read(name, source).finally(() => this.opening.delete(name))
    this.opening.set(name, opening)
    return opening
  }

  private async read(name: string, source: SandboxSource): Promise<Sandbox> {
    const stored = await source.open(name, this.urlOf(name))
    if (stored !== undefined) {
      this.keep(stored)
      return stored
    }
    if (name !== defaultName) throw unknownSandbox(name)
    return this.startAgain()
  }

  /** Starts the default sandbox from the options of the simulator. */
  async startAgain(): Promise<Sandbox> {
    const sandbox = this.factory.default(this.publicUrl)
    await this.place(sandbox)
    return sandbox
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
    await this.openToReplace(name)
    const sandbox = this.factory.named(name, options, this.urlOf(name), this.first.memory)
    await this.place(sandbox)
    return sandbox
  }

  /** Creates a named sandbox with the current state of another one. */
  async fork(origin: Sandbox, name: string): Promise<Sandbox> {
    refuseOntoItself(origin, name)
    checkName(name)
    await this.openToReplace(name)
    const fork = await origin.fork(name, this.urlOf(name))
    fork.onAttempt = this.factory.onAttempt
    await this.place(fork)
    return fork
  }

  /** Opens a sandbox, so that nobody else has it. One that does not exist, or cannot be continued, can be replaced. */
  private async openToReplace(name: string): Promise<Sandbox | undefined> {
    try {
      return await this.find(name)
    } catch (error) {
      if (error instanceof NotFoundError || error instanceof UnusableError) return undefined
      throw error
    }
  }

  async delete(name: string): Promise<void> {
    refuseDefault(name)
    const sandbox = await this.find(name).catch((error: unknown) => {
      if (!(error instanceof UnusableError)) throw error
      return undefined
    })
    if (sandbox !== undefined) refuseWhileAdvancing(sandbox, 'deleted')
    this.inMemory.delete(name)
    this.first.memory.released()
    await this.source?.deleted(name)
  }

  private urlOf(name: string): string {
    return name === defaultName ? this.publicUrl : `${this.publicUrl}/sandboxes/${name}`
  }

  private async place(sandbox: Sandbox): Promise<void> {
    this.keep(sandbox)
    await this.source?.created(sandbox)
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
      void this.source?.released(sandbox)
      return
    }
    throw tooManySandboxes(this.max)
  }
}

function byName(a: { name: string }, b: { name: string }): number {
  if (a.name === defaultName || b.name === defaultName) return a.name === defaultName ? -1 : 1
  return a.name < b.name ? -1 : 1
}
