// A real merchant server over HTTP, called by the simulator's webhooks and calling its API back while the clock is advanced.

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type ControlError, controlClient } from '../client/control-client.ts'
import { type Listening, listen } from './http/listening.ts'
import { Simulator, type SimulatorOptions } from './simulator.ts'
import { controlErrorOf } from './test-support/control-errors.ts'
import { Shop } from './test-support/shop.ts'

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

async function serve(options: SimulatorOptions = {}): Promise<Listening> {
  const listening = await listen(
    { host: '127.0.0.1', port: 0 },
    (publicUrl) => new Simulator({ ...options, publicUrl }),
  )
  open.push(listening.close)
  return listening
}

/** Starts a merchant's server that handles each webhook before it responds, and returns its address. */
async function merchantServer(handle: (webhook: Received) => Promise<void>): Promise<string> {
  const server: Server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    await handle(JSON.parse(text).data)
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`
}

async function shopAt(origin: string): Promise<Shop> {
  return Shop.open({ url: origin })
}

describe('a merchant server that calls the API inside its webhook handler', () => {
  it('calls at the instant of each delivery for a year', async () => {
    const { url } = await serve()
    const shop = await shopAt(url)
    const { control } = shop
    const { uuid } = await shop.invoice('to be read')
    const renewed = await shop.subscribe('renewed')
    const debited = await shop.subscribe('debited', { autoRenewal: false })
    const calls: string[] = []
    const webhook = await merchantServer(async ({ paymentStatus, subscription, transactionId }) => {
      if (paymentStatus !== 'pending' || subscription[0]?.id !== renewed) return
      const { now } = await control.getClock()
      const { order } = await shop.order(uuid)
      const { data } = await shop.debit(debited, 3)
      const { createdAt } = await control.getTransaction({ params: { id: data[0]?.transactionId ?? '' } })
      const told = await control.getTransaction({ params: { id: transactionId } })
      expect([createdAt, told.createdAt]).toEqual([now, now])
      calls.push(`${now} ${order}`)
    })
    await control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: webhook } })
    const report = await control.advanceClock({ body: { by: 'P1Y' } })
    expect(calls).toEqual(
      ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
        (month) => `2026-${month}-05T09:00:00.000Z to be read`,
      ),
    )
    expect(report.to).toBe('2027-01-05T09:00:00.000Z')
    const { events } = await control.listEvents({ query: { limit: 1000 } })
    expect(events.filter(({ delivery }) => delivery === 'delivered')).toHaveLength(report.deliveries)
    expect((await control.getSubscription({ params: { id: debited } })).debits).toBe(12)
  })

  it('gets the same answers, byte for byte, when the same year is run again', async () => {
    const run = async () => {
      const { url, close } = await serve()
      const shop = await shopAt(url)
      const { control } = shop
      const debited = await shop.subscribe('debited', { autoRenewal: false })
      await shop.subscribe('renewed')
      const bytes: string[] = []
      const webhook = await merchantServer(async (received) => {
        bytes.push(JSON.stringify(received))
        if (received.paymentStatus === 'pending' && received.offerId === 'renewed')
          bytes.push(JSON.stringify(await shop.debit(debited, 3)))
      })
      await control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: webhook } })
      bytes.push(JSON.stringify(await control.advanceClock({ body: { by: 'P1Y' } })))
      await close()
      return bytes
    }
    expect(await run()).toEqual(await run())
  })

  it('cannot advance the clock during an advance, and gets an error at once', async () => {
    const { url } = await serve()
    const shop = await shopAt(url)
    const { control } = shop
    const refused: ControlError[] = []
    const webhook = await merchantServer(async () => {
      refused.push(
        await controlErrorOf(control.advanceClock({ body: { by: 'P1D' } })),
        await controlErrorOf(control.takeSnapshot()),
        await controlErrorOf(control.resetSandbox()),
      )
    })
    await shop.pay('order-1')
    await control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: webhook } })
    const report = await control.advanceClock({ body: { by: 'PT2H' } })
    expect(report.deliveries).toBe(2)
    expect(refused).toHaveLength(6)
    for (const error of refused) expect(error).toMatchObject({ status: 409, state: 'advancing' })
  })

  it('waits for itself when it takes a snapshot, and gets an error after its delivery timed out', async () => {
    const { url } = await serve({ webhookTimeoutMs: 50 })
    const shop = await shopAt(url)
    const { control } = shop
    let answered: (error: ControlError) => void
    const refused = new Promise<ControlError>((resolve) => {
      answered = resolve
    })
    const webhook = await merchantServer(async () => answered(await controlErrorOf(control.takeSnapshot())))
    await control.registerWebhook({ params: { id: shop.merchant.id }, body: { url: webhook } })
    await shop.pay('order-1')
    expect((await refused).detail).toContain('waits for itself')
    expect(await control.takeSnapshot()).toMatchObject({ paytwin: 'snapshot' })
  })
})

describe('two sandboxes of one server', () => {
  it('call two merchants, each its own', async () => {
    const { url } = await serve()
    const names = ['left', 'right']
    const received = new Map<string, string[]>(names.map((name) => [name, []]))
    for (const name of names) {
      const webhookUrl = await merchantServer(async ({ offerId }) => {
        received.get(name)?.push(offerId)
      })
      await controlClient({ url }).putSandbox({ params: { name }, body: { webhookUrl } })
    }
    await Promise.all(
      names.map(async (name) => {
        const shop = await shopAt(`${url}/sandboxes/${name}`)
        await shop.pay(`order of ${name}`)
        await shop.control.advanceClock({ body: { by: 'P1D' } })
      }),
    )
    for (const name of names) expect(received.get(name)).toEqual([1, 2, 3].map(() => `order of ${name}`))
  })
})
