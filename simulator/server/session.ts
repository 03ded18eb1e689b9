// Signing in to the dashboard where the control API requires a token: a form exchanges the token for the cookie of a session.

import { setTimeout as sleep } from 'node:timers/promises'
import { readLimited } from '../../core/limited-body.ts'
import { signInPage } from '../pages/dashboard/page.ts'
import { dashboardHeaders } from '../pages/layout.ts'
import { type AccessPolicy, equals, isDashboard, isSignedIn, sessionCookie } from './access-control.ts'
import { pathOf } from './request-target.ts'

/** A form with a token has a few short fields. */
const maxFormBytes = 10_000
const sessionPath = '/dashboard/session'

/**
 * A function that responds to requests for the dashboard without a session, and to the form that starts one; undefined for
 * every other request. Foreign pages were refused before.
 */
export function signIn(policy: AccessPolicy): (request: Request) => Promise<Response> | undefined {
  const { token } = policy
  if (token === undefined) return () => undefined
  return (request) => {
    const pathname = pathOf(request)
    if (pathname === sessionPath && request.method === 'POST') return startSession(request, policy, token)
    // Other requests to the dashboard have passed access control, which asks for the token.
    const isPage = isDashboard(pathname) && request.headers.get('accept')?.includes('text/html') === true
    return isPage && !isSignedIn(request.headers, policy, token) ? formOf(false) : undefined
  }
}

async function formOf(isWrong: boolean): Promise<Response> {
  const headers = { ...dashboardHeaders, 'content-type': 'text/html; charset=UTF-8' }
  return new Response(String(await signInPage(isWrong, sessionPath)), {
    status: isWrong ? 403 : 200,
    headers,
  })
}

/** The pause for each wrong token. */
const pauseMs = 100
let lastPause: Promise<unknown> = Promise.resolve()

/** The response to a wrong token. Of all of them, one is sent at a time, with a pause before it; other responses do not wait. */
export async function afterPause(response: Response | Promise<Response>): Promise<Response> {
  lastPause = lastPause.then(() => sleep(pauseMs, undefined, { ref: false }))
  await lastPause
  return response
}

async function startSession(request: Request, policy: AccessPolicy, token: string): Promise<Response> {
  const { bytes } = await readLimited(request.body, maxFormBytes)
  const sent = new URLSearchParams(new TextDecoder().decode(bytes)).get('token') ?? ''
  if (!equals(sent.trim(), token)) return afterPause(formOf(true))
  const { name, value } = sessionCookie(request.headers, policy)
  const secure = policy.origin.startsWith('https:') ? '; Secure' : ''
  const cookie = `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`
  return new Response(null, { status: 303, headers: { location: '/dashboard', 'set-cookie': cookie } })
}
