// Which pages of other origins may call the service, and what their browsers receive.

import { describe, expect, it } from 'vitest'
import { invoice } from '../test-support/requests.ts'
import { TestClient } from '../test-support/test-client.ts'

const asked = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
}
const allowed = [
  'http://localhost:5173',
  'https://localhost',
  'http://127.0.0.1:1',
  'http://[::1]:80',
  'http://a.localhost',
]
const refused = [
  'null',
  '',
  'https://shop.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'ftp://localhost',
  'file://localhost',
  'http://evil.example/localhost',
  'localhost',
]

describe.each(['', '/sandboxes/mine'])('in the sandbox at "%s"', (prefix) => {
  async function client(cors: string[] = []): Promise<TestClient> {
    const client = new TestClient({ cors })
    await client.simulator.sandboxes.put('mine', {})
    return client
  }
  const ask = (
    { simulator }: TestClient,
    path: string,
    headers: Record<string, string>,
    method = 'OPTIONS',
  ) => simulator.fetch(`${prefix}${path}`, { method, headers })

  it.each(allowed)('a page of %s may send any header and read the response', async (origin) => {
    const shop = await client()
    const preflight = await ask(shop, '/api/hosted-page', { origin, ...asked })
    expect([preflight.status, Object.fromEntries(preflight.headers)]).toMatchObject([
      204,
      {
        'access-control-allow-origin': origin,
        'access-control-allow-headers': asked['access-control-request-headers'],
        'access-control-allow-methods': 'GET, POST',
        vary: expect.stringContaining('origin'),
      },
    ])
    const response = await ask(shop, '/api/stores', { origin }, 'GET')
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it.each(refused)('a page of "%s" may not', async (origin) => {
    const shop = await client()
    for (const response of [
      await ask(shop, '/api/hosted-page', { origin, ...asked }),
      await ask(shop, '/api/stores', { origin }, 'GET'),
    ])
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('a page of an origin of the option "cors" may, too', async () => {
    const shop = await client(['https://shop.example'])
    expect((await ask(shop, '/api/stores', { origin: 'https://shop.example', ...asked })).status).toBe(204)
    expect((await ask(shop, '/api/stores', { origin: 'http://localhost:1', ...asked })).status).toBe(204)
    expect((await ask(shop, '/api/stores', { origin: 'https://other.example', ...asked })).status).toBe(403)
  })

  it.each(['/control/clock', '/openapi.json', '/checkout/none'])('%s has no such headers', async (path) => {
    const shop = await client(['https://shop.example'])
    for (const origin of [...allowed, 'https://shop.example'])
      for (const method of ['OPTIONS', 'GET']) {
        const { headers } = await ask(shop, path, { origin, ...asked }, method)
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      }
  })
})

it('a preflight request leaves no trace in the sandbox', async () => {
  const client = new TestClient()
  await client.ask('createInvoice', { body: invoice('o') })
  const trace = () => [client.state(), client.sandbox.journal.length]
  const before = trace()
  for (const origin of ['http://localhost:1', 'http://evil.example'])
    await client.send('OPTIONS', '/hosted-page', { origin, ...asked })
  expect(trace()).toEqual(before)
})
