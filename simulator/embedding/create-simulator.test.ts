// An example: a unit test of a shop that goes through a year of subscriptions without sockets or waiting. Outside this repository,
// import from 'paytwin'.

import { expect, it } from 'vitest'
import { createSimulator } from '../index.ts'

/** The shop under test: it records renewals that the webhook reports, and then debits the subscription that it manages itself. */
class Shop {
  readonly books: string[] = []
  member = ''
  private readonly twin: ReturnType<typeof createSimulator>
  private readonly uuid: string

  constructor(twin: ReturnType<typeof createSimulator>, uuid: string) {
    this.twin = twin
    this.uuid = uuid
  }

  private async ask(path: string, init: RequestInit = {}) {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer merchant-lamp-shop' }
    const response = await this.twin.fetch(`/api${path}`, { headers, ...init })
    return (await response.json()) as { result: { returnval: { order: string }; data: unknown[] } }
  }

  async receive(webhook: {
    transactionId: string
    paymentStatus: string
    subscription: { merchantSubscriptionId: string }[]
  }) {
    const renewed = webhook.subscription.some(
      ({ merchantSubscriptionId }) => merchantSubscriptionId === 'magazine-1',
    )
    if (webhook.paymentStatus !== 'completed' || !renewed) return
    const { order } = (await this.ask(`/invoices?uuid=${this.uuid}`)).result.returnval
    this.books.push(`${this.twin.clock.now.slice(0, 10)} ${order}`)
    const body = { merchantId: '8a4d1c55-0000-4000-8000-000000000001', merchantAuth: 'merchant-lamp-shop' }
    const debit = { ...body, subscriptionId: this.member, amount: 4, currency: 'USD' }
    await this.ask('/subscription/debit', { method: 'POST', body: JSON.stringify(debit) })
  }
}

it('goes through a year of subscriptions', async () => {
  const twin = createSimulator({ start: '2026-01-31T12:00:00Z' })
  const { merchants, exchanges } = await twin.credentials()
  const [merchant] = merchants

  // Two subscriptions: the service renews the first, and the shop debits the second.
  const subscribe = async (id: string, autoRenewal: boolean) => {
    const line = {
      id,
      name: id,
      price: '12.50',
      quantity: 1,
      isSubscription: true,
      merchantSubscriptionId: id,
    }
    const cart = [{ ...line, frequency: 'monthly', subscriptionPeriod: '1y', autoRenewal }]
    const invoice = { amount: '12.50', currency: 'USD', order: `order of ${id}`, cart, shippingAddress: null }
    const headers = { 'content-type': 'application/json' }
    const created = await twin.fetch('/api/hosted-page', {
      method: 'POST',
      headers,
      body: JSON.stringify(invoice),
    })
    const payment = {
      clientId: merchant?.id,
      assets: 'BTC',
      cart: [{ id, name: id, price: 12.5, quantity: 1 }],
      shippingAddress: null,
      offerId: invoice.order,
      nativeAmount: '12.50',
      savepassword: false,
      code2fa: '',
      merchantStoreCurrency: 'USD',
    }
    const { body } = await twin.control.encryptPayload({
      body: { operationId: 'createExchangePayment', merchantId: merchant?.id ?? '', payload: payment },
    })
    await twin.fetch(`/api/exchanges/payments/${exchanges[0]}`, {
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer shopper-ready' },
      body: JSON.stringify(body),
    })
    return ((await created.json()) as { result: { uuid: string } }).result.uuid
  }
  const shop = new Shop(twin, await subscribe('magazine-1', true))
  await subscribe('membership-1', false)
  const { subscriptions } = await twin.control.listSubscriptions()
  shop.member = subscriptions[1]?.id ?? ''

  twin.onWebhook(({ facts }) => shop.receive(facts))
  const report = await twin.clock.advance({ by: 'P1Y' })

  // The 31st or the last day of the month. The calls of the receiver happened at those instants.
  const months = [
    '01-31',
    '02-28',
    '03-31',
    '04-30',
    '05-31',
    '06-30',
    '07-31',
    '08-31',
    '09-30',
    '10-31',
    '11-30',
    '12-31',
  ]
  expect(shop.books).toEqual(months.map((day) => `2026-${day} order of magazine-1`))
  const [magazine, membership] = (await twin.control.listSubscriptions()).subscriptions
  expect([magazine?.debits, magazine?.status]).toEqual([12, 'ended'])
  expect(membership?.debits).toBe(13)
  expect(report.to).toBe('2027-01-31T12:00:00.000Z')
})

it('can run the clock with real time until it is closed', async () => {
  const twin = createSimulator({ clock: '1000000x' })
  const start = twin.clock.now
  await expect.poll(() => twin.clock.now > start, { timeout: 20_000 }).toBe(true)
  twin.close()
  await twin.settled()
})
