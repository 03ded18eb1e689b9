// Closing a partial payment: its window to the millisecond, and what cannot be closed.

import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../core/durations.ts'
import { halfPaid, qrTransaction } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

const twoWeeks = 14 * dayMs

let client: TestClient

beforeEach(() => {
  client = new TestClient()
})

const closing = (forceUpdate?: boolean, offerId = 'order-1') => ({
  payload: { offerId },
  body: forceUpdate === undefined ? {} : { forceUpdate },
})
const close = (...how: Parameters<typeof closing>) => client.ask('closePartialPayment', closing(...how))

async function refusal(...how: Parameters<typeof closing>): Promise<string | undefined> {
  const { refusal, status } = await client.refused('closePartialPayment', closing(...how))
  expect(status).toBe(400)
  return refusal
}

describe('the closing window', () => {
  it.each(['order-1', 'own id'])('refuses a transaction that has timed out, by its %s', async (by) => {
    client = new TestClient({
      assumptions: {
        'qr-transactions.offer-id': 'own-id',
        'partial-payments.unknown-order': 'accepted',
        'partial-payments.unclosed': 'times-out',
      },
    })
    const id = await halfPaid(client, 'order-1')
    await client.advance(twoWeeks + 1)
    expect(client.transaction(id).status).toBe('timed-out')
    const offerId = by === 'order-1' ? by : (client.transaction(id).ownOfferId ?? '')
    expect(await refusal(undefined, offerId)).toContain('More than two weeks have passed')
    expect((await close(undefined, 'nobody')).succeeded).toBe(true)
  })

  it('is closed one millisecond later, also with forceUpdate', async () => {
    const id = await halfPaid(client, 'order-1')
    await client.advance(twoWeeks + 1)
    for (const forceUpdate of [undefined, true, false])
      expect(await refusal(forceUpdate)).toBe('More than two weeks have passed since the partial payment.')
    expect(client.transaction(id).status).toBe('partially-paid')
  })
})

describe('closing is refused', () => {
  const unknown = 'No partially paid transaction found.'

  it('for an unpaid or a fully paid transaction', async () => {
    const { id } = await client.result('createQrTransaction', { body: qrTransaction('order-1') })
    expect(await refusal()).toBe(unknown)
    client.pay(id, '0.0008')
    expect(await refusal()).toBe(unknown)
    await client.advance(2 * hourMs)
    expect(await refusal()).toBe(unknown)
  })
})

it('accepts only a boolean forceUpdate', async () => {
  await halfPaid(client, 'order-1')
  for (const forceUpdate of ['false', 0, null]) {
    const reply = await client.ask('closePartialPayment', {
      payload: { offerId: 'order-1' },
      body: { forceUpdate },
    })
    expect(reply.refusal).toContain('forceUpdate must be a boolean')
  }
})
