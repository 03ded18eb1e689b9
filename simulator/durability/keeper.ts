// Keeps the sandboxes of a simulator in a store, and takes them from there.

import { errorMessage, InvariantError, UnavailableError } from '../../core/errors.ts'
import { defaultName } from '../../spec/control/values.ts'
import { turn } from '../sandbox/input-log.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { makeSnapshot } from '../sandbox/snapshot.ts'
import {
  type MakeSandbox,
  type StoredName,
  type StoredSandboxes,
  UnusableError,
} from '../sandbox/stored-sandboxes.ts'
import { formatInstant } from '../time/instants.ts'
import type { Transport } from '../webhooks/http-transport.ts'
import type { Start } from './entries.ts'
import type { Stored } from './outside.ts'
import { Replay, ReplayError, type ServeAgain } from './replay.ts'
import { SandboxLog } from './sandbox-log.ts'
import { type LogWrite, type Store, unavailable } from './store.ts'

/** A log gets a new start when its entries are as long as its start, but not before they have that many bytes. */
const defaultMinBytesToRestart = 2_000_000
/** Where a sandbox may move to another process at any time, its log is kept short. */
const sharedMinBytesToRestart = 200_000
const maxOpeningMs = 1000
const maxReasonLength = 500

/** The shortest time that a sandbox stays with a process, even if others want it. */
const minOwnershipMs = 1000
/** After how long a sandbox that could not be continued is tried again: another process may have repaired it. */
const unusableMs = 10_000

export class Keeper implements StoredSandboxes {
  readonly store: Store
  private readonly serve: ServeAgain
  private readonly report: (line: string) => void
  readonly isOwn: (name: string) => boolean
  /** True if sandboxes that are damaged continue without what does not fit, and `report` receives what is left out. */
  repairs = false
  private readonly minBytesToRestart: number
  private readonly unusable = new Map<string, { error: UnusableError; until: number }>()

  /** `report` receives a line about each sandbox that cannot be continued. */
  constructor(
    store: Store,
    serve: ServeAgain,
    report: (line: string) => void,
    isOwn: (name: string) => boolean = () => true,
  ) {
    this.minBytesToRestart = store.database.isLocal ? defaultMinBytesToRestart : sharedMinBytesToRestart
    this.isOwn = isOwn
    this.store = store
    this.serve = serve
    this.report = report
  }

  /** True if sandboxes can be used now: false from when the lease of this process lapses until it is renewed. */
  get isReady(): boolean {
    return !Number.isNaN(this.store.lease.term())
  }

  term = (arrived?: number): number => this.store.lease.term(arrived)

  onWanted(wanted: (name: string) => void): void {
    this.store.database.onWanted(wanted)
  }

  async names(): Promise<string[]> {
    if (!this.store.database.isLocal) return []
    const names = (await this.store.database.names()).map(({ name }) => name)
    return [...new Set([defaultName, ...names.sort()])].filter(this.isOwn)
  }

  /** The names of all sandboxes, whichever process has them, with what is wrong with them. */
  async storedNames(): Promise<StoredName[]> {
    const names = await this.store.database.names()
    return names.map(({ name, damage }) => ({
      name,
      damage: damage ?? this.unusable.get(name)?.error.detail,
    }))
  }

  newLog(name: string, transport: Transport): SandboxLog {
    return new SandboxLog(name, this.store, transport, this.minBytesToRestart)
  }

  created(sandbox: Sandbox, replaced?: Sandbox): void {
    const { log } = sandbox
    this.unusable.delete(sandbox.name)
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
    await this.store.close()
  }

  /** Deletes a sandbox. Resolves when that is stored. */
  async deleted({ log }: Sandbox): Promise<void> {
    if (log instanceof SandboxLog) await log.end('delete')
  }

  /** Deletes a sandbox that cannot be continued. Resolves when that is stored. */
  async deletedUnusable(name: string): Promise<void> {
    this.unusable.delete(name)
    this.store.add({
      name,
      take: () => ({ start: null, entries: [], release: false }),
      fail: (reason) => this.report(`paytwin: The sandbox ${name} could not be deleted. ${reason}`),
    })
    await this.store.written()
  }

  /**
   * Waits for a sandbox for a limited time if other nodes could serve it: a proxy takes a late response for a failed process. The
   * sandbox is opened nevertheless, for the request that repeats this one. A request belongs to the lease under which it arrived.
   */
  async inTime<Opened>(name: string, opening: Promise<Opened>): Promise<Opened> {
    const { outside, database } = this.store
    const term = this.store.lease.term()
    const opened = opening.then((sandbox) => {
      this.requireTerm(term, name)
      return sandbox
    })
    if (database.isLocal) return opened
    const late = outside.sleep(maxOpeningMs).then(() => {
      throw unavailable(name, 'It is being taken over from another process.', 'nothing')
    })
    // Of two that reject, the other one is not awaited.
    late.catch(() => undefined)
    opened.catch(() => undefined)
    return Promise.race([opened, late])
  }

  /** Refuses a request that arrived in another term: its sender may have repeated it long ago. */
  requireTerm(arrived: number, name: string): void {
    if (arrived !== this.store.lease.term())
      throw unavailable(name, 'The request arrived before this process was interrupted.', 'nothing')
  }

