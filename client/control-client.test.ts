// The control client: URLs, sandboxes, and the errors of calls that fail. What the operations do is tested in simulator/.

import { createServer } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { closeServer, listenOn } from '../core/listening.ts'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import { controlClient } from './control-client.ts'

describe('a control client', () => {
  const { fetch } = createSimulator()
  const origin = 'http://127.0.0.1:4020'

  it('accepts the URL with and without /control', async () => {
    for (const url of [origin, `${origin}/`, `${origin}/control`, `${origin}/control/`])
      expect((await controlClient({ url, fetch }).getClock()).now).toBe('2026-01-05T09:00:00.000Z')
  })

  it('works in a sandbox, and on sandboxes from inside one', async () => {
    const params = { name: 'mine' }
    const start = '2027-01-01T00:00:00.000Z'
    const { controlUrl } = await controlClient({ url: origin, fetch }).putSandbox({ params, body: { start } })
    const control = controlClient({ url: controlUrl, fetch })
    expect((await control.getClock()).now).toBe(start)
    expect(await control.deleteSandbox({ params })).toEqual({ deleted: 'mine' })
  })

  it.each([
    [undefined, 'The url of controlClient is missing.'],
    ['', 'The url of controlClient is missing.'],
    ['127.0.0.1:4020', 'The url of controlClient is invalid: "127.0.0.1:4020".'],
  ])('is not created for the URL %j', (url, fact) => {
    expect(() => controlClient({ url: url as string })).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        fact,
        detail: expect.stringContaining('PAYTWIN_CONTROL_URL'),
      }),
    )
  })

  it('follows no redirect, which would get the body and the token', async () => {
    const received: string[] = []
    const server = createServer((request, response) => {
      received.push(request.url ?? '')
      response.writeHead(307, { location: '/elsewhere' }).end('{}')
    })
    const url = await listenOn(server, { host: '127.0.0.1', port: 0 })
    const call = controlClient({ url }).advanceClock({ body: { by: 'P1D' } })
    await expect(call).rejects.toMatchObject({ name: 'ControlError', status: 307 })
    expect(received).toEqual(['/control/clock/advance'])
    await closeServer(server)
  })

  it('waits 30 s for what takes no time, and any time for an advance', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const silent = createServer(() => undefined)
    const url = await listenOn(silent, { host: '127.0.0.1', port: 0 })
    const advancing = controlClient({ url }).advanceClock({ body: { by: 'P1Y' } })
    const ended = advancing.catch(() => 'ended')
    const clock = controlClient({ url }).getClock()
    const late = expect(clock).rejects.toMatchObject({
      status: 0,
      detail: 'getClock failed: no response within 30000 ms.',
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await late
    expect(await Promise.race([ended, new Promise((resolve) => setImmediate(() => resolve('waits')))])).toBe(
      'waits',
    )
    vi.useRealTimers()
    silent.closeAllConnections()
    await closeServer(silent)
    await ended
  })

  it('throws for what is not a control API, and for no response', async () => {
    const elsewhere = controlClient({
      url: origin,
      fetch: async () => new Response('hello', { status: 404 }),
    })
    await expect(elsewhere.getClock()).rejects.toMatchObject({
      status: 404,
      refused: false,
      fact: 'The control API refused getClock with HTTP 404.',
    })
    const gone = controlClient({ url: 'http://127.0.0.1:1' })
    await expect(gone.getClock()).rejects.toMatchObject({
      status: 0,
      refused: false,
      fact: 'The control API at http://127.0.0.1:1 does not respond.',
    })
  })
})
