// Requests to extensions are in the log of a sandbox as those of the contract are.

import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { openStore } from '../commands/open-store.ts'
import { readExtension } from '../extensions/overlay.ts'
import { Simulator } from '../simulator.ts'

const overlay = new URL('../../docs/examples/extension.json', import.meta.url)

const page = {
  amount: '20.00',
  currency: 'USD',
  order: 'order-1',
  cart: [{ id: 'lamp', name: 'Lamp', price: '20.00', quantity: 1, key: 'lamp-1', totalPrice: '20.00' }],
  redirectUrl: 'https://shop.example/thanks',
  customerInfo: { name: 'Ada Example', email: 'ada@shop.example' },
  shippingAddress: null,
}

const directory = testDirectory('extended')

async function started(extended = true): Promise<Simulator> {
  const extend = extended ? [await readExtension(JSON.parse(await readFile(overlay, 'utf8')), 'overlay')] : []
  const simulator = new Simulator({ extend })
  await simulator.keepIn(await openStore(directory), () => undefined)
  return simulator
}

async function jsonOf(simulator: Simulator, method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer merchant-lamp-shop' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  return JSON.parse(await (await simulator.fetch(path, init)).text())
}

it('continues with what an extension changed, and only with the extension', async () => {
  const simulator = await started()
  const { result } = await jsonOf(simulator, 'POST', '/api/hosted-page', page)
  const uuid = new URL(result.url).searchParams.get('uuid') ?? result.url.split('/').at(-1)
  const order = `/api/plugin/orders/${uuid}`
  expect(await jsonOf(simulator, 'PATCH', order, { order_id: 'order-2' })).toEqual({
    order: 'order-2',
    previous: 'order-1',
  })
  const { digest } = await jsonOf(simulator, 'GET', '/control/snapshot')
  await simulator.close()

  const again = await started()
  expect((await jsonOf(again, 'GET', '/control/snapshot')).digest).toBe(digest)
  expect(await jsonOf(again, 'GET', order)).toMatchObject({ order: 'order-2' })
  await again.close()

  // Without it, this sandbox is not available, and nothing of it is lost.
  const without = await started(false)
  const refused = await without.fetch('/control/snapshot')
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({
    fact: 'The stored sandbox default cannot be continued.',
    detail: 'Request 2 of its log has no response.',
  })
  expect((await without.fetch('/sandboxes/other', { method: 'PUT' })).status).toBe(200)
  await without.close()
  const restored = await started()
  expect((await jsonOf(restored, 'GET', '/control/snapshot')).digest).toBe(digest)
  await restored.close()
})
