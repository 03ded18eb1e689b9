// Keeps the sandboxes of a simulator in a store, and takes them from there.

import { InvariantError } from '../../core/errors.ts'
import { turn } from '../sandbox/input-log.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { makeSnapshot } from '../sandbox/snapshot.ts'
import type { Transport } from '../webhooks/http-transport.ts'
import { Committer } from './committer.ts'
import type { Start } from './entries.ts'
import { Replay, type ServeAgain } from './replay.ts'
import { SandboxLog } from './sandbox-log.ts'
import type { Store } from './store.ts'

/** Makes a sandbox with the state of a snapshot. */
type MakeSandbox = (snapshot: unknown, publicUrl: string) => Sandbox

/** A log gets a new start when its entries are as long as its start, but not before they have that many bytes. */
const defaultMinBytesToRestart = 1_000_000

export class Keeper {
  private readonly store: Store
  private readonly committer: Committer
  private readonly serve: ServeAgain
  private readonly report: (line: string) => void
  private readonly minBytesToRestart: number

  /** `report` receives a line about each damaged sandbox. */
  constructor(
    store: Store,
    serve: ServeAgain,
    report: (line: string) => void,
    minBytesToRestart = defaultMinBytesToRestart,
  ) {
    this.minBytesToRestart = minBytesToRestart
    this.store = store
    this.committer = new Committer(store)
    this.serve = serve
    this.report = report
  }

  /** The sandboxes that there are from the start. */
  names(): Promise<string[]> {
    return this.store.names()
  }

  /** The log of a sandbox that is to be created. */
  newLog(name: string, transport: Transport): SandboxLog {
    return new SandboxLog(name, this.committer, transport, this.minBytesToRestart)
  }

  /** Stores a new sandbox. */
  created(sandbox: Sandbox): void {
    const { log } = sandbox
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

  deleted(name: string): void {
    this.committer.delete(name)
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
