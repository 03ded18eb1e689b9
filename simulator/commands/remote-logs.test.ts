// The log of a world that is reset while somebody follows it, and of one with more entries than a page.

import { expect, it } from 'vitest'
import { defaultPageLimit } from '../../spec/control/values.ts'
import { createQr, payByExchange } from '../test-support/requests.ts'
import { openShop } from '../test-support/shop.ts'
import { logReader } from './remote-logs.ts'

async function opened() {
  const { control, shop } = await openShop()
  const named = (read: ReturnType<typeof logReader>) => async (latest?: number) =>
    (await read(latest)).map((entry) =>
      'delivery' in entry ? `${entry.seq} ${entry.status}` : String(entry.operation),
    )
  return { control, shop, next: named(logReader(control)), other: named(logReader(control)) }
}

it('has the events of the world that a reset started, also for one that follows it', async () => {
  const { control, shop, next, other } = await opened()
  for (const order of ['a', 'b']) await payByExchange(shop, order)
  await control.advanceClock({ body: { by: 'P1D' } })
  expect(await next(2)).toEqual(['5 completed', 'advanceClock'])
  await payByExchange(shop, 'c')
  await control.resetSandbox()
  await payByExchange(shop, 'd')
  const ofWorld = ['resetSandbox', 'createExchangePayment', '0 pending']
  expect(await next()).toEqual(['createExchangePayment', ...ofWorld])
  expect(await next()).toEqual([])
  expect(await other()).toEqual(ofWorld)
})

it('is in order across pages', async () => {
  const { shop, next } = await opened()
  for (let order = 0; order <= defaultPageLimit; order += 1) await createQr(shop, `o${order}`)
  const entries = await next()
  expect(entries).toHaveLength(2 * (defaultPageLimit + 1))
  expect(entries.slice(-2)).toEqual(['createQrTransaction', `${defaultPageLimit} awaiting`])
})
