// Requests that a server responds to in a second of its processor time, compared with those of another server. Each runs in its own
// process; they are loaded in turns, so that a change of the machine's speed affects both.

import type { Request as LoadRequest } from 'autocannon'
import { invoice } from '../../client/sample-requests.ts'
import { type Figure, inTurns, shown } from './figure.ts'
import { ownServer, paytwin, paytwinWithLog, ServerProcess } from './server-process.ts'
import { benchSamples } from './shop.ts'

const rounds = 5
const seconds = 1
const warmUpSeconds = 2

const headers = { 'content-type': 'application/json', authorization: 'Bearer merchant-lamp-shop' }

/** A new invoice, as every server of these benchmarks accepts it. */
export const newInvoice = {
  path: '/hosted-page',
  method: 'POST',
  headers,
  body: JSON.stringify(invoice(benchSamples(''), { amount: '129.95' })),
} satisfies LoadRequest & { path: string }

/** Runs work and returns how often in a second of processor time. */
export type Rate = (seconds: number) => Promise<number>

export function rateOf(server: ServerProcess, { path, ...request }: LoadRequest & { path: string }): Rate {
  return (duration) => server.load(path, request, duration)
}

/** The figure of a comparison. */
export async function rateFigure(
  ours: Rate,
  other: Rate,
  figure: Pick<Figure, 'name' | 'unit' | 'bound'>,
): Promise<Figure> {
  await other(warmUpSeconds)
  await ours(warmUpSeconds)
  const measured = await inTurns(
    rounds,
    () => other(seconds),
    () => ours(seconds),
  )
  return {
    ...figure,
    value: measured.ratio,
    detail: `${shown(measured.ours)} against ${shown(measured.other)} in a second of processor time`,
  }
}

export async function throughput(): Promise<Figure[]> {
  const [ours, logged, bare, hono] = await Promise.all([
    ServerProcess.start(paytwin),
    ServerProcess.start(paytwinWithLog),
    ServerProcess.start(ownServer('bare')),
    ServerProcess.start(ownServer('hono')),
  ])
  const uuid = await createdInvoice(ours.url)
  const read = { path: `/invoices?uuid=${uuid}`, method: 'GET', headers } as const
  const figures = [
    await rateFigure(rateOf(ours, newInvoice), rateOf(bare, newInvoice), {
      name: 'POST /hosted-page',
      unit: 'of a bare server that validates',
      bound: { atLeast: 0.6 },
    }),
    await rateFigure(rateOf(logged, newInvoice), rateOf(ours, newInvoice), {
      name: 'POST /hosted-page with the default log',
      unit: 'of the same without a log',
      bound: { atLeast: 0.87 },
    }),
    await rateFigure(rateOf(hono, newInvoice), rateOf(bare, newInvoice), {
      name: 'The same of Hono with a constant response',
      unit: 'of a bare server that validates',
    }),
    await rateFigure(rateOf(ours, read), rateOf(bare, read), {
      name: 'GET /invoices',
      unit: 'of a bare server',
      bound: { atLeast: 0.5 },
    }),
  ]
  for (const server of [ours, logged, bare, hono]) await server.end()
  return figures
}

async function createdInvoice(url: string): Promise<string> {
  const { path, ...request } = newInvoice
  const response = await fetch(`${url}${path}`, request)
  const { result } = (await response.json()) as { result: { uuid: string } }
  return result.uuid
}
