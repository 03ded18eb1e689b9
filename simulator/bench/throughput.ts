// Requests per second of POST /hosted-page, compared with a node:http server that only parses the same JSON. The two servers are
// loaded in turns, each in its own process; this process is the client.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { invoice } from '../../client/sample-requests.ts'
import { type Figure, median, shown } from './figure.ts'
import type { ServerReport } from './servers.ts'
import { benchSamples } from './shop.ts'

const rounds = 5
const seconds = 3
const warmUpSeconds = 2
const connections = 16

const body = JSON.stringify(invoice(benchSamples(''), { amount: '129.95' }))

interface Measured {
  perSecond: number
  /** The share of the time in which the server was busy. Well below 1, the client was the bottleneck. */
  busy: number
}

class ServerProcess {
  private readonly child: ChildProcess

  constructor(kind: 'bare' | 'paytwin') {
    this.child = fork(fileURLToPath(new URL('./servers.js', import.meta.url)), [kind])
  }

  nextReport(): Promise<ServerReport> {
    return new Promise((resolve) => this.child.once('message', (report: ServerReport) => resolve(report)))
  }

  private async busyMs(): Promise<number> {
    const next = this.nextReport()
    this.child.send('busyMs')
    const report = await next
    return 'busyMs' in report ? report.busyMs : Number.NaN
  }

  async load(url: string, duration: number): Promise<Measured> {
    const [before, started] = [await this.busyMs(), performance.now()]
    const result = await autocannon({
      url: `${url}/api/hosted-page`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      connections,
      duration,
    })
    const busy = (await this.busyMs()) - before
    if (result.non2xx + result.errors > 0 || result['2xx'] === 0)
      throw new Error(`${result.non2xx} requests were refused and ${result.errors} failed.`)
    return { perSecond: result['2xx'] / result.duration, busy: busy / (performance.now() - started) }
  }

  end(): void {
    this.child.disconnect()
  }
}

export async function throughput(): Promise<Figure[]> {
  const servers = { bare: new ServerProcess('bare'), paytwin: new ServerProcess('paytwin') }
  try {
    const [bare, paytwin] = await Promise.all([servers.bare.nextReport(), servers.paytwin.nextReport()])
    if (!('url' in bare && 'url' in paytwin)) throw new Error('A server did not say where it listens.')
    await servers.bare.load(bare.url, warmUpSeconds)
    await servers.paytwin.load(paytwin.url, warmUpSeconds)
    const pairs: { bare: Measured; paytwin: Measured }[] = []
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({
        bare: await servers.bare.load(bare.url, seconds),
        paytwin: await servers.paytwin.load(paytwin.url, seconds),
      })
    }
    const middle = (read: (pair: (typeof pairs)[number]) => number) => median(pairs.map(read))
    return [
      {
        name: 'POST /hosted-page, requests per second',
        value: middle((pair) => pair.paytwin.perSecond / pair.bare.perSecond),
        unit: 'of a bare server',
        budget: { atLeast: 0.5 },
        detail: `${shown(middle((pair) => pair.paytwin.perSecond))}/s against ${shown(middle((pair) => pair.bare.perSecond))}/s; busy ${shown(middle((pair) => pair.paytwin.busy))} and ${shown(middle((pair) => pair.bare.busy))}`,
      },
    ]
  } finally {
    servers.bare.end()
    servers.paytwin.end()
  }
}
