// The simulator in a shop's own unit test, without a socket. The README shows it, and is checked against it word for word.

import { expect, it } from 'vitest'
import { readSimulatorTarget, samples, serviceClient } from '../client/index.ts'
import { createSimulator } from './index.ts'

it('sends an issue of the magazine for every month that is paid', async () => {
  const { fetch, control, clock, onWebhook } = createSimulator()
  const target = await readSimulatorTarget(control)
  const service = serviceClient(target, { send: fetch })
  const source = { ...samples.sampleSource(target), amount: '12.50' }

  // What is tested: the shop's webhook handler.
  const sent: string[] = []
  onWebhook(({ facts }) => {
    if (facts.paymentStatus === 'completed') sent.push(clock.now.slice(0, 10))
  })

  // A shopper pays an invoice for a subscription that the service renews every month for a year.
  const magazine = samples.subscriptionItem(source, { name: 'Lamp Monthly' })
  const invoice = samples.invoice(source, { cart: [magazine] })
  await service.createInvoice({ body: invoice })
  const payment = samples.exchangePayment(source, { offerId: invoice.order })
  await service.createExchangePayment({ payload: payment })

  // A year goes by.
  await clock.advance({ by: 'P1Y' })

  expect(sent).toHaveLength(12)
  expect([sent[0], sent[11]]).toEqual(['2026-01-05', '2026-12-05'])
})
