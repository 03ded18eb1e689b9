// HTTP: routes, limits, and the form of responses. Starts the service, with or without a regression.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Accounts, newAccounts } from './accounts.ts'
import { EXCHANGES, LIMITS, REFUSED, REFUSED_PAYOUT, SUCCESS } from './choices.ts'
import { controls } from './control.ts'
import { lookups } from './lookups.ts'
import { operations } from './operations.ts'
import { type Call, Refusal } from './requests.ts'
import { fieldsOf, isFields } from './values.ts'
import { World } from './world.ts'

/** A change of the service: of its worlds before their first request, or around its operations. */
export interface Change {
  readonly world?: (world: World) => void
  readonly handle?: (route: string, call: Call, next: (call: Call) => unknown) => unknown
}

export type RunningService = Awaited<ReturnType<typeof startService>>

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const body = await text(request)
  if (body.length > LIMITS.postChars) throw new Refusal('post', 'A POST request has at most 2M.')
  if (request.method === 'GET' && String(request.url).length > LIMITS.getChars)
    throw new Refusal('get', 'A GET request has at most 2048 characters.')
  try {
    return JSON.parse(body || 'null')
  } catch {
    throw new Refusal('body', 'The body is no JSON.')
  }
}

/** Writes indented JSON in chunks, without a length, and with the fields of objects in reverse order. */
function write(response: ServerResponse, status: number, body: unknown): void {
  const reversed = (_: string, value: unknown) =>
    isFields(value) ? Object.fromEntries(Object.entries(value).reverse()) : value
  const json = `${JSON.stringify(body, reversed, 3)}\r\n`
  if (status === REFUSED.rate) response.setHeader('Retry-After', '1')
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' })
  for (let at = 0; at < json.length; at += 1000) response.write(json.slice(at, at + 1000))
  response.end()
}

/** Starts the service on a free port of this machine. New accounts take a while, because of their keys. */
export async function startService(
  { world: prepare, handle = (_, call, next) => next(call) }: Change = {},
  accounts: Accounts = newAccounts(),
) {
  let world = new World(accounts)
  const reset = () => {
    world = new World(accounts)
    prepare?.(world)
  }
  reset()
  const control = controls(reset)
  const all = Object.entries({ ...operations, ...lookups, ...control })
  const routes = all.map(([route, run]) => {
    return { route, run, pattern: new RegExp(`^${route.replace('*', '([^/]+)')}$`) }
  })
  let [second, count] = [0, 0]

  async function respond(request: IncomingMessage, { pathname, searchParams: query }: URL) {
    const line = `${request.method} ${pathname}`
    const { route = '', run, pattern } = routes.find((one) => one.pattern.test(line)) ?? {}
    const isSubscription = route.includes('/subscription/')
    const now = Math.floor(Date.now() / 1000)
    if (!(route in control)) [second, count] = [now, now === second ? count + 1 : 1]
    try {
      if (count > LIMITS.perSecond && !(route in control)) throw new Refusal('rate', 'Too many requests.')
      const body = await bodyOf(request)
      if (run === undefined) throw new Refusal('route', 'There is no such operation.')
      const name = decodeURIComponent(pattern?.exec(line)?.[1] ?? '')
      if (route.includes('/exchanges/') && !EXCHANGES.includes(name.toLowerCase()))
        throw new Refusal('unknown', 'The exchange is not supported.')
      const call = { world, headers: request.headers, query, body, name }
      if (route in control) return { status: 200, body: (await run(call)) ?? {} }
      const result = handle(route, call, run)
      const isRefused = (fieldsOf(result).errorMsg ?? '') !== ''
      const status = isRefused ? REFUSED_PAYOUT : (SUCCESS[route] ?? 200)
      return { status, body: isSubscription ? { status: 200, result } : { ok: true, result } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, code, message } = error
      const result = [{ code, message }]
      return { status, body: isSubscription ? { status, result } : { ok: false, result } }
    }
  }

  const server = createServer((request, response) => {
    respond(request, new URL(request.url ?? '/', 'http://service.example'))
      .catch((error) => ({ status: 500, body: { ok: false, result: String(error) } }))
      .then(({ status, body }) => write(response, status, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Events become due as real time passes, too.
  const clock = setInterval(() => void world.advance(0), 1000)
  const close = () => {
    clearInterval(clock)
    server.close()
    server.closeAllConnections()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, accounts, close }
}