  /** Leaves a sandbox to other processes. Returns false while it is in use, or has just been opened. One that has failed is of no use. */
  release({ log, busy }: Sandbox, minMs = 0): boolean {
    if (log?.hasFailed === true) return true
    if (busy || !(log instanceof SandboxLog) || !log.idle) return false
    if (this.store.outside.now() - log.openedAt < minMs) return false
    // If it fails, the sandbox stays with this process until it is wanted again.
    log.end('release').catch(() => undefined)
    return true
  }

  handOver(sandbox: Sandbox): boolean {
    return this.release(sandbox, minOwnershipMs)
  }

  /** Leaves a sandbox to other processes that this one has opened earlier, and does not use. */
  releaseUnused(name: string): void {
    const take = (): LogWrite => ({ start: undefined, entries: [], release: true })
    this.store.add({ name, take, fail: () => undefined })
  }

  /**
   * Takes a sandbox from the store, in the state in which its last response left it. Undefined when it does not exist. Throws an
   * UnusableError when it cannot be continued, unless sandboxes are repaired: then it continues from the last entry that fits.
   */
  async open(name: string, url: string, make: MakeSandbox): Promise<Sandbox | undefined> {
    const known = this.unusable.get(name)
    if (known !== undefined && !this.repairs && this.store.outside.now() < known.until) throw known.error
    const stored = await this.store.open(name)
    this.unusable.delete(name)
    if (stored === undefined) return undefined
    try {
      return await this.continued(stored, url, make)
    } catch (error) {
      if (error instanceof UnavailableError) throw error
      const detail = `${errorMessage(error).slice(0, maxReasonLength)}`
      const unusable = new UnusableError(
        `The stored sandbox ${name} cannot be continued.`,
        detail,
        remedyFor(name, stored, error),
        stored.damage !== undefined,
      )
      this.unusable.set(name, { error: unusable, until: this.store.outside.now() + unusableMs })
      this.report(`paytwin: ${unusable.message}`)
      return Promise.reject(unusable)
    }
  }

  private reportContinued({ name, advanceTarget }: Sandbox, count: number): void {
    if (advanceTarget !== undefined)
      this.report(
        `The sandbox ${name} continues an advance to ${formatInstant(advanceTarget)}, which did not end before.`,
      )
    if (count === 0) return
    const changed = `${count} responses of the control API differ from those stored`
    this.report(`The sandbox ${name} continues, although ${changed}. Another version may have stored it.`)
  }

  private async continued(stored: Stored, url: string, make: MakeSandbox): Promise<Sandbox> {
    const { damage, entries } = stored
    if (damage !== undefined && (!this.repairs || stored.start === '')) throw new Error(damage)
    const start: Start = JSON.parse(stored.start)
    const replay = new Replay(entries)
    const sandbox = make(start.snapshot, start.publicUrl)
    const { log } = sandbox
    if (!(log instanceof SandboxLog)) throw new InvariantError('A stored sandbox has a log.')
    log.replay = replay
    if (start.journal !== undefined) sandbox.journal.continue(start.journal)
    try {
      await replay.run(sandbox, this.serve)
    } catch (error) {
      if (!this.repairs || !(error instanceof ReplayError)) throw error
      const { fitting, message } = error
      const left = `${message} It and what follows it, ${entries.length - fitting} entries, are left out.`
      const known = damage === undefined ? left : `${left} ${damage}`
      return this.continued({ ...stored, entries: entries.slice(0, fitting), damage: known }, url, make)
    }
    log.replay = undefined
    replay.end()
    this.reportContinued(sandbox, replay.changedReports)
    if (start.publicUrl === url && damage === undefined) {
      this.follow(sandbox, log)
      log.resume(stored)
      return sandbox
    }
    // Links in responses contain the URL, so it changes only after everything has happened again.
    while (sandbox.busy) await turn()
    if (damage !== undefined)
      this.report(`The sandbox ${sandbox.name} continues after entry ${entries.length} of its log. ${damage}`)
    sandbox.setPublicUrl(url)
    this.created(sandbox)
    return sandbox
  }
}

function startOf(sandbox: Sandbox): Start {
  const { options, journal } = sandbox
  return { publicUrl: options.publicUrl, snapshot: makeSnapshot(sandbox), journal: journal.end }
}

/** The ways out for a stored sandbox that cannot be continued. */
function remedyFor(name: string, { damage, start }: Stored, error: unknown): string {
  const isRepairable = damage === undefined ? error instanceof ReplayError : start !== ''
  const ways = [
    ...(damage === undefined
      ? [
          'start the version that stored it, let it write a file by paytwin export, and replace the sandbox with that',
        ]
      : []),
    ...(isRepairable
      ? [`continue it from the last entry that fits with paytwin import --repair --sandbox ${name}`]
      : []),
    name === defaultName
      ? wayOutOfDefault(damage)
      : `replace or delete it with PUT or DELETE /sandboxes/${name}`,
  ]
  const kept =
    damage === undefined ? 'Until then it stays as it is.' : 'A directory keeps its log as damaged-*.log.'
  return `Do one of these: ${ways.join('; ')}. ${kept}`
}

const wayOutOfDefault = (damage: string | undefined) =>
  damage === undefined
    ? 'use another directory or database'
    : 'start it again with paytwin reset (POST /control/reset) or replace it with paytwin import'
