// A simulator in a separate process, whose event loop is watched while requests are sent to it.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AdversarialInput } from './inputs.ts'
import type { StallReport, WatchedAddress } from './watched-server.ts'

const program = fileURLToPath(
  new URL('../../../build/simulator/test-support/watchdog/watched-server.js', import.meta.url),
)
/** The pause between a response and the next ping, in milliseconds. */
const pingMs = 10

/** The effects of one request. */
interface Watched extends StallReport {
  status: number
  /** Pings that failed meanwhile. */
  unanswered: number
}

export class WatchedServer {
  readonly url: string
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.child = child
    this.url = url
  }

  static async start(): Promise<WatchedServer> {
    const child = fork(program, { stdio: 'inherit' })
    const address: WatchedAddress = (await once(child, 'message'))[0]
    return new WatchedServer(child, address.url)
  }

  /** Sends a request to a sandbox, and pings the server until the response has arrived. */
  async send(input: AdversarialInput, sandbox: string): Promise<Watched> {
    await this.stall()
    let isOver = false
    const pings = this.pingUntil(() => isOver)
    const status = await this.statusOf(input, sandbox).finally(() => {
      isOver = true
    })
    const unanswered = await pings
    return { status, unanswered, ...(await this.stall()) }
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit')
    this.child.disconnect()
    await exited
  }

  private async statusOf(
    { method, path, headers, body }: AdversarialInput,
    sandbox: string,
  ): Promise<number> {
    const base = path.startsWith('/sandboxes') ? this.url : `${this.url}${sandbox}`
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    await response.arrayBuffer()
    return response.status
  }

  /** Returns how many pings failed. */
  private async pingUntil(isOver: () => boolean): Promise<number> {
    let failed = 0
    while (!isOver()) {
      const answered = await fetch(`${this.url}/control/clock`).then(
        async (response) => (await response.text()) !== '' && response.ok,
        () => false,
      )
      if (!answered) failed += 1
      await new Promise((resolve) => setTimeout(resolve, pingMs))
    }
    return failed
  }

  /** The longest stall since the last call. */
  private async stall(): Promise<StallReport> {
    const report = once(this.child, 'message')
    this.child.send('report')
    return (await report)[0]
  }
}
