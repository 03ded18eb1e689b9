// The cost of a million records: the speed of a server that holds them, and their memory.

import { Simulator } from '../simulator.ts'
import type { Figure } from './figure.ts'
import { ownServer, ServerProcess } from './server-process.ts'
import { orderEach, payEach } from './shop.ts'
import { newInvoice, rateFigure, rateOf } from './throughput.ts'
import { heapBytes } from './year.ts'

const many = 1_000_000
const few = 10_000

export async function held(): Promise<Figure[]> {
  const [large, small] = await Promise.all([
    ServerProcess.start(ownServer('invoices', many)),
    ServerProcess.start(ownServer('invoices', few)),
  ])
  const figure = await rateFigure(rateOf(large, newInvoice), rateOf(small, newInvoice), {
    name: 'POST /hosted-page with 1,000,000 invoices',
    unit: 'of the same with 10,000',
    bound: { atLeast: 0.9 },
  })
  await large.end()
  await small.end()
  return [figure]
}

export async function memory(): Promise<Figure[]> {
  const { world } = new Simulator().defaultSandbox
  const empty = heapBytes()
  orderEach(world, many)
  const ordered = heapBytes()
  payEach(world, many)
  const paid = heapBytes()
  const bound = { atMost: 800 }
  return [
    {
      name: 'Memory of an invoice',
      value: (ordered - empty) / many,
      unit: 'bytes',
      bound,
      detail: 'with its cart and customer, of 1,000,000',
    },
    {
      name: 'Memory of a transaction',
      value: (paid - ordered) / many,
      unit: 'bytes',
      bound,
      detail: 'with its cart, its first event and two scheduled events, of 1,000,000',
    },
  ]
}
