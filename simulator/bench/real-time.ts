// The throughput of the built program in a second of real time, with a client of the same machine that does little else than send
// prepared requests.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../core/listening.ts'
import { inTurns, median } from './figure.ts'
import { firstResponse, paytwin } from './server-process.ts'

const rounds = 5
/** Until the engine has optimized the code: it does so on other cores, which makes a single worker faster. */
const warmUpRounds = 3
const seconds = 2

/** Requests of one connection, each of which is sent when the one before it has its response. */
interface Prepared {
  path: string
  headers: Readonly<Record<string, string>>
  bodies: readonly string[]
}

/** Starts two servers with flags, and compares what they achieve with the same requests to some sandboxes. */
export async function compareInRealTime(
  [ours, other]: readonly [readonly string[], readonly string[]],
  sandboxes: readonly string[],
  connections: readonly Prepared[],
) {
  const [first, second] = await Promise.all([start(ours, sandboxes), start(other, sandboxes)])
  const shares: number[] = []
  const rateOf = (url: string) => async () => {
    const { rate, clientShare } = await load(url, connections)
    if (url === first.url) shares.push(clientShare)
    return rate
  }
  const [secondRate, firstRate] = [rateOf(second.url), rateOf(first.url)]
  await inTurns(warmUpRounds, secondRate, firstRate)
  const compared = await inTurns(rounds, secondRate, firstRate)
  for (const { child } of [first, second]) {
    child.kill()
    await once(child, 'exit')
  }
  // Processor time of the client, of that of all cores.
  return { ...compared, clientShare: median(shares.slice(warmUpRounds)) }
}

async function start(
  flags: readonly string[],
  sandboxes: readonly string[],
): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = [paytwin.module, ...paytwin.arguments(port), ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  await firstResponse(child, url)
  // It listens before it can use the directory.
  while (!(await fetch(`${url}/ready`)).ok) await sleep(10)
  for (const name of sandboxes) await fetch(`${url}/sandboxes/${name}`, { method: 'PUT' })
  return { child, url }
}

/** Sends requests on all connections at the same time. */
async function load(
  url: string,
  connections: readonly Prepared[],
): Promise<{ rate: number; clientShare: number }> {
  const { host, port } = new URL(url)
  const prepared = connections.map(({ path, headers, bodies }) =>
    bodies.map((body) => {
      const all = { host, ...headers, 'content-type': 'application/json', 'content-length': body.length }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    }),
  )
  const before = process.cpuUsage()
  const started = performance.now()
  const end = started + 1000 * seconds
  const counts = await Promise.all(prepared.map((requests) => sendUntil(end, Number(port), requests)))
  const elapsedMs = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return {
    rate: (1000 * counts.reduce((sum, count) => sum + count, 0)) / elapsedMs,
    clientShare: (user + system) / 1000 / elapsedMs / availableParallelism(),
  }
}

/** Sends one request after the other until a time, and returns how many were accepted. It does little else: HTTP clients take longer. */
async function sendUntil(end: number, port: number, requests: readonly Buffer[]): Promise<number> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay()
  let count = 0
  let received = ''
  const send = () => socket.write(requests[count % requests.length] ?? '')
  socket.on('data', (text: string) => {
    received += text
    const [head = '', length] = /^HTTP.*?\r\ncontent-length: (\d+)\r\n(?:.*?\r\n)?\r\n/is.exec(received) ?? []
    if (length === undefined || received.length < head.length + Number(length)) return
    if (!received.startsWith('HTTP/1.1 200')) socket.destroy(new Error(`A request failed: ${received}`))
    received = ''
    count += 1
    if (performance.now() < end) send()
    else socket.destroy()
  })
  send()
  await once(socket, 'close')
  if (performance.now() < end) throw new Error('A connection was closed early.')
  return count
}
