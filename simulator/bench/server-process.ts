// A server in its own process, and the load of a client on it. Servers run on the first core and their client on the second one,
// so that they do not take time from each other.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon, { type Client, type Request } from 'autocannon'
import { invoice, type SampleSource } from '../../client/sample-requests.ts'
import { freePort } from '../../core/listening.ts'

/** The arguments of Node that start a server, and the path of its API. */
export interface ServerProgram {
  argv: (port: number) => readonly string[]
  base: string
}

export const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The built program, as users start it. */
export const paytwin = (...flags: readonly string[]): ServerProgram => ({
  argv: (port) => [here('../../../dist/cli.js'), 'serve', '--port', `${port}`, '--quiet', ...flags],
  base: '/api',
})

const samples: SampleSource = {
  merchant: { id: '', merchantAuth: '', bankAccountId: null },
  shopper: {},
  coin: 'USDC',
  amount: '9.99',
  emailDomain: 'shop.example',
  debitFields: 'top-level',
  id: (kind) => `${kind}-1001`,
}

/** A new invoice, as every server of these benchmarks accepts it. */
export const newInvoice = (overrides: Parameters<typeof invoice>[1] = {}) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', authorization: 'Bearer merchant-lamp-shop' },
  body: JSON.stringify(invoice(samples, overrides)),
})

const hasCores = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0
const onFirstCore = hasCores ? ['taskset', '--cpu-list', '0'] : []

/** Preloaded into servers, ours and others: reports processor time and memory, and ends with its parent. */
const reporter = `process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ seconds: (user + system) / 1e6, megabytes: process.memoryUsage.rss() / 1e6 })
})
process.on('disconnect', () => process.exit())`

/** So many that a request waits while the server responds to another one: a server that waits for its client spends time on that. */
const connections = 64

interface Usage {
  /** Of processor time. */
  seconds: number
  /** Resident. */
  megabytes: number
}

export class ServerProcess {
  /** The URL of its API. */
  readonly url: string
  readonly origin: string
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, origin: string, base: string) {
    this.child = child
    this.origin = origin
    this.url = origin + base
  }

  /** Starts a server. Resolves when it responds. */
  static async start({ argv, base }: ServerProgram): Promise<ServerProcess> {
    if (hasCores) spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '1', `${process.pid}`])
    const port = await freePort()
    const preloaded = ['--import', `data:text/javascript,${encodeURIComponent(reporter)}`]
    const [command = '', ...args] = [...onFirstCore, process.execPath, ...preloaded, ...argv(port)]
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const server = new ServerProcess(child, `http://127.0.0.1:${port}`, base)
    while (!(await isReady(server.origin))) {
      if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} did not start.`)
      await sleep(2)
    }
    return server
  }

  async usage(): Promise<Usage> {
    const reported = once(this.child, 'message')
    this.child.send('usage')
    const [usage] = await reported
    return usage
  }

  /** Sends a request again and again for a second, on many connections. Returns how many responses there were. */
  async load(path: string, request: Request, setupClient?: (client: Client) => void): Promise<number> {
    const result = await autocannon({
      ...{ url: this.url + path, ...request, connections, duration: 1 },
      ...(setupClient && { setupClient }),
    })
    if (result.non2xx + result.errors > 0)
      throw new Error(`${result.non2xx} requests were refused and ${result.errors} failed.`)
    return result['2xx']
  }

  /** Responses in a second of the server's processor time. Other programs, and a slow client, affect that little. */
  async rate(path: string, request: Request): Promise<number> {
    const before = await this.usage()
    let [responses, seconds] = [0, 0]
    while (seconds < 1) {
      responses += await this.load(path, request)
      seconds = (await this.usage()).seconds - before.seconds
    }
    return responses / seconds
  }

  async end(): Promise<void> {
    this.child.disconnect()
    await once(this.child, 'exit')
  }
}

/** True if a server responds. One that stores data listens before it can use its directory. */
const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/ready`).then(
    ({ status }) => status !== 503,
    () => false,
  )
