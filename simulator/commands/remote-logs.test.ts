// The log of a world that is reset while somebody follows it, and of one with more entries than a page.

import { describe, expect, it } from 'vitest'
import { defaultPageLimit } from '../../spec/control/values.ts'
import { openShop } from '../test-support/shop.ts'
import { LogReader } from './remote-logs.ts'

async function opened() {
  const { control, shop } = await openShop()
  const log = new LogReader(control)
  const next = async () => {
    const entries: string[] = []
    for await (const entry of log.next())
      entries.push('delivery' in entry ? `${entry.seq} ${entry.status}` : String(entry.operation))
    return entries
  }
  return { control, shop, log, next }
}

describe('the log', () => {
  it('has the events of the world that a reset started, also for one that follows it', async () => {
    const { control, shop, log, next } = await opened()
    for (const order of ['a', 'b']) await shop.pay(order)
    await control.advanceClock({ body: { by: 'P1D' } })
    expect(await log.last(2)).toMatchObject([{ seq: 5 }, { operation: 'advanceClock' }])
    await shop.pay('c')
    await control.resetSandbox()
    await shop.pay('d')
    expect(await next()).toEqual([
      'createExchangePayment',
      'resetSandbox',
      'createExchangePayment',
      '0 pending',
    ])
    expect(await next()).toEqual([])
    expect((await new LogReader(control).last(10)).map((entry) => 'delivery' in entry)).toEqual([
      false,
      false,
      true,
    ])
  })

  it('is in order across pages', async () => {
    const { shop, next } = await opened()
    for (let order = 0; order <= defaultPageLimit; order += 1) await shop.qr(`o${order}`)
    const entries = await next()
    expect(entries).toHaveLength(2 * (defaultPageLimit + 1))
    expect(entries.slice(-2)).toEqual(['createQrTransaction', `${defaultPageLimit} awaiting`])
  })
})
