// The log of one sandbox: what happens to it goes to the store, and what happened before comes from there.

import type { UnavailableError } from '../../core/errors.ts'
import { jsonChunks } from '../../core/json-chunks.ts'
import { type InputLog, type LoggedNumber, type LoggedRequest, turn } from '../sandbox/input-log.ts'
import type { Instant } from '../time/instants.ts'
import type { WebhookRequest } from '../webhooks/delivery.ts'
import type { Outcome, Transport } from '../webhooks/http-transport.ts'
import { answerOf, type Entry, type Start } from './entries.ts'
import type { Stored } from './outside.ts'
import type { Replay } from './replay.ts'
import { type LogWrite, type Store, unavailable } from './store.ts'

/** A sandbox that moves to another process gets a new start, unless its log has only that share of where it starts again anyway. */
const movedShare = 1 / 40

export class SandboxLog implements InputLog {
  readonly name: string
  /** Dictates what happens, until everything from the store has happened again. */
  replay: Replay | undefined
  /** The state of the sandbox now; undefined while something is under way. */
  startNow: () => Start | undefined = () => undefined
  /** Since when the process has the sandbox. */
  readonly openedAt: number
  private readonly store: Store
  private readonly transport: Transport
  private readonly minBytesToRestart: number
  private entries: Entry[] = []
  private start: Start | undefined
  private requests = 0
  /** Requests that belong to the start. */
  private before = 0
  private bytes = 0
  private startBytes = 0
  private failure: string | undefined
  private last: 'delete' | 'release' | undefined
  /** Requests that wait until they are durable. */
  private waiting = 0
  private readonly term: number

  constructor(name: string, store: Store, transport: Transport, minBytesToRestart: number) {
    this.minBytesToRestart = minBytesToRestart
    this.name = name
    this.store = store
    this.openedAt = store.outside.now()
    this.transport = transport
    this.term = store.lease.term()
  }

  request(request: LoggedRequest): LoggedNumber {
    if (this.replay === undefined && this.hasFailed) throw this.error('nothing')
    this.requests += 1
    this.add({ request })
    return this.requests
  }

  responded(number: LoggedNumber, status: number, body: string | Iterable<string>): void {
    const answer = answerOf(status, body)
    if (answer === undefined) return
    if (this.replay !== undefined) {
      this.replay.compare(number, answer)
      return
    }
    const last = this.entries.at(-1)
    if (number === this.requests && last !== undefined && 'request' in last) Object.assign(last, answer)
    else if (number > this.before) this.add({ response: number - this.before, ...answer })
    this.restartIfLong()
  }

  tick(to: Instant): void {
    this.restartIfLong()
    this.add({ tick: to })
  }

  outcome(outcome: Outcome): void {
    this.add({ outcome })
  }

  send: Transport = (request: WebhookRequest, timeoutMs: number): Promise<Outcome> => {
    const send = async () => {
      // A receiver must not learn what a crash would undo.
      await this.durable()
      return this.transport(request, timeoutMs)
    }
    return this.replay?.delivery(send) ?? send()
  }

  async turn(): Promise<void> {
    if (this.replay !== undefined) return this.replay.turn()
    await turn()
    this.add({ turn: true })
  }

  isMemoryFull(isFull: () => boolean): boolean {
    if (this.replay !== undefined) return this.replay.isMemoryFull()
    if (!isFull()) return false
    this.add({ memoryFull: true })
    return true
  }

  durable(): Promise<void> | undefined {
    this.refuseIfFailed()
    const written = this.store.written()
    if (written === undefined) return undefined
    this.waiting += 1
    return written.then(() => {
      this.waiting -= 1
      this.refuseIfFailed()
    })
  }

  get hasFailed(): boolean {
    if (this.term !== this.store.lease.term())
      this.fail(
        'This process could not renew its lease in time, so another one may have taken the sandbox over.',
      )
    return this.failure !== undefined || this.last !== undefined
  }

  private refuseIfFailed(): void {
    if (this.hasFailed) throw this.error('unknown')
  }

  private error(kept: 'nothing' | 'unknown'): UnavailableError {
    const reason = this.last === 'delete' ? 'It was deleted or replaced.' : 'Another process wants it.'
    return unavailable(this.name, this.failure ?? reason, kept)
  }

  /** True if no request waits, and nothing is to be written. */
  get idle(): boolean {
    return this.waiting === 0 && this.entries.length === 0 && this.start === undefined
  }

  /** Deletes the sandbox, or leaves it to other processes. Nothing is added afterwards. Resolves when that is stored. */
  async end(last: 'delete' | 'release'): Promise<void> {
    // Others would replay it while a client waits.
    const isLong = this.bytes > this.minBytesToRestart * movedShare
    const start = last === 'release' && isLong ? this.startNow() : undefined
    if (start !== undefined) this.restart(start)
    this.last = last
    this.store.add(this)
    await this.store.written()
    if (this.failure !== undefined) throw this.error('unknown')
  }

  private add(entry: Entry): void {
    if (this.replay !== undefined || this.failure !== undefined || this.last !== undefined) return
    this.entries.push(entry)
    this.store.add(this)
  }

  private restartIfLong(): void {
    if (this.bytes < Math.max(this.startBytes, this.minBytesToRestart)) return
    const start = this.startNow()
    if (start !== undefined) this.restart(start)
  }

  /** Starts the log again. The start includes everything that happened before. */
  restart(start: Start): void {
    this.start = start
    this.entries = []
    this.before = this.requests
    this.bytes = 0
    this.store.add(this)
  }

  /** Continues a log after its replay. */
  resume({ start, entries }: Pick<Stored, 'start' | 'entries'>): void {
    this.startBytes = start.length
    this.bytes = entries.reduce((sum, { length }) => sum + length, 0)
  }

  /** Takes what is to be written. After a failure nothing is: it would follow what is missing. */
  take(): LogWrite | undefined {
    const { start, last } = this
    if (last === 'delete') return { start: null, entries: [], release: false }
    if (this.failure !== undefined) return undefined
    const entries = this.entries.map((entry) => JSON.stringify(entry))
    for (const { length } of entries) this.bytes += length
    this.entries = []
    this.start = undefined
    const text = start === undefined ? undefined : [...jsonChunks(start)].join('')
    if (text !== undefined) this.startBytes = text.length
    return { start: text, entries, release: last === 'release' }
  }

  /** Notes that something was not written: the state in memory is ahead of the store. */
  fail(reason: string): void {
    this.failure ??= reason
  }
}
