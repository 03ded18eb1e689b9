// The stream of server-sent events that says when a sandbox has changed.

import { expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'

/** Reads events one at a time. */
function readerOf({ body }: Response) {
  const reader = (body ?? new ReadableStream()).getReader()
  return {
    next: async () => {
      const { value, done } = await reader.read()
      return done ? undefined : new TextDecoder().decode(value)
    },
    cancel: () => reader.cancel(),
  }
}

const change = 'event: change\ndata: {}\n\n'

it('reports the start and each change of the sandbox, and nothing else', async () => {
  const simulator = createSimulator()
  const response = await simulator.fetch('/control/stream')
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events = readerOf(response)
  expect(await events.next()).toBe(change)
  let isEarly = true
  const next = events.next().then((event) => ({ event, isEarly }))
  await new Promise((resolve) => setTimeout(resolve, 500))
  isEarly = false
  await simulator.clock.advance({ by: 'P1D' })
  expect(await next).toEqual({ event: change, isEarly: false })
  await events.cancel()
})

it('follows a named sandbox until it is deleted', async () => {
  const simulator = createSimulator()
  expect((await simulator.fetch('/sandboxes/mine/control/stream')).status).toBe(404)
  const mine = await simulator.sandbox('mine')
  const events = readerOf(await simulator.fetch('/sandboxes/mine/control/stream'))
  expect(await events.next()).toBe(change)
  await mine.control.advanceClock({ body: { by: 'P1D' } })
  expect(await events.next()).toBe(change)
  await simulator.control.deleteSandbox({ params: { name: 'mine' } })
  expect(await events.next()).toBeUndefined()
})
