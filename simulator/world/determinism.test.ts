// Another seed or start produces other bytes. That the same ones produce the same is tested in fuzz/determinism.sampled.test.ts.

import { expect, it } from 'vitest'
import { dayMs } from '../../core/durations.ts'
import { operationIds } from '../../spec/operations.ts'
import { prepare, validRequests } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'
import { copyWorldData } from './world-data.ts'

/** The bytes of a run: each response with its headers, each delivery, and the final state. */
async function run(seed: string | number, start?: string): Promise<string> {
  const client = new TestClient({ seed, ...(start === undefined ? {} : { start }) })
  const bytes: unknown[] = []
  client.sandbox.outbox.onWebhook(({ request }) => void bytes.push(request))
  const requests = validRequests(client, await prepare(client))
  for (const operationId of operationIds) {
    const { status, text, headers } = await client.ask(operationId, requests[operationId])
    bytes.push([operationId, status, text, [...headers]])
  }
  await client.advance(100 * dayMs)
  bytes.push(copyWorldData(client.world))
  return JSON.stringify(bytes)
}

it('produces other bytes for another seed or start', async () => {
  const runs = await Promise.all([run(1), run(2), run('1 '), run(1, '2027-03-01T00:00:00.000Z')])
  expect(new Set(runs).size).toBe(4)
})

it('accepts a number and its text as the same seed', async () => {
  expect(await run(7)).toBe(await run('7'))
})
