// A shop's own unit test that goes through a year of subscriptions, without a socket and without waiting: the shop calls the
// service from inside its webhook handler.

import { expect, it } from 'vitest'
import { exchangePayment, invoice, sampleSource, subscriptionItem } from '../../client/sample-requests.ts'
import { type ServiceClient, serviceClient } from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { createSimulator } from '../index.ts'

/** The shop under test: it keeps its books by its webhook, and debits its members when the service has renewed a magazine. */
class Shop {
  readonly books: string[] = []
  private readonly service: ServiceClient
  private readonly uuid: string
  private readonly member: string
  private readonly today: () => string

  constructor(service: ServiceClient, uuid: string, member: string, today: () => string) {
    this.service = service
    this.uuid = uuid
    this.member = member
    this.today = today
  }

  async receive(webhook: { paymentStatus: string; subscription: { merchantSubscriptionId: string }[] }) {
    const renewed = webhook.subscription.some(
      ({ merchantSubscriptionId }) => merchantSubscriptionId === 'magazine-1',
    )
    if (webhook.paymentStatus !== '1' || !renewed) return
    const { order } = (await this.service.getInvoice({ query: { uuid: this.uuid } })).result.returnval
    this.books.push(`${this.today()} ${order}`)
    await this.service.debitSubscription({
      body: { subscriptionId: this.member, amount: 4, currency: 'USD' },
    })
  }
}

it('goes through a year of subscriptions', async () => {
  const { fetch, control, clock, onWebhook } = createSimulator({ start: '2026-01-31T12:00:00Z' })
  const target = await readSimulatorTarget(control)
  const service = serviceClient(target, { send: fetch })
  const source = { ...sampleSource(target), amount: '12.50' }

  // Two invoices, each paid through an exchange: the service renews one, the shop debits the other.
  const subscribe = async (merchantSubscriptionId: string, autoRenewal: boolean) => {
    const order = `order of ${merchantSubscriptionId}`
    const cart = [subscriptionItem(source, { merchantSubscriptionId, autoRenewal })]
    const { uuid } = (await service.createInvoice({ body: invoice(source, { order, cart }) })).result
    const payment = exchangePayment(source, { offerId: order })
    const { subscriptionIds } = (await service.createExchangePayment({ payload: payment })).result
    return { uuid, subscriptionId: String(subscriptionIds[0]) }
  }
  const { uuid } = await subscribe('magazine-1', true)
  const { subscriptionId: member } = await subscribe('membership-1', false)
  const shop = new Shop(service, uuid, member, () => clock.now.slice(0, 10))

  onWebhook(({ facts }) => shop.receive(facts))
  const report = await clock.advance({ by: 'P1Y' })

  // Debits fall on the 31st or the last day of a month; the shop's calls are made at those instants.
  const days = ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31']
  expect(shop.books).toEqual([...days, '11-30', '12-31'].map((day) => `2026-${day} order of magazine-1`))
  const [magazine, membership] = (await control.listSubscriptions()).subscriptions
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
