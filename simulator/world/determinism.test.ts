// The same seed and the same requests give the same bytes; another seed gives others. (What ten thousand generated inputs
// in two processes show is shown elsewhere.)

import { expect, it } from 'vitest'
import { operationIds } from '../../spec/operations.ts'
import { prepare, validRequests } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

/** Everything that a run says: each answer with its headers, each delivery, and the world at its end. */
async function run(seed: string | number, start?: string): Promise<string> {
  const client = new TestClient({ seed, ...(start === undefined ? {} : { start }) })
  const said: unknown[] = []
  client.sandbox.outbox.onWebhook(({ request }) => void said.push(request))
  const requests = validRequests(client, await prepare(client))
  for (const operationId of operationIds) {
    const { status, text, headers } = await client.ask(operationId, requests[operationId])
    said.push([operationId, status, text, [...headers]])
  }
  await client.advance(100 * 86_400_000)
  said.push(client.world.data())
  return JSON.stringify(said)
}

it('two runs with the same seed and requests are the same, byte by byte', async () => {
  const first = await run('a seed')
  expect(first.length).toBeGreaterThan(10_000)
  expect(await run('a seed')).toBe(first)
})

it('runs with other seeds, or another start, are others', async () => {
  const runs = await Promise.all([run(1), run(2), run('1 '), run(1, '2027-03-01T00:00:00.000Z')])
  expect(new Set(runs).size).toBe(4)
})

it('a number and its text are the same seed', async () => {
  expect(await run(7)).toBe(await run('7'))
})
