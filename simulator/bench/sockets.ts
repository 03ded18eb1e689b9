// Benchmarks over sockets: requests compared with those of a bare server, storing compared with memory, the latency while other sandboxes
// advance, and the start.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { controlClient } from '../../client/control-client.ts'
import { type Figure, inTurns, shown } from './figure.ts'
import { here, newInvoice, paytwin, ServerProcess, type ServerProgram } from './server-process.ts'
import { sellSubscriptions } from './year.ts'

const path = '/hosted-page'
const bare: ServerProgram = { argv: (port) => [here('./bare-server.js'), `${port}`], base: '/api' }

export async function throughput(): Promise<Figure[]> {
  const [ours, other] = [await ServerProcess.start(paytwin()), await ServerProcess.start(bare)]
  const figure = await inTurns(
    { name: 'POST /hosted-page', unit: 'of a bare server that validates', bound: { atLeast: 0.6 } },
    [() => ours.rate(path, newInvoice()), () => other.rate(path, newInvoice())],
    'in a second of processor time',
  )
  await ours.end()
  await other.end()
  return [figure]
}

const sandboxes = 24

/** In seconds of real time: storing is waiting. */
export async function data(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'paytwin-bench-'))
  const [ours, other] = [
    await ServerProcess.start(paytwin('--data', directory)),
    await ServerProcess.start(paytwin()),
  ]
  const names = Array.from({ length: sandboxes }, (_, index) => `bench-${index}`)
  const loadOf = async (server: ServerProcess) => {
    for (const name of names) await controlClient({ url: server.origin }).putSandbox({ params: { name } })
    return () => {
      let next = 0
      return server.load(path, newInvoice(), (client) => {
        const name = names[next++ % sandboxes]
        client.setRequests([{ ...newInvoice(), path: `/sandboxes/${name}/api${path}` }])
      })
    }
  }
  const figure = await inTurns(
    {
      name: `POST /hosted-page with --data, to ${sandboxes} sandboxes`,
      unit: 'of the same in memory',
      bound: { atLeast: 0.6 },
    },
    [await loadOf(ours), await loadOf(other)],
    'in a second',
  )
  await ours.end()
  await other.end()
  await rm(directory, { recursive: true })
  return [figure]
}

const busy = 50
const subscriptionsOfEach = 100
const requestsInSecond = 200

export async function latency(): Promise<Figure[]> {
  const server = await ServerProcess.start(paytwin('--max-sandboxes', `${busy}`))
  const { origin } = server
  const control = controlClient({ url: origin })
  await sellSubscriptions(
    { control, fetch: (to, init) => fetch(`${origin}${to}`, init) },
    subscriptionsOfEach,
  )
  const sandboxes = Array.from({ length: busy }, (_, index) => `busy-${index}`)
  for (const name of sandboxes) await control.forkSandbox({ body: { name } })
  // The schemas of the requests are compiled when they are first used.
  await server.load(path, newInvoice())
  await control.advanceClock({ body: { by: 'PT1S' } })
  const load = startLoad({
    url: server.url + path,
    ...newInvoice(),
    connections: 4,
    overallRate: requestsInSecond,
  })
  const started = performance.now()
  const advances = await Promise.all(
    sandboxes.map((name) =>
      controlClient({ url: `${origin}/sandboxes/${name}` }).advanceClock({
        body: { by: 'P1Y', maxListedEvents: 0 },
      }),
    ),
  )
  const ms = performance.now() - started
  const { latency, non2xx, errors } = await load.end()
  await server.end()
  if (non2xx + errors > 0) throw new Error(`${non2xx} requests were refused and ${errors} failed.`)
  const events = advances.reduce((sum, { eventCount }) => sum + eventCount, 0)
  return [
    {
      name: `99 % of requests while ${busy} other sandboxes are advanced a year`,
      value: latency.p99 / (ms / busy),
      unit: 'of the advance of one of them',
      bound: { atMost: 1.6 },
      detail: `${latency.p99} ms, the slowest ${latency.max} ms; ${events.toLocaleString('en-US')} scheduled events in ${shown(ms / 1000)} s`,
    },
  ]
}

/** Sends requests until the load is ended. */
function startLoad(options: autocannon.Options): { end: () => Promise<autocannon.Result> } {
  let instance: autocannon.Instance | undefined
  const result = new Promise<autocannon.Result>((resolve, reject) => {
    instance = autocannon({ ...options, duration: 600 }, (error, finished) =>
      error ? reject(error) : resolve(finished),
    )
  })
  return {
    end: () => {
      instance?.stop()
      return result
    },
  }
}

const trivialServer =
  "require('node:http').createServer((_, response) => response.end('{}')).listen(process.argv[1], '127.0.0.1')"

export async function start(): Promise<Figure[]> {
  const startOf = (program: ServerProgram) => async () => {
    const started = performance.now()
    const server = await ServerProcess.start(program)
    const ms = performance.now() - started
    await server.end()
    return ms
  }
  const trivial: ServerProgram = { argv: (port) => ['-e', trivialServer, `${port}`], base: '' }
  const row = { name: 'From start to the first response', unit: 'of a bare server', bound: { atMost: 2.6 } }
  return [await inTurns(row, [startOf(paytwin()), startOf(trivial)], 'ms', 11)]
}
