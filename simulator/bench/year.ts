// Benchmarks in process: a year of weekly subscriptions that the service debits, with every status change delivered, and the memory
// of invoices.

import type { ControlClient } from '../../client/control-client.ts'
import { InvariantError } from '../../core/errors.ts'
import { valueAt } from '../../core/json.ts'
import { createSimulator, type EmbeddedSandbox } from '../index.ts'
import { type Figure, median, shown } from './figure.ts'
import { newInvoice } from './server-process.ts'

/** Sells weekly subscriptions for two years, which the service debits. */
export async function sellSubscriptions(
  { control, fetch }: { control: ControlClient; fetch: EmbeddedSandbox['fetch'] },
  count: number,
): Promise<void> {
  const { shoppers, exchanges } = await control.getCredentials()
  const [{ id = '' } = {}, exchange = ''] = [shoppers[0], exchanges[0]]
  await control.setBalance({ params: { id }, body: { exchange, coin: 'USDC', amount: '1000000000' } })
  for (let index = 0; index < count; index += 1) {
    const line = { id: 'tea', name: 'Tea of the week', price: '9.99', quantity: 1 }
    const weekly = {
      isSubscription: true,
      frequency: 'weekly',
      subscriptionPeriod: '2y',
      autoRenewal: true,
    } as const
    const cart = [{ ...line, ...weekly, merchantSubscriptionId: `subscription ${index}` }]
    const uuid = await order(fetch, { order: `order ${index}`, cart })
    await control.payInvoice({ params: { uuid }, body: { by: 'exchange', as: id, exchange, coin: 'USDC' } })
  }
}

/** Creates an invoice. Returns its uuid. */
async function order(
  fetch: EmbeddedSandbox['fetch'],
  overrides: Parameters<typeof newInvoice>[0],
): Promise<string> {
  const response = await fetch('/api/hosted-page', newInvoice(overrides))
  return String(valueAt(await response.json(), 'result', 'uuid'))
}

const weeks = 52
/** The weeks of early and of late debits. The first one runs code that the engine has not optimized. */
const early = [2, 7] as const
const late = [weeks - 5, weeks] as const

/** Debits subscriptions for a year. Throws an InvariantError if a debit or a delivery is missing. */
export async function year(subscriptions = 10_000): Promise<Figure[]> {
  const simulator = createSimulator({ seed: 'a year' })
  let completed = 0
  simulator.onWebhook(({ event, transaction }) => {
    if (transaction.kind === 'subscription' && event.status === 'completed') completed += 1
  })
  await sellSubscriptions(simulator, subscriptions)
  await simulator.clock.advance({ by: 'P1D' })
  const seconds: number[] = []
  for (let week = 0; week < weeks; week += 1) {
    const before = process.cpuUsage()
    await simulator.clock.advance({ by: 'P7D', maxListedEvents: 0 })
    const { user, system } = process.cpuUsage(before)
    seconds.push((user + system) / 1e6)
  }
  if (completed !== subscriptions * weeks)
    throw new InvariantError(
      `${completed} debits were reported as completed; expected ${subscriptions * weeks}.`,
    )
  const [first, last] = [early, late].map(([from, to]) => median(seconds.slice(from, to)))
  const total = seconds.reduce((sum, one) => sum + one, 0)
  return [
    {
      name: `A late debit of a year of ${shown(subscriptions)} weekly subscriptions`,
      value: Number(last) / Number(first),
      unit: 'of an early one',
      bound: { atMost: 1.2 },
      detail: `${shown(total)} s for ${shown(completed)} debits with their webhooks, in process`,
    },
  ]
}

/** Measures the heap that invoices take. Needs `--expose-gc`. */
export async function memory(invoices = 100_000): Promise<Figure[]> {
  const { fetch, control } = createSimulator()
  const heapBytes = () => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }
  await order(fetch, {})
  const before = heapBytes()
  for (let index = 0; index < invoices; index += 1) await order(fetch, { order: `order ${index}` })
  const bytes = heapBytes() - before
  const { total } = await control.listInvoices({ query: { limit: 1 } })
  if (total !== invoices + 1) throw new InvariantError(`${total} invoices were created.`)
  return [
    {
      name: 'Memory of an invoice',
      value: bytes / invoices,
      unit: 'bytes',
      bound: { atMost: 1200 },
      detail: `with its cart and customer, of ${shown(invoices)}`,
    },
  ]
}
