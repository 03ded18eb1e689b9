// The throughput of several workers, compared with that of one. Unlike in the other benchmarks, the servers and their client share all
// cores, and what counts is the time that passes. So that the client needs little of it, each request is more than half a millisecond
// of decryption for the server, and one prepared text for the client.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { encryptRsa } from '../../client/encryption.ts'
import { exchangePayment } from '../../client/sample-requests.ts'
import { Simulator } from '../simulator.ts'
import { workerOf } from '../workers/routing.ts'
import { type Figure, median, shown } from './figure.ts'
import { firstResponse, freePort, paytwin } from './server-process.ts'
import { benchSamples } from './shop.ts'

const cores = availableParallelism()
const workers = Math.min(4, cores)
const sandboxesOfEach = 4
const connectionsOfEach = 2
const paymentCount = 200
const rounds = 5
/** Until the engine has optimized the code: it does so on other cores, which makes a single worker faster. */
const warmUpRounds = 3
const seconds = 2

export async function workersAgainstOne(): Promise<Figure[]> {
  const figure = {
    name: `Exchange payments with ${workers} workers`,
    unit: `of ${workers} times those with one`,
    bound: { atLeast: 0.9 },
  }
  if (workers === 1) return [{ ...figure, value: null, detail: 'There is only one core.' }]
  const payments = preparedPayments()
  const [one, several] = await Promise.all([start(1), start(workers)])
  for (let round = 0; round < warmUpRounds; round += 1)
    for (const { url } of [one, several]) await load(url, payments)
  const pairs: { one: Measured; several: Measured }[] = []
  for (let round = 0; round < rounds; round += 1)
    pairs.push({ one: await load(one.url, payments), several: await load(several.url, payments) })
  for (const { child } of [one, several]) {
    child.kill()
    await once(child, 'exit')
  }
  const middle = (read: (pair: (typeof pairs)[number]) => number) => median(pairs.map(read))
  const rates = `${shown(middle(({ several }) => several.rate))} against ${shown(middle(({ one }) => one.rate))} in a second`
  return [
    {
      ...figure,
      value: middle(({ one, several }) => several.rate / one.rate) / workers,
      detail: `${rates}, of two RSA-2048 blocks; the client took ${Math.round(100 * middle(({ several }) => several.clientShare))} % of all cores`,
    },
  ]
}

/** Bodies of payments in the default world. */
function preparedPayments(): string[] {
  const { accounts } = new Simulator().defaultSandbox.world
  const { publicKeyPem } = accounts.keysOf(accounts.firstMerchant)
  const samples = benchSamples(accounts.firstMerchant.id)
  return Array.from({ length: paymentCount }, (_, index) => {
    const payment = exchangePayment(samples, { offerId: `order-${index}`, nativeAmount: '1.00' })
    return JSON.stringify({ data: encryptRsa(payment, publicKeyPem) })
  })
}

/** As many sandboxes for each worker. */
const sandboxes = Array.from({ length: workers }, (_, worker) =>
  Array.from({ length: 1000 }, (_, index) => `bench-${index}`)
    .filter((name) => workerOf(name, workers) === worker)
    .slice(0, sandboxesOfEach),
).flat()

async function start(count: number): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = [paytwin.module, ...paytwin.arguments(port), '--workers', `${count}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await firstResponse(child, `${url}/api/stores`)
  for (const name of sandboxes) await fetch(`${url}/sandboxes/${name}`, { method: 'PUT' })
  return { child, url }
}

interface Measured {
  /** Payments in a second. */
  rate: number
  /** Processor time of the client, of that of all cores. */
  clientShare: number
}

/** Pays in all sandboxes at the same time, each on other connections. */
async function load(url: string, payments: readonly string[]): Promise<Measured> {
  const before = process.cpuUsage()
  const started = performance.now()
  const end = started + 1000 * seconds
  const paying = sandboxes.flatMap((name) => {
    const requests = payments.map((body) =>
      Buffer.from(
        `POST /sandboxes/${name}/api/exchanges/payments/alphaexchange HTTP/1.1\r\nhost: ${new URL(url).host}\r\n` +
          'authorization: Bearer shopper-ready\r\ncontent-type: application/json\r\n' +
          `content-length: ${body.length}\r\n\r\n${body}`,
      ),
    )
    return Array.from({ length: connectionsOfEach }, () => payUntil(end, Number(new URL(url).port), requests))
  })
  const counts = await Promise.all(paying)
  const elapsedMs = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return {
    rate: (1000 * counts.reduce((sum, count) => sum + count, 0)) / elapsedMs,
    clientShare: (user + system) / 1000 / elapsedMs / cores,
  }
}

/** Sends one request after the other until a time, and returns how many were accepted. It does little else: HTTP clients take longer. */
async function payUntil(end: number, port: number, requests: readonly Buffer[]): Promise<number> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay()
  let count = 0
  let received = ''
  const pay = () => socket.write(requests[count % requests.length] ?? '')
  socket.on('data', (text: string) => {
    received += text
    const [head = '', length] = /^HTTP.*?\r\ncontent-length: (\d+)\r\n(?:.*?\r\n)?\r\n/is.exec(received) ?? []
    if (length === undefined || received.length < head.length + Number(length)) return
    if (!received.startsWith('HTTP/1.1 200')) socket.destroy(new Error(`A payment failed: ${received}`))
    received = ''
    count += 1
    if (performance.now() < end) pay()
    else socket.destroy()
  })
  pay()
  await once(socket, 'close')
  if (performance.now() < end) throw new Error('A connection was closed early.')
  return count
}
