// A real merchant server over HTTP, called by the simulator's webhooks and calling its API back while the clock is advanced.

import { afterEach, describe, expect, it } from 'vitest'
import type { ControlError } from '../client/control-client.ts'
import { WebhookReceiver } from '../client/webhook-receiver.ts'
import type { SimulatorOptions } from './simulator.ts'
import { createInvoice, createSubscription, payByExchange } from './test-support/requests.ts'
import { serve } from './test-support/served.ts'
import { controlErrorOf, Shop } from './test-support/shop.ts'

interface Received {
  paymentStatus: string
  offerId: string
  transactionId: string
  subscription: { id: string; merchantSubscriptionId: string }[]
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function urlOf(options?: SimulatorOptions): Promise<string> {
  const { url, close } = await serve(options)
  open.push(close)
  return url
}

/** Serves a simulator and opens a shop in it, whose webhook `register` sets. */
async function serveShop(options?: SimulatorOptions) {
  const shop = await Shop.open({ url: await urlOf(options) })
  const { control, merchant } = shop
  const register = async (handle: (webhook: Received) => Promise<void>) =>
    control.registerWebhook({ params: { id: merchant.id }, body: { url: await merchantServer(handle) } })
  return { shop, control, register }
}

/** Starts a merchant's server that handles each webhook before it responds, and returns its URL. */
async function merchantServer(handle: (webhook: Received) => Promise<void>): Promise<string> {
  const receiver = await WebhookReceiver.listen({
    respond: async (response, { body }) => {
      await handle(JSON.parse(body).data)
      response.end('ok')
    },
  })
  open.push(() => receiver.close())
  return receiver.url
}

// By default two statuses share an integer.
const words = { assumptions: { 'webhooks.payment-status': 'words' } } as const

describe('a merchant server that calls the API inside its webhook handler', () => {
  it('calls at the instant of each delivery for a year', async () => {
    const { shop, control, register } = await serveShop(words)
    const { uuid } = await createInvoice(shop, 'to be read')
    const renewed = await createSubscription(shop, 'renewed')
    const debited = await createSubscription(shop, 'debited', { autoRenewal: false })
    const calls: string[] = []
    await register(async ({ paymentStatus, subscription, transactionId }) => {
      if (paymentStatus !== 'pending' || subscription[0]?.id !== renewed) return
      const { now } = await control.getClock()
      const { order } = (await shop.result('getInvoice', { query: { uuid } })).returnval
      const body = { subscriptionId: debited, amount: 3, currency: 'USD' }
      const { data } = await shop.result('debitSubscription', { body })
      const { createdAt } = await control.getTransaction({ params: { id: data[0]?.transactionId ?? '' } })
      const reported = await control.getTransaction({ params: { id: transactionId } })
      expect([createdAt, reported.createdAt]).toEqual([now, now])
      calls.push(`${now} ${order}`)
    })
    const report = await control.advanceClock({ body: { by: 'P1Y' } })
    const months = ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
    expect(calls).toEqual(months.map((month) => `2026-${month}-05T09:00:00.000Z to be read`))
    expect(report.to).toBe('2027-01-05T09:00:00.000Z')
    const { events } = await control.listEvents({ query: { limit: 1000 } })
    expect(events.filter(({ delivery }) => delivery === 'delivered')).toHaveLength(report.deliveries)
    expect((await control.getSubscription({ params: { id: debited } })).debits).toBe(12)
  })

  it('waits for itself when it takes a snapshot, and gets an error after its delivery timed out', async () => {
    const { shop, control, register } = await serveShop({ webhookTimeoutMs: 400 })
    let answered: (error: ControlError) => void
    const refused = new Promise<ControlError>((resolve) => {
      answered = resolve
    })
    await register(async () => answered(await controlErrorOf(control.takeSnapshot())))
    await payByExchange(shop, 'order-1')
    expect((await refused).detail).toContain('waits for itself')
    expect(await control.takeSnapshot()).toMatchObject({ paytwin: 'snapshot' })
  })
})
