// The time that a process may use its sandboxes: until others could take it for dead, by a clock that goes on while the process is paused.

import { errorMessage } from '../../core/errors.ts'
import { type Outside, TakenOverError } from './outside.ts'

/** After how long without a renewal nodes take others for dead. */
export const nodeLeaseMs = 2500
/** The part of a lease that a process uses: clocks differ in speed. */
const usedShare = 0.8
const renewalMs = 500
/** After a failure. */
const retryMs = 100

/** Renews leases. */
interface Lessor {
  readonly leaseMs: number
  renew: () => Promise<boolean>
}

export class Lease {
  private readonly lessor: Lessor
  private readonly outside: Outside
  private readonly report: (line: string) => void
  private readonly watchers: ((isServing: boolean) => void)[] = []
  private leases = 0
  private usableUntil = Number.NEGATIVE_INFINITY
  private since = Number.POSITIVE_INFINITY
  private lapsed = true
  private ended = false

  private constructor(lessor: Lessor, outside: Outside, report: (line: string) => void) {
    this.lessor = lessor
    this.outside = outside
    this.report = report
  }

  /** A lease that nobody grants: it lapses when the process was interrupted for as long as a node may not be. */
  static async ofProcess(outside: Outside): Promise<Lease> {
    return Lease.open({ leaseMs: nodeLeaseMs, renew: async () => true }, outside, () => undefined)
  }

  /** Resolves when there is a lease. `report` receives a line when it cannot be renewed, and when that is possible again. */
  static async open(lessor: Lessor, outside: Outside, report: (line: string) => void): Promise<Lease> {
    const lease = new Lease(lessor, outside, report)
    await lease.renew()
    void lease.keepRenewing()
    return lease
  }

  /**
   * Changes whenever others may have taken over what this process has opened, such as after it was paused. Then everything must be
   * opened again before it is used, and requests from before are dropped. NaN, which equals nothing, while there is no lease, and for
   * what arrived before it in another process of this machine.
   */
  term(arrived = Number.POSITIVE_INFINITY): number {
    if (this.outside.now() >= this.usableUntil) this.lapse()
    return this.lapsed || arrived < this.since ? Number.NaN : this.leases
  }

  /** Calls the function when the lease has lapsed, with false, and when there is another one. */
  onServing(watcher: (isServing: boolean) => void): void {
    this.watchers.push(watcher)
  }

  /** Ends it, without a word to those who watch it. */
  end(): void {
    this.ended = true
    this.usableUntil = Number.NEGATIVE_INFINITY
  }

  private lapse(): void {
    this.usableUntil = Number.NEGATIVE_INFINITY
    if (this.lapsed) return
    this.lapsed = true
    for (const watcher of this.watchers) watcher(false)
  }

  private async keepRenewing(): Promise<void> {
    let failed: unknown
    while (!this.ended && !(failed instanceof TakenOverError)) {
      await this.outside.sleep(failed === undefined ? renewalMs : retryMs)
      if (!this.ended) failed = await this.renewedOr(failed)
    }
    if (failed instanceof TakenOverError) this.lapse()
  }

  /** Renews it, and returns the error of that; reports the first failure, and the first success after one. */
  private async renewedOr(failed: unknown): Promise<unknown> {
    try {
      // A lapse is noticed here at the latest.
      this.term()
      await this.renew()
      if (failed !== undefined) this.report('The database can be reached again.')
      return undefined
    } catch (error) {
      if (failed === undefined && !this.ended)
        this.report(`The database cannot be used: ${errorMessage(error)}.`)
      return error
    }
  }

  private async renew(): Promise<void> {
    const sent = this.outside.now()
    if (!(await this.lessor.renew())) this.lapse()
    // Others may have taken over when this renewal is later than the end of the one before.
    const isNew = Number.isNaN(this.term())
    this.usableUntil = this.ended ? Number.NEGATIVE_INFINITY : sent + usedShare * this.lessor.leaseMs
    if (!isNew || this.outside.now() >= this.usableUntil) return
    this.leases += 1
    // Nobody takes over what ends with its process.
    this.since = Number.isFinite(this.lessor.leaseMs) ? sent : Number.NEGATIVE_INFINITY
    this.lapsed = false
    for (const watcher of this.watchers) watcher(true)
  }
}
