// A balancer as docs/examples/nginx.conf configures one: it repeats what HTTP permits to repeat, avoids a node that has failed, keeps
// connections, and sometimes sends a request to another node than the hash says, or holds it back.

import { crc32 } from 'node:zlib'
import type { SeededRandom } from '../../simulator/world/random.ts'
import { type Answer, Connection, type Failure, type Listener, requestText } from './network.ts'
import type { Scheduler } from './scheduler.ts'

const readMs = 2000
const avoidedMs = 3000

export interface Sent {
  sandbox: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  target: string
  body?: string
  /** Nodes further than the hash says. */
  wrong: number
}

export class Balancer {
  /** Which process gets a connection whose first request has that target. */
  listeners: readonly ((target: string) => Listener | undefined)[] = []
  /** Called when a process has answered. */
  onAnswer: (sent: Sent, listener: Listener, answer: Answer) => void = () => undefined
  private readonly scheduler: Scheduler
  private readonly random: SeededRandom
  private readonly idle = new Map<number, { connection: Connection; listener: Listener }[]>()
  private readonly avoided = new Map<number, number>()

  constructor(scheduler: Scheduler, random: SeededRandom) {
    this.scheduler = scheduler
    this.random = random
  }

  /** The response; undefined if there is none from anybody. */
  async request(sent: Sent): Promise<Answer | undefined> {
    for (const index of this.order(sent)) {
      const outcome = await this.attempt(index, sent)
      if (typeof outcome === 'object') return outcome
      this.avoided.set(index, this.scheduler.now + avoidedMs)
      // It may have been processed.
      if (outcome !== 'refused' && sent.method === 'POST') return undefined
    }
    return undefined
  }

  private order({ sandbox, wrong }: Sent): number[] {
    const count = this.listeners.length
    const first = crc32(sandbox) + wrong
    const all = this.listeners.map((_, index) => (first + index) % count)
    const isAvoided = (index: number) => (this.avoided.get(index) ?? 0) > this.scheduler.now
    return [...all.filter((index) => !isAvoided(index)), ...all.filter(isAvoided)]
  }

  private async attempt(index: number, sent: Sent): Promise<Answer | Failure> {
    const idle = (this.idle.get(index) ?? []).filter(({ connection }) => !connection.isClosed)
    this.idle.set(index, idle)
    let used = this.random.below(4) === 0 ? undefined : idle.shift()
    if (used === undefined) {
      const listener = this.listeners[index]?.(sent.target)
      if (listener?.server === undefined || listener.machine.isDead) {
        await this.scheduler.sleep(1)
        return 'refused'
      }
      used = { connection: new Connection(listener), listener }
    }
    // Held back between the connection and the request.
    if (this.random.below(8) === 0) await this.scheduler.sleep(this.random.below(1500))
    const { connection, listener } = used
    const { method, target, body = '' } = sent
    const outcome = await connection.send(requestText(method, target, body), readMs)
    if (typeof outcome === 'object') {
      this.onAnswer(sent, listener, outcome)
      idle.push(used)
    }
    return outcome
  }
}
