// The sandboxes of one simulator: the default one, and a limited number of named ones.

import { NotFoundError, UnavailableError } from '../../core/errors.ts'
import { defaultName, sandboxNamePattern } from '../../spec/control/values.ts'
import { merged, type Peers, type SandboxEntry, storedEntry } from './peers.ts'
import type { AttemptObserver, Sandbox } from './sandbox.ts'
import type { SandboxFactory } from './sandbox-factory.ts'
import {
  checkName,
  ignoring,
  type NamedSandboxOptions,
  refuseDefault,
  refuseOntoItself,
  refuseWhileAdvancing,
  tooManySandboxes,
  unknownSandbox,
} from './sandbox-names.ts'
import { type StoredSandboxes, UnusableError } from './stored-sandboxes.ts'

const defaultMax = 256

export class Sandboxes {
  /** The most named sandboxes. */
  readonly max: number
  private readonly factory: SandboxFactory
  private root: Sandbox
  /** In memory only, for requests that are not about one sandbox. */
  private readonly desk: Sandbox
  /** Sandboxes that are being read from the store. */
  private readonly opening = new Map<string, Promise<Sandbox | undefined>>()
  /** The other workers; undefined if this is the only process, or if processes share a database. */
  peers: Peers | undefined
  // In the order of last use, the least recently used first.
  private readonly others = new Map<string, Sandbox>()

  constructor(factory: SandboxFactory, publicUrl: string, max = defaultMax) {
    this.factory = factory
    this.max = max
    this.root = factory.default(publicUrl)
    this.desk = this.root
  }

  /** The lease under which a request that arrives now is processed; see `Lease`. */
  readonly term = (arrived?: number): number => this.keeper?.term(arrived) ?? 0

  private get keeper(): StoredSandboxes | undefined {
    return this.factory.keeper
  }

  get default(): Sandbox {
    return this.root
  }

  /** True if requests can be served now: a process without its store cannot. */
  get isReady(): boolean {
    return this.keeper?.isReady !== false
  }

  /**
   * Keeps all sandboxes in a store from now on, those of the store included. Called before the first request. Resolves with
   * false when the default sandbox is one that cannot be continued.
   */
  async keepWith(keeper: StoredSandboxes): Promise<boolean> {
    this.factory.keeper = keeper
    keeper.onWanted((name) => this.handOver(name))
    // Those beyond the maximum are opened when they are used. One that cannot be continued is reported.
    let isWhole = true
    for (const name of (await keeper.names()).slice(0, this.max + 1))
      await this.open(name).catch((error: unknown) => {
        if (!(error instanceof UnavailableError)) throw error
        if (name === defaultName) isWhole = false
      })
    return isWhole
  }

  /** As `named`, with the sandboxes that are in the store only. Throws an UnavailableError for one of another worker. */
  find(name: string): Sandbox | Promise<Sandbox> {
    requireServable(name, this.peers)
    if (this.keeper === undefined) return this.named(name)
    const sandbox = name === defaultName ? this.root : this.get(name)
    if (sandbox?.log?.hasFailed === false) return sandbox
    return this.keeper.inTime(name, this.open(name)).then((opened) => {
      if (opened === undefined) throw unknownSandbox(name)
      return opened
    })
  }

  /** The sandbox that requests about all sandboxes belong to: another process may have the default one. */
  administrative(): Sandbox | Promise<Sandbox> {
    return this.keeper !== undefined || this.peers !== undefined ? this.desk : this.root
  }

  /** Leaves a sandbox to another process, as soon as it is not in use. The other process asks again. */
  private handOver(name: string): void {
    if (this.opening.has(name)) return
    const sandbox = name === defaultName ? this.root : this.others.get(name)
    if (sandbox?.log?.hasFailed !== false) this.keeper?.releaseUnused(name)
    else if (this.keeper?.handOver(sandbox) === true) this.others.delete(name)
  }

  private open(name: string): Promise<Sandbox | undefined> {
    let opening = this.opening.get(name)
    if (opening === undefined) {
      opening = this.read(name).finally(() => this.opening.delete(name))
      this.opening.set(name, opening)
    }
    return opening
  }

  private async read(name: string): Promise<Sandbox | undefined> {
    const { keeper } = this
    if (keeper === undefined) return undefined
    const url = this.urlOf(name)
    const stored = await keeper.open(name, url, (snapshot, publicUrl) =>
      this.factory.restored(name, snapshot, publicUrl, this.root.memory),
    )
    if (name !== defaultName) {
      if (stored !== undefined) this.keep(stored)
      return stored
    }
    if (stored === undefined) this.startAgain()
    else this.root = stored
    return this.root
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

  /** The sandbox of that name in memory, including the default one. Throws a NotFoundError when it does not exist. */
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
    return [this.default, ...[...this.others.values()].sort((a, b) => (a.name < b.name ? -1 : 1))]
  }

