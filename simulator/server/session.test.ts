// Signing in to the dashboard of a simulator whose control API requires a token.

import { describe, expect, it } from 'vitest'
import { servedForSuite } from '../test-support/served.ts'

const served = servedForSuite({}, { controlToken: 'my-token', keepGlobals: true })

const html = { accept: 'text/html' }
const page = async (headers: Record<string, string> = {}, path = '/dashboard') =>
  (await fetch(`${served.url}${path}`, { headers: { ...html, ...headers } })).text()

function send(token: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${served.url}/dashboard/session`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ token }).toString(),
  })
}

async function cookieOf(response: Response): Promise<string> {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

describe('the dashboard of a simulator with a token', () => {
  it('asks for the token until there is a session', async () => {
    expect(await page()).toContain('<form method="post" action="/dashboard/session">')
    const started = await send('my-token')
    expect([started.status, started.headers.get('location')]).toEqual([303, '/dashboard'])
    expect(started.headers.get('set-cookie')).toMatch(
      /^paytwin-session-\d+=[\w-]{24}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(await page({ cookie: await cookieOf(started) })).toContain('Dashboard - paytwin')
    for (const path of ['/', '/dashboard/accounts', '/dashboard/orders/x', '/sandboxes/default/dashboard'])
      expect(await page({}, path)).toContain('action="/dashboard/session"')
    expect(await page({ authorization: 'Bearer my-token' }, '/dashboard/accounts')).toContain(
      'merchant-lamp-shop',
    )
  })

  it('uses the control API with the session, whose cookie does not contain the token', async () => {
    const cookie = await cookieOf(await send('my-token'))
    expect(cookie).not.toContain('my-token')
    const clock = (headers: Record<string, string>) => fetch(`${served.url}/control/clock`, { headers })
    expect((await clock({ cookie: `other=1; ${cookie}` })).status).toBe(200)
    expect((await clock({ cookie: `${cookie}x` })).status).toBe(401)
    expect((await clock({ cookie, origin: 'http://evil.example' })).status).toBe(403)
    const reset = await fetch(`${served.url}/control/reset`, { method: 'POST', headers: { cookie } })
    expect(reset.status).toBe(415)
  })

  it.each([
    {},
    { 'sec-fetch-dest': 'empty', ...html },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site', ...html },
  ])('shows nothing of its pages to a request that is not of a person, with %j', async (headers) => {
    for (const path of ['/dashboard', '/dashboard/accounts', '/dashboard/scenario.json', '/control/stream']) {
      const response = await fetch(served.url + path, { headers })
      expect([path, [401, 403].includes(response.status)]).toEqual([path, true])
      expect(await response.text()).not.toMatch(/Lamp Shop|merchant-lamp-shop/)
    }
  })

  it('starts no session for a wrong token, or for a page of another origin', async () => {
    const wrong = await send('my-toke')
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null])
    expect(await wrong.text()).toContain('The token is not valid.')
    expect((await send('my-token', { origin: 'http://evil.example' })).status).toBe(403)
  })

  it('gets refusals that do not make the browser ask for a password', async () => {
    const refused = await fetch(`${served.url}/control/clock`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, null])
  })

  it('takes wrong tokens one after the other, and lets other requests pass', async () => {
    const clock = (token: string) =>
      fetch(`${served.url}/control/clock`, { headers: { authorization: `Bearer ${token}` } })
    const started = performance.now()
    const wrong = [1, 2, 3].map((guess) => clock(`guess-${guess}`))
    const forms = [4, 5].map((guess) => send(`guess-${guess}`))
    expect((await clock('my-token')).status).toBe(200)
    const passed = performance.now() - started
    expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([401, 401, 401])
    expect((await Promise.all(forms)).map(({ status }) => status)).toEqual([403, 403])
    const all = performance.now() - started
    expect(all).toBeGreaterThan(450)
    expect(passed).toBeLessThan(all)
  })
})
