// Requests per second of POST /hosted-page, compared with a node:http server that only parses the same JSON. The two servers are
// loaded in turns, each in its own process; this process is the client.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { type Figure, median, shown } from './figure.ts'
import type { Told } from './servers.ts'

const rounds = 5
const seconds = 3
const warmUpSeconds = 2
const connections = 16

const body = JSON.stringify({
  amount: '129.95',
  currency: 'USD',
  order: 'order-1001',
  cart: [
    { id: 'lamp', name: 'Desk lamp', price: '129.95', quantity: 1, key: 'lamp-1', totalPrice: '129.95' },
  ],
  redirectUrl: 'https://shop.example/thanks',
  customParameter: { returnMethod: 'POST', params: [{ name: 'basket', value: 'b-17' }] },
  customerInfo: { name: 'Ada Example', email: 'ada@shop.example' },
  shippingAddress: null,
})

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

  hear(): Promise<Told> {
    return new Promise((resolve) => this.child.once('message', (told: Told) => resolve(told)))
  }

  private async busyMs(): Promise<number> {
    const told = this.hear()
    this.child.send('how busy?')
    const response = await told
    return 'busyMs' in response ? response.busyMs : Number.NaN
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
    const [bare, paytwin] = await Promise.all([servers.bare.hear(), servers.paytwin.hear()])
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
