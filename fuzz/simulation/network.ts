// The network in memory: connections to processes, which serve HTTP with their real listeners.

import type { Server } from 'node:http'
import { Duplex } from 'node:stream'
import type { Machine } from './machine.ts'

export interface Answer {
  status: number
  body: string
}

/** The end of an attempt without a response. */
export type Failure = 'refused' | 'closed' | 'timeout'

/** A process that serves, as others see it. */
export interface Listener {
  machine: Machine
  /** Undefined while nobody listens. */
  server: Server | undefined
}

/** The server's end of a connection, of which the client is a function. */
export class Connection extends Duplex {
  readonly listener: Listener
  /** The request that has no response yet. */
  text: string | undefined
  private readonly machine: Machine
  private received = Buffer.alloc(0)
  private ends: ((outcome: Answer | 'closed') => void) | undefined
  isClosed = false

  /** Opens it. The process accepts it when it is not paused. */
  constructor(listener: Listener) {
    super()
    this.listener = listener
    this.machine = listener.machine
    this.machine.onEnd(() => this.destroy())
    this.machine.after(1, () => this.accept(listener))
  }

  /** A connection that waits to be accepted is dropped when nobody listens any more. */
  accept({ server }: Listener): void {
    if (server === undefined) this.destroy()
    else server.emit('connection', this)
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: string, done: () => void): void {
    done()
    this.received = Buffer.concat([this.received, bytes])
    const answer = answerIn(this.received)
    if (answer === undefined) return
    this.text = undefined
    this.received = Buffer.alloc(0)
    this.settle(answer)
  }

  override _destroy(_: Error | null, done: () => void): void {
    this.isClosed = true
    this.settle('closed')
    done()
  }

  private settle(outcome: Answer | 'closed'): void {
    const { ends: end } = this
    this.ends = undefined
    if (end !== undefined) this.machine.scheduler.after(1, () => end(outcome))
  }

  /** Sends a request. */
  send(text: string, timeoutMs: number): Promise<Answer | Failure> {
    return new Promise((resolve) => {
      if (this.isClosed) {
        resolve('closed')
        return
      }
      this.ends = resolve
      this.text = text
      this.machine.after(1, () => this.push(text))
      this.machine.scheduler.after(timeoutMs, () => {
        if (this.ends !== resolve) return
        this.ends = undefined
        resolve('timeout')
        this.isClosed = true
        this.machine.after(1, () => this.destroy())
      })
    })
  }
}

/** A complete response. */
function answerIn(bytes: Buffer): Answer | undefined {
  const text = bytes.toString('latin1')
  const end = text.indexOf('\r\n\r\n') + 4
  if (end < 4) return undefined
  const head = text.slice(0, end)
  const status = Number(head.slice(9, 12))
  if (status < 200) return undefined
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (length === undefined) {
    if (!text.endsWith('\r\n0\r\n\r\n')) return undefined
    return {
      status,
      body: text
        .slice(end)
        .replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, '')
        .trimEnd(),
    }
  }
  if (bytes.length < end + Number(length)) return undefined
  return { status, body: bytes.toString('utf8', end, end + Number(length)) }
}

/** A request as it is sent. The target is sent as it is. */
export function requestText(method: string, target: string, body: string): string {
  const length = Buffer.byteLength(body)
  return [
    `${method} ${target} HTTP/1.1`,
    'host: 127.0.0.1:4020',
    'authorization: Bearer merchant-lamp-shop',
    'x-transaction-source: qr-code-api',
    ...(method === 'GET' ? [] : ['content-type: application/json', `content-length: ${length}`]),
    `\r\n${body}`,
  ].join('\r\n')
}
