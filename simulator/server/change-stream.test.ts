// The stream of server-sent events that says when a sandbox has changed.

import { expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'

/** Reads events one at a time. */
function readerOf({ body }: Response) {
  const reader = (body ?? new ReadableStream()).getReader()
  return { next: async () => new TextDecoder().decode((await reader.read()).value) }
}

const change = 'event: change\ndata: {}\n\n'

it('reports the start and each change of a sandbox, until it is deleted', async () => {
  const simulator = createSimulator()
  expect((await simulator.fetch('/sandboxes/mine/control/stream')).status).toBe(404)
  const mine = await simulator.sandbox('mine')
  const response = await simulator.fetch('/sandboxes/mine/control/stream')
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events = readerOf(response)
  expect(await events.next()).toBe(change)
  // Changes of another sandbox are not reported.
  await simulator.clock.advance({ by: 'P1D' })
  await mine.control.advanceClock({ body: { by: 'P1D' } })
  expect(await events.next()).toBe(change)
  await simulator.control.deleteSandbox({ params: { name: 'mine' } })
  expect(await events.next()).toBe('')
})
