// A snapshot of more than 64 MB is sent in small pieces, and can be restored.

import { expect, it } from 'vitest'
import { invoice } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

it('sends a large snapshot in pieces', async () => {
  const client = new TestClient()
  const { uuid } = await client.result('createInvoice', { body: invoice('first') })
  const first = client.world.invoices.get(uuid)
  for (let index = 0; first !== undefined && index < 130_000; index += 1)
    client.world.addInvoice({
      ...first,
      uuid: client.world.random.uuid(),
      order: `${index} ${'x'.repeat(200)}`,
    })

  const response = await client.simulator.fetch('/control/snapshot')
  const pieces: Uint8Array[] = []
  for await (const piece of response.body ?? []) pieces.push(piece)
  const text = Buffer.concat(pieces)
  expect(text.length).toBeGreaterThan(64_000_000)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000_000)

  const { size } = client.world.invoices
  await client.sandbox.reset()
  const restored = await client.simulator.fetch('/control/restore', { method: 'POST', body: text })
  expect(restored.status, await restored.text()).toBe(200)
  expect(client.world.invoices.size).toBe(size)
}, 300_000)
