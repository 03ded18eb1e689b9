// Who may call a served simulator. Web pages of other origins cannot drive its control API, and names that only resolve to
// this machine (DNS rebinding) reach nothing.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { UsageError } from '../../core/errors.ts'
import { controlHeaders } from '../control/responses.ts'
import { pathOf } from './request-target.ts'

/** The rules of a server for requests. */
export interface AccessPolicy {
  /** Names in the Host header that are accepted in addition to IP addresses and loopback names. */
  hosts: readonly string[]
  /** The origin of the public URL. */
  origin: string
  /** The token of the control API, if it requires one. */
  token: string | undefined
  /** The value of the cookie that the dashboard has in place of the token; another one in each process. */
  session: string
}

/** Where a simulator is served. */
export interface ServedAt {
  /** The address it listens on. */
  host: string
  publicUrl: string
  /** The chosen token; by default a random one where others can reach the control API. */
  token?: string | undefined
  control: boolean
}

interface Refusal {
  status: 401 | 403 | 415
  fact: string
  detail: string
  remedy: string
}

/** The parts of a request that decide about it. */
interface Asked {
  method: string
  url: string
  headers: Pick<Headers, 'get' | 'has'>
}

/** The service, what its responses link to, its document, the reference, the files of pages, the page at the root, and the state of the server. */
const openPath =
  /^(?:\/sandboxes\/[^/]+)?\/(?:api\/|openapi\.json$|checkout(?:\/|$)|customers\/|logos\/)|^\/(?:health|ready|docs|favicon\.ico|assets\/[^/]+)?$/
/** The dashboard, which shows what the control API shows. */
const dashboardPath = /^(?:\/sandboxes\/[^/]+)?\/dashboard(?:\/|$)/
/** Where a page can change something with a form: the service accepts other content types with --validation report. */
const formPath = /^(?:\/sandboxes\/[^/]+)?\/(?:api\/|checkout\/[^/]+\/pay$)|^\/dashboard\/session$/
const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i
/** Headers that browsers send, and that scripts have no reason to send. */
const pageHeaders = ['origin', 'sec-fetch-site', 'sec-fetch-dest', 'referer', 'cookie']

/** Where others can reach the control API. */
const minTokenLength = 16

/** The policy of a server. Throws a UsageError for a token that no header can have, or that others could guess. */
export function accessPolicy({ host, publicUrl, token, control }: ServedAt): AccessPolicy {
  const { hostname, origin } = new URL(publicUrl)
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new UsageError(
      'Invalid token of the control API.',
      'It must be printable ASCII without spaces, because it is sent in a header.',
      'Correct PAYTWIN_CONTROL_TOKEN, or unset it.',
    )
  const isPrivate = isLoopbackName(host) && isLoopbackName(hostname)
  if (token !== undefined && token.length < minTokenLength && control && !isPrivate)
    throw new UsageError(
      'The token of the control API is too short.',
      `Others can reach this server, and it has ${token.length} characters of at least ${minTokenLength}.`,
      'Set a longer PAYTWIN_CONTROL_TOKEN, or unset it: then a random one is printed.',
    )
  const required = token ?? (isPrivate ? undefined : randomText())
  const hosts = [host.toLowerCase(), hostname]
  return { hosts, origin, token: control ? required : undefined, session: randomText() }
}

function randomText(): string {
  return randomBytes(18).toString('base64url')
}

/** True if a host name always means this machine. */
export function isLoopbackName(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return /^(?:.+\.)?localhost$/.test(name) || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** A function that returns the response to a request that the policy refuses, and undefined for every other request. */
export function accessGuard(policy: AccessPolicy): (request: Asked) => Response | undefined {
  return (request) => {
    const host = request.headers.get('host') ?? ''
    if (!isAcceptedHost(host, policy)) return refused(unknownHost(host), request.headers)
    const refusal = refusalOf(request, pathOf(request), host, policy)
    return refusal === undefined ? undefined : refused(refusal, request.headers)
  }
}

/** Why a request of an accepted host is refused. */
function refusalOf(request: Asked, path: string, host: string, policy: AccessPolicy): Refusal | undefined {
  const isService = path.startsWith('/api/')
  if (isService && (request.method === 'GET' || isJson(request.headers))) return undefined
  if (isService || formPath.test(path)) return refusalOfForm(request, host, policy)
  if (openPath.test(path) || isNavigation(request, path)) return undefined
  return refusalOfControl(request, host, policy)
}

/** True if a person goes to a page of the dashboard, also by a link of another page. Without a session it is the form that asks for the token. */
function isNavigation({ method, headers }: Asked, path: string): boolean {
  const dest = headers.get('sec-fetch-dest')
  const isPage = dest === 'document' || (dest === null && !headers.has('origin'))
  return (
    isPage && method === 'GET' && isDashboard(path) && headers.get('accept')?.includes('text/html') === true
  )
}

export function isDashboard(path: string): boolean {
  return dashboardPath.test(path)
}

function isAcceptedHost(host: string, { hosts }: AccessPolicy): boolean {
  const [, name = ''] = /^(\[[^\]]*\]|[\w.-]*)(?::\d+)?$/.exec(host.toLowerCase()) ?? []
  return (
    isLoopbackName(name) ||
    isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 ||
    (name !== '' && hosts.includes(name))
  )
}