  /** The sandboxes of all processes that are known here, the default one first. */
  async listAll(entryOf: (sandbox: Sandbox) => SandboxEntry): Promise<SandboxEntry[]> {
    const stored = ((await this.keeper?.storedNames()) ?? []).map((one) =>
      storedEntry(one, this.urlOf(one.name)),
    )
    const isHere = ({ name, log }: Sandbox) =>
      this.peers?.isOwn(name) !== false && (this.keeper === undefined || log?.hasFailed === false)
    const here = this.list().filter(isHere).map(entryOf)
    return merged([...stored, ...((await this.peers?.list()) ?? []), ...here])
  }

  /** Sets the observer of the attempts to deliver webhooks, in every sandbox. */
  observeAttempts(observer: AttemptObserver): void {
    this.factory.onAttempt = observer
    for (const sandbox of this.list()) sandbox.onAttempt = observer
  }

  /** Creates a named sandbox, which replaces one of the same name. */
  async put(name: string, options: NamedSandboxOptions, arrived = this.term()): Promise<Sandbox> {
    this.default.memory.require(0, 'create a sandbox')
    checkName(name)
    requireServable(name, this.peers)
    await this.findUsable(name).catch(ignoring(NotFoundError))
    const sandbox = this.factory.named(name, options, this.urlOf(name), this.default.memory)
    this.keeper?.requireTerm(arrived, name)
    this.place(sandbox)
    await sandbox.log?.durable()
    return sandbox
  }

  /** Creates a named sandbox with the current state of another one. */
  async fork(origin: Sandbox, name: string, arrived = this.term()): Promise<Sandbox> {
    refuseOntoItself(origin, name)
    checkName(name)
    await this.findUsable(name).catch(ignoring(NotFoundError))
    const log = this.keeper?.newLog(name, origin.options.transport)
    const fork = await origin.fork(name, this.urlOf(name), log)
    this.keeper?.requireTerm(arrived, name)
    this.place(fork)
    await fork.log?.durable()
    return fork
  }

  /** As `find`, but the default sandbox starts again when the stored one is damaged. */
  async findToReset(name: string): Promise<Sandbox> {
    const term = this.term()
    try {
      return await this.find(name)
    } catch (error) {
      if (name !== defaultName || !(error instanceof UnusableError && error.isDamaged)) throw error
      this.keeper?.requireTerm(term, name)
      // Another request may have started it again meanwhile.
      if (this.root.log?.hasFailed !== false) this.startAgain()
      return this.root
    }
  }

  private startAgain(): void {
    this.root = this.factory.default(this.publicUrl)
    this.keeper?.created(this.root)
  }

  /** As `find`, so that no other process has it; undefined when it cannot be continued. */
  private async findUsable(name: string): Promise<Sandbox | undefined> {
    try {
      return await this.find(name)
    } catch (error) {
      if (error instanceof UnusableError) return undefined
      throw error
    }
  }

  async delete(name: string, arrived = this.term()): Promise<void> {
    refuseDefault(name)
    const sandbox = await this.findUsable(name)
    if (sandbox === undefined) return this.keeper?.deletedUnusable(name)
    this.keeper?.requireTerm(arrived, name)
    refuseWhileAdvancing(sandbox, 'deleted')
    this.others.delete(name)
    this.peers?.report(this.others.size)
    this.default.memory.released()
    await this.keeper?.deleted(sandbox)
  }

  private urlOf(name: string): string {
    return name === defaultName ? this.publicUrl : `${this.publicUrl}/sandboxes/${name}`
  }

  private place(sandbox: Sandbox): void {
    const before = this.others.get(sandbox.name)
    this.keep(sandbox)
    this.keeper?.created(sandbox, before)
  }

  private keep(sandbox: Sandbox): void {
    const before = this.others.get(sandbox.name)
    if (before !== undefined) refuseWhileAdvancing(before, 'replaced')
    else if (this.others.size + (this.peers?.elsewhere ?? 0) >= this.max) this.evict()
    this.others.delete(sandbox.name)
    this.others.set(sandbox.name, sandbox)
    this.peers?.report(this.others.size)
  }

  private evict(): void {
    for (const [name, sandbox] of this.others) {
      if (sandbox.advancing) continue
      if (this.keeper?.release(sandbox) === false) continue
      this.others.delete(name)
      return
    }
    // All of them may be in other workers.
    if (this.peers === undefined || this.others.size > 0) throw tooManySandboxes(this.max)
  }
}

/**
 * Throws a NotFoundError for a name that no sandbox can have, which must not reach a store; and an UnavailableError for a sandbox of
 * another worker, because two processes would write about it.
 */
function requireServable(name: string, peers: Peers | undefined): void {
  if (!sandboxNamePattern.test(name)) throw unknownSandbox(name)
  if (peers?.isOwn(name) !== false) return
  throw new UnavailableError(
    `The sandbox ${name} is not in this process.`,
    'Another worker has it.',
    'Nothing of this request is kept. Repeat it.',
  )
}
