// HTTP: routes, limits, and the form of responses.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { CHOICES } from './choices.ts'
import { lookups } from './lookups.ts'
import { operations } from './operations.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { type Call, isFields, Refusal } from './requests.ts'
import type { World } from './world.ts'

const refuse = CHOICES.refusal

/** Handlers by method and path; `*` is an exchange. */
export const handlers = { ...operations, ...payments, ...payouts, ...lookups }

/** Writes pretty-printed JSON in chunks, without a length. */
export function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=UTF-8',
    'X-Served-By': 'independent',
  })
  const text = `${JSON.stringify(body, null, 3)}\r\n`
  for (let at = 0; at < text.length; at += 1000) response.write(text.slice(at, at + 1000))
  response.end()
}

export async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString('utf8')
  if (text.length > CHOICES.maxPostChars)
    throw new Refusal(refuse.tooLarge, 'length', 'A POST request has at most 2M.')
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new Refusal(refuse.body, 'json', 'The body is no JSON.')
  }
}

async function handle(
  world: World,
  run: (route: string, call: Call) => unknown,
  request: IncomingMessage,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const url = new URL(request.url ?? '/', 'http://service.example')
  const subscription = url.pathname.startsWith('/subscription/')
  try {
    const body = await readBody(request)
    if (request.method === 'GET' && (request.url ?? '').length > CHOICES.maxGetChars)
      throw new Refusal(refuse.tooLong, 'length', 'A GET request has at most 2048 characters.')
    const match = /^(\/exchanges\/[a-z-]+)\/([^/]+)$/.exec(url.pathname)
    const exchange = (match?.[2] ?? '').toLowerCase()
    const route = `${request.method} ${match === null ? url.pathname : `${match[1]}/*`}`
    if (handlers[route] === undefined)
      throw new Refusal(refuse.noRoute, 'route', 'There is no such operation.')
    if (match !== null && !(CHOICES.exchanges as readonly string[]).includes(exchange))
      throw new Refusal(refuse.unknown, 'exchange', 'The exchange is not supported.')
    const call = { world, headers: request.headers, query: url.searchParams, body, exchange }
    const result = run(route, call)
    const created = (CHOICES.createdStatus as Readonly<Record<string, number>>)[route] ?? 200
    const status =
      isFields(result) && 'errorMsg' in result && !result.success ? CHOICES.refusedPayoutStatus : created
    return { status, body: subscription ? { result, status: 200 } : { result, ok: true } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, code, message } = error
    const errors = [{ message, code }]
    return {
      status,
      body: subscription ? { result: { errors, data: [] }, status } : { result: errors, ok: false },
    }
  }
}

/** An HTTP server of the service, with a limit of requests per second. `control` serves other paths first. */
export function createService(
  world: () => World,
  run: (route: string, call: Call) => unknown,
  control: (request: IncomingMessage, response: ServerResponse) => boolean,
): Server {
  let second = 0
  let count = 0
  return createServer((request, response) => {
    if (control(request, response)) return
    const now = Math.floor(Date.now() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    if (count > CHOICES.maxRequestsPerSecond) {
      response.setHeader('Retry-After', '1')
      return reply(response, refuse.tooMany, {
        result: [{ message: 'Too many requests.', code: 'rate' }],
        ok: false,
      })
    }
    handle(world(), run, request).then(
      ({ status, body }) => reply(response, status, body),
      () => reply(response, 500, { result: [{ message: 'Internal error.', code: 'internal' }], ok: false }),
    )
  })
}
