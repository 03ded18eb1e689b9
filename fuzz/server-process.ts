// A simulator in its own process, and raw exchanges with it: bytes that need not be HTTP.

import { type ChildProcess, fork } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerReport } from './server.ts'

// Always the built program: a child process runs no TypeScript.
const built = import.meta.url.endsWith('.ts') ? '../build/fuzz/server.js' : 'server.js'
const program = fileURLToPath(new URL(built, import.meta.url))

export class ServerProcess {
  readonly url: string
  private readonly child: ChildProcess
  /** Why it ended; undefined while it runs. */
  ended: string | undefined
  private errors = ''

  private constructor(child: ChildProcess, url: string) {
    this.child = child
    this.url = url
    child.once('exit', (code, signal) => {
      this.ended ??= `The server ended with ${signal ?? code}: ${this.errors.slice(-1000)}`
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text
    })
  }

  /** `directory` is where the server keeps its sandboxes; by default they are in memory only. */
  static async start(directory?: string): Promise<ServerProcess> {
    const child = fork(program, directory === undefined ? [] : [directory], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const { url } = await messageOf(child)
    return new ServerProcess(child, url)
  }

  /** Memory after a garbage collection, and the longest stall since the last report. */
  report(asked: 'memory' | 'stall' = 'memory'): Promise<ServerReport> {
    const answered = messageOf(this.child)
    this.child.send(asked)
    return answered
  }

  /** Ends a server that does not respond, and says why it does not. The next use starts another one. */
  async failure(error: unknown): Promise<Error> {
    // A connection that is closed is noticed before the end of the process that closed it.
    for (let wait = 0; wait < 20 && this.ended === undefined; wait += 1) await setTimeout(50)
    const reason = this.ended ?? `The server does not respond: ${error}`
    this.ended = reason
    this.stop()
    return new Error(reason)
  }

  stop(): void {
    this.child.kill('SIGKILL')
  }
}

function messageOf(child: ChildProcess): Promise<ServerReport> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The server ended before it reported.'))
    child.once('exit', fail)
    child.once('message', (message: ServerReport) => {
      child.off('exit', fail)
      resolve(message)
    })
  })
}

/** Bytes for a new connection. */
export interface RawBytes {
  /** Written one after the other, each in its own packet. */
  chunks: readonly Uint8Array[]
  /** True if the connection is destroyed after the last chunk, without waiting for a response. */
  abort: boolean
}

/** The statuses of the responses that were received, in order. */
interface RawOutcome {
  statuses: number[]
  text: string
  /** True if the server neither responded nor closed the connection in time. */
  hung: boolean
}

const maxExchangeMs = 20_000

/** Sends bytes on a new connection, ends its sending half, and reads until the server closes it. */
export function exchange(origin: string, { chunks, abort }: RawBytes): Promise<RawOutcome> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let text = ''
    let hung = false
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
    const timer = globalThis.setTimeout(() => {
      hung = true
      socket.destroy()
    }, maxExchangeMs)
    const done = () => {
      clearTimeout(timer)
      const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3}) /gm)].map(([, status]) => Number(status))
      resolve({ statuses, text, hung })
    }
    socket.setEncoding('latin1')
    socket.on('data', (received: string) => {
      text += received
    })
    socket.once('end', () => socket.destroy())
    // A server may close the connection before everything is written.
    socket.on('error', () => undefined)
    socket.once('close', done)
    const write = (index: number): void => {
      const chunk = chunks[index]
      if (chunk !== undefined) socket.write(chunk, () => setImmediate(write, index + 1))
      else if (abort) socket.destroy()
      else socket.end()
    }
    write(0)
  })
}
