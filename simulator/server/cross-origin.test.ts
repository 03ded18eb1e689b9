// Which pages of other origins may call the service, and what their browsers receive.

import { expect, it } from 'vitest'
import { TestClient } from '../test-support/test-client.ts'

const asked = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
}

const client = new TestClient({ cors: ['https://shop.example'] })
await client.simulator.sandboxes.put('mine', {})

const ask = (path: string, origin: string, method = 'OPTIONS') =>
  client.simulator.fetch(path, { method, headers: { origin, ...asked } })
const corsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'))

it.each(
  [
    'http://localhost:5173',
    'https://localhost',
    'http://127.0.0.1:1',
    'http://[::1]:80',
    'http://a.localhost',
    'https://shop.example',
  ].flatMap((origin) => [
    [origin, '/api'],
    [origin, '/sandboxes/mine/api'],
  ]),
)('a page of %s may send any header to %s and read the response', async (origin, api) => {
  const preflight = await ask(`${api}/hosted-page`, origin)
  expect([preflight.status, Object.fromEntries(preflight.headers)]).toMatchObject([
    204,
    {
      'access-control-allow-origin': origin,
      'access-control-allow-headers': asked['access-control-request-headers'],
      'access-control-allow-methods': 'GET, POST',
      vary: expect.stringContaining('origin'),
    },
  ])
  const response = await ask(`${api}/stores`, origin, 'GET')
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  for (const path of ['/control/clock', '/openapi.json', '/checkout/none'])
    for (const method of ['OPTIONS', 'GET']) expect(corsHeaders(await ask(path, origin, method))).toEqual([])
})

it.each([
  'null',
  '',
  'https://other.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'ftp://localhost',
  'http://evil.example/localhost',
  'localhost',
])('a page of "%s" may not', async (origin) => {
  for (const response of [
    await ask('/api/hosted-page', origin),
    await ask('/sandboxes/mine/api/stores', origin, 'GET'),
  ])
    expect(corsHeaders(response)).toEqual([])
})

it('a preflight request leaves no trace in the sandbox', async () => {
  const trace = () => [client.state(), client.sandbox.journal.length]
  const before = trace()
  for (const origin of ['http://localhost:1', 'http://evil.example']) await ask('/api/hosted-page', origin)
  expect(trace()).toEqual(before)
})
