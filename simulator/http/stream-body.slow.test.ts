// A snapshot of more than 64 MB is sent in small pieces, and can be restored.

import { expect, it } from 'vitest'
import { qrTransaction } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

it('sends a large snapshot in pieces', async () => {
  const client = new TestClient()
  const { id } = (await client.ask('createQrTransaction', { body: qrTransaction('first') })).success.result
  const first = client.transaction(id)
  for (let index = 0; index < 300_000; index += 1)
    client.world.transactions.add({
      ...first,
      id: client.world.random.uuid(),
      offerId: `${index} ${'x'.repeat(200)}`,
    })

  const response = await client.simulator.fetch('/control/snapshot')
  const pieces: Uint8Array[] = []
  for await (const piece of response.body ?? []) pieces.push(piece)
  const text = Buffer.concat(pieces)
  expect(text.length).toBeGreaterThan(64_000_000)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000_000)

  const { size } = client.world.transactions
  await client.sandbox.reset()
  const restored = await client.simulator.fetch('/control/restore', { method: 'POST', body: text })
  expect(restored.status, await restored.text()).toBe(200)
  expect(client.world.transactions.size).toBe(size)
}, 300_000)