function unknownHost(host: string): Refusal {
  const name = host.replace(/:\d+$/, '')
  return {
    status: 403,
    fact: `The host "${host}" is not accepted.`,
    detail: 'The simulator accepts loopback names, IP addresses, and the hosts of --host and --public-url.',
    remedy: `Use http://127.0.0.1 or http://localhost, or start with --public-url http://${name === '' ? 'NAME' : host}.`,
  }
}

/** True if a page of another origin sends the request. */
function isForeign({ headers }: Pick<Asked, 'headers'>, host: string, policy: AccessPolicy): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  return (
    (site !== null && site !== 'same-origin' && site !== 'none') ||
    (origin !== null && origin !== `http://${host.toLowerCase()}` && origin !== policy.origin)
  )
}

function foreign({ headers }: Asked, what: string): Refusal {
  const origin = headers.get('origin')
  return {
    status: 403,
    fact: `${what} requests from other web pages.`,
    detail: `The request comes from ${origin === null || origin === 'null' ? 'a page of another origin' : origin}.`,
    remedy:
      'Call it from a program. If a proxy serves the simulator at another URL, start with --public-url.',
  }
}

/** Why a request that a form can send is refused: browsers ask before they send JSON to another origin, but not before forms. */
function refusalOfForm(request: Asked, host: string, policy: AccessPolicy): Refusal | undefined {
  // A page sends no OPTIONS request; its browser does.
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || isJson(request.headers)
  return isSafe || !isForeign(request, host, policy)
    ? undefined
    : foreign(request, 'The simulator refuses form')
}

/** Why a request to the control API is refused. */
function refusalOfControl(request: Asked, host: string, policy: AccessPolicy): Refusal | undefined {
  const { headers, method } = request
  if (isForeign(request, host, policy)) return foreign(request, 'The control API refuses')
  if (method !== 'GET' && method !== 'HEAD' && mayBeOfPage(headers) && !isJson(headers))
    return {
      status: 415,
      fact: 'The control API accepts only JSON from browsers.',
      detail: `The content type is ${headers.get('content-type') ?? 'missing'}.`,
      remedy: 'Send the header Content-Type: application/json.',
    }
  if (policy.token === undefined || isSignedIn(headers, policy, policy.token)) return undefined
  return {
    status: 401,
    fact: 'The control API requires a token.',
    detail: headers.has('authorization') ? 'The token of the request is not valid.' : 'The request has none.',
    remedy:
      'Set PAYTWIN_CONTROL_TOKEN for commands; other programs send the token as Authorization: Bearer. It is the one of the server, or was printed at its start.',
  }
}

function isJson(headers: Asked['headers']): boolean {
  return jsonType.test(headers.get('content-type') ?? '')
}

function mayBeOfPage(headers: Asked['headers']): boolean {
  return (
    pageHeaders.some((name) => headers.has(name)) ||
    headers.get('user-agent')?.startsWith('Mozilla/') === true
  )
}

/** True if a request has the token, as Bearer token or as the password of a browser. Takes constant time. */
function hasToken(headers: Asked['headers'], token: string): boolean {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+) *$/.exec(headers.get('authorization') ?? '') ?? []
  const isBasic = scheme.toLowerCase() === 'basic'
  const sent = isBasic
    ? Buffer.from(value, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : value
  return (isBasic || scheme.toLowerCase() === 'bearer') && equals(sent, token)
}

/** The cookie of a session. Its name has the port, because a browser sends cookies to every port of a host. */
export function sessionCookie(
  headers: Asked['headers'],
  { session }: AccessPolicy,
): { name: string; value: string } {
  const [, port = 'default'] = /:(\d+)$/.exec(headers.get('host') ?? '') ?? []
  return { name: `paytwin-session-${port}`, value: session }
}

/** True if a request has the token or the cookie of a session. */
export function isSignedIn(headers: Asked['headers'], policy: AccessPolicy, token: string): boolean {
  return hasToken(headers, token) || hasSession(headers, policy)
}

function hasSession(headers: Asked['headers'], policy: AccessPolicy): boolean {
  const { name, value } = sessionCookie(headers, policy)
  const cookies = headers.get('cookie')?.split(/; */) ?? []
  return cookies.some(
    (cookie) => cookie.startsWith(`${name}=`) && equals(cookie.slice(name.length + 1), value),
  )
}

/** Compares secrets in constant time. */
export function equals(sent: string, secret: string): boolean {
  return timingSafeEqual(digest(sent), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refused({ status, ...body }: Refusal, headers: Asked['headers']): Response {
  // The dashboard has its own form, so its requests do not make the browser ask for a password.
  const asks = status === 401 && headers.get('sec-fetch-site') !== 'same-origin'
  const challenge = asks ? { 'www-authenticate': 'Basic realm="paytwin control"' } : {}
  return Response.json(body, { status, headers: { ...controlHeaders, ...challenge } })
}
