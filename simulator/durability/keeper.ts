// Keeps the sandboxes of a simulator in a store, and takes them from there.

import { setTimeout as sleep } from 'node:timers/promises'
import { InvariantError } from '../../core/errors.ts'
import { turn } from '../sandbox/input-log.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { makeSnapshot } from '../sandbox/snapshot.ts'
import type { Transport } from '../webhooks/http-transport.ts'
import { Committer } from './committer.ts'
import type { Start } from './entries.ts'
import { Replay, type ServeAgain } from './replay.ts'
import { SandboxLog } from './sandbox-log.ts'
import { type Store, unavailable, type Write } from './store.ts'

/** Makes a sandbox with the state of a snapshot. */
type MakeSandbox = (snapshot: unknown, publicUrl: string) => Sandbox

/** A log gets a new start when its entries are as long as its start, but not before they have that many bytes. */
const defaultMinBytesToRestart = 1_000_000
/** Where a sandbox may move to another process at any time, its log is kept short. */
const sharedMinBytesToRestart = 200_000
const maxOpeningMs = 1000

export class Keeper {
  private readonly store: Store
  private readonly committer: Committer
  private readonly serve: ServeAgain
  private readonly report: (line: string) => void
  /** Whether the process has the sandbox of that name. */
  readonly isOwn: (name: string) => boolean
  private readonly minBytesToRestart: number

  /** `report` receives a line about each damaged sandbox. Sandboxes that are not its own are left as they are. */
  constructor(
    store: Store,
    serve: ServeAgain,
    report: (line: string) => void,
    isOwn: (name: string) => boolean = () => true,
  ) {
    this.minBytesToRestart = store.shared === undefined ? defaultMinBytesToRestart : sharedMinBytesToRestart
    this.isOwn = isOwn
    this.store = store
    this.committer = new Committer(store)
    this.serve = serve
    this.report = report
  }

  /** The sandboxes that there are from the start. */
  async names(): Promise<string[]> {
    return (await this.store.names()).filter(this.isOwn)
  }

  /** The names of all sandboxes in a shared store; undefined for a store of one process. */
  async sharedNames(): Promise<string[] | undefined> {
    return this.store.shared?.names()
  }

  /** The log of a sandbox that is to be created. */
  newLog(name: string, transport: Transport): SandboxLog {
    return new SandboxLog(name, this.committer, transport, this.minBytesToRestart)
  }

  /** Stores a new sandbox, which may replace one. */
  created(sandbox: Sandbox, replaced?: Sandbox): void {
    const { log } = sandbox
    // Requests that it still processes must not be added to the log of the new one.
    if (replaced?.log instanceof SandboxLog) replaced.log.fail('It was replaced.')
    if (!(log instanceof SandboxLog)) return
    this.follow(sandbox, log)
    log.restart(startOf(sandbox))
  }

  private follow(sandbox: Sandbox, log: SandboxLog): void {
    log.startNow = () => (sandbox.busy ? undefined : startOf(sandbox))
  }

  /** Resolves when everything is stored. */
  async close(): Promise<void> {
    await this.committer.written()
    await this.store.close()
  }

  /** Deletes a sandbox. Resolves when that is stored. */
  async deleted({ log }: Sandbox): Promise<void> {
    if (log instanceof SandboxLog) await log.end('delete')
  }

  /** Whether several processes use the store. */
  get isShared(): boolean {
    return this.store.shared !== undefined
  }

  /** Calls the function with the name of each sandbox that another process wants to open. */
  onWanted(wanted: (name: string) => void): void {
    this.store.shared?.onWanted(wanted)
  }

  /**
   * Waits for a sandbox of a shared store for a limited time: a proxy takes a late response for a failed process. The sandbox is
   * opened nevertheless, for the request that repeats this one.
   */
  async inTime<Opened>(name: string, opening: Promise<Opened>): Promise<Opened> {
    if (!this.isShared) return opening
    const over = new AbortController()
    const late = sleep(maxOpeningMs, undefined, { signal: over.signal }).then(() => {
      throw unavailable(name, 'It is being taken over from another process.', 'nothing')
    })
    // Of two that reject, the other one is not awaited.
    late.catch(() => undefined)
    return Promise.race([opening, late]).finally(() => over.abort())
  }

  /** Leaves a sandbox to other processes. Returns false while it is in use. */
  release({ log, busy }: Sandbox): boolean {
    if (busy || !(log instanceof SandboxLog) || !log.idle) return false
    // If it fails, the sandbox stays with this process until it is wanted again.
    log.end('release').catch(() => undefined)
    return true
  }

  /** Leaves a sandbox to other processes that this one has opened earlier, and does not use. */
  releaseUnused(name: string): void {
    const take = (): Write => ({ start: undefined, entries: [], release: true })
    this.committer.add({ name, take, fail: () => undefined })
  }

  /** Takes a sandbox from the store, in the state in which its last response left it. Undefined when it does not exist. */
  async open(name: string, publicUrl: string, make: MakeSandbox): Promise<Sandbox | undefined> {
    await this.committer.written()
    const stored = await this.store.open(name)
    if (stored === undefined) return undefined
    if (stored.damage !== undefined) this.report(stored.damage)
    const start: Start = JSON.parse(stored.start)
    const replay = new Replay(stored.entries)
    const sandbox = make(start.snapshot, start.publicUrl)
    const { log } = sandbox
    if (!(log instanceof SandboxLog)) throw new InvariantError('A stored sandbox has a log.')
    log.replay = replay
    await replay.run(sandbox, this.serve)
    log.replay = undefined
    replay.end()
    if (start.publicUrl === publicUrl) {
      this.follow(sandbox, log)
      log.resume(stored)
      return sandbox
    }
    // Links in responses contain the URL, so it changes only after everything has happened again.
    while (sandbox.busy) await turn()
    sandbox.setPublicUrl(publicUrl)
    this.created(sandbox)
    return sandbox
  }
}

function startOf(sandbox: Sandbox): Start {
  return { publicUrl: sandbox.options.publicUrl, snapshot: makeSnapshot(sandbox) }
}
