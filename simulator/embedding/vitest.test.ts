// The fixture and the matchers, used as a shop uses them.

import { describe, expect, expectTypeOf } from 'vitest'
import { invoice, sampleSource } from '../../client/sample-requests.ts'
import { serviceClient } from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import type { EmbeddedSimulator } from './create-simulator.ts'
import { test } from './vitest.ts'

async function pay({ control, fetch, payInvoice }: EmbeddedSimulator) {
  const target = await readSimulatorTarget(control)
  const service = serviceClient(target, { send: fetch })
  const body = invoice(sampleSource(target), { order: 'order-1' })
  const { uuid } = (await service.createInvoice({ body })).result
  return payInvoice(uuid, { by: 'exchange', as: 'shopper-ready' })
}

test('matches deliveries and the status of an order', async ({ paytwin }) => {
  expect(paytwin).not.toHaveDelivered({ offerId: 'order-1' })
  await pay(paytwin)
  await expect(paytwin).toHaveOrderStatus('order-1', 'pending')
  await paytwin.clock.advance({ by: 'P1D' })
  await expect(paytwin).toHaveOrderStatus('order-1', 'completed')
  await expect(paytwin).not.toHaveOrderStatus('order-1', 'pending')
  expect(paytwin).toHaveDelivered({ offerId: 'order-1', paymentStatus: '1' })
  expect(paytwin).toHaveDelivered({ offerId: expect.stringMatching(/^order-/) })
})

test('says what was delivered instead', async ({ paytwin }) => {
  expect(() => expect(paytwin).toHaveDelivered({ offerId: 'order-1' })).toThrow('delivered: none')
  await pay(paytwin)
  expect(() => expect(paytwin).toHaveDelivered({ offerId: 'order-2' })).toThrow(/order-2[\s\S]*order-1/)
  expect(() => expect(paytwin).not.toHaveDelivered({ offerId: 'order-1' })).toThrow('expected no delivered')
  await expect(expect(paytwin).toHaveOrderStatus('order-2', 'pending')).rejects.toThrow('no transaction')
  await expect(expect(paytwin).toHaveOrderStatus('order-1', 'completed')).rejects.toThrow('but it is pending')
})

describe('with options', () => {
  const later = test.extend({ paytwinOptions: { start: '2030-05-05T10:00:00Z' } })
  later('starts with them', ({ paytwin }) => {
    expect(paytwin.clock.now).toBe('2030-05-05T10:00:00.000Z')
  })
})

test('gives each test its own simulator, typed', ({ paytwin }) => {
  expectTypeOf(paytwin).toEqualTypeOf<EmbeddedSimulator>()
  expect(paytwin.webhooks()).toEqual([])
  expectTypeOf(expect(paytwin).toHaveDelivered).toBeFunction()
  expectTypeOf(expect('text').toHaveDelivered).toBeNever()
})
