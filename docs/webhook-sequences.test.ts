// The sequences of statuses that docs/guide/webhooks.md shows are those that a shop receives.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { invoice, sampleSource } from '../client/sample-requests.ts'
import { serviceClient } from '../client/service-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import { createSimulator } from '../simulator/index.ts'
import { root } from './documents.ts'

const page = readFileSync(new URL('docs/guide/webhooks.md', root), 'utf8')
const [, section = ''] = page.split('### What a shop receives')
const rows = [...section.matchAll(/^\| ([a-z][^|]*) \| ([^|]*) \|$/gm)].slice(1)

/** A shop with one order, and what its shopper and its merchant can do. */
async function shop() {
  const simulator = createSimulator()
  const { control } = simulator
  const target = await readSimulatorTarget(control)
  const service = serviceClient(target, { send: simulator.fetch })
  const { uuid } = (await service.createInvoice({ body: invoice(sampleSource(target)) })).result
  const as = 'shopper-ready'
  const pay = (body: Parameters<typeof control.payInvoice>[0]['body']) =>
    control.payInvoice({ params: { uuid }, body })
  const half = () => pay({ by: 'wallet', as, coin: 'BTC', share: '0.5' })
  return { simulator, control, service, pay, half, as }
}

type Shop = Awaited<ReturnType<typeof shop>>

const payments: Record<string, (shop: Shop) => Promise<unknown>> = {
  'paid at once': ({ pay, as }) => pay({ by: 'exchange', as }),
  'paid in two parts by a wallet': async ({ half, control }) => {
    const { id } = await half()
    await control.payFromWallet({ params: { id }, body: { share: '0.5' } })
  },
  'paid in part, then closed': async ({ half, service }) => {
    const { offerId } = await half()
    await service.closePartialPayment({ payload: { offerId } })
  },
  canceled: async ({ pay, as, control }) => {
    const { id } = await pay({ by: 'exchange', as })
    await control.cancelTransaction({ params: { id } })
  },
  refused: ({ pay }) => expect(pay({ by: 'exchange', as: 'shopper-low-balance' })).rejects.toThrow('419'),
}

it.each(rows.map(([, payment = '', shown = '']) => [payment, shown]))('%s: %s', async (payment, shown) => {
  const opened = await shop()
  await payments[payment]?.(opened)
  await opened.control.advanceClock({ body: { by: 'P1D' } })
  const received = opened.simulator.webhooks().map(({ facts }) => facts.paymentStatus)
  expect(received).toEqual([...shown.matchAll(/`(-?\d+)`/g)].map(([, status]) => status))
})

it('has a row for each kind of payment', () => {
  expect(rows.map(([, payment]) => payment)).toEqual(Object.keys(payments))
})
