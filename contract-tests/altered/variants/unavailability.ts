// A service that is not available now and then, rate limits, gateways, and connections that fail. "Rate limits and pagination: not
// shown", and no section promises that every request is processed. Which requests fail is counted, or drawn from a seed.

import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { NoResponseError } from '../../../client/http-send.ts'
import type { TransportSeam, WireRequest } from '../../observe/in-process.ts'
import type { ContractVariants } from './rows.ts'

type Headers = Readonly<Record<string, string>>
/** True if the request with a number fails; the first is 1. */
type Fails = (count: number, request: WireRequest) => boolean
/** The requests that fail, and their response; and whether the request is processed before. */
type Failure = readonly [Fails, respond: () => Response, processed?: 'processed']

export function failing([fails, respond, processed]: Failure): TransportSeam {
  let count = 0
  return async (request, send) => {
    count += 1
    if (!fails(count, request)) return send()
    if (processed !== undefined) await send()
    return respond()
  }
}

export const every = (step: number) => (count: number) => count % step === 0
function share(percent: number): Fails {
  const random = xoroshiro128plus(percent)
  return () => uniformInt(random, 1, 100) <= percent
}

const text =
  (status: number, body: string, headers: Headers = {}) =>
  () =>
    new Response(body, { status, headers })
const html = (status: number, headers: Headers = {}) =>
  text(status, `<html><h1>${status}</h1></html>`, { 'content-type': 'text/html', ...headers })
const json =
  (status: number, body: unknown, headers: Headers = {}) =>
  () =>
    Response.json(body, { status, headers })
const lost = (reason: string, mayHaveArrived: boolean) => () => {
  throw new NoResponseError(reason, { mayHaveArrived })
}

const [hangUp, refused] = [lost('socket hang up', true), lost('connect ECONNREFUSED', false)]
const tooMany = { ok: false, error: { code: 'rate_limited', message: 'Too many requests' } }
const now = { 'retry-after': '0' }
const past = { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }
const success = { ok: true, result: { success: true } }

const unavailable: Readonly<Record<string, Failure>> = {
  'HTTP 429 for every tenth request, with a time to wait': [every(10), html(429, { 'retry-after': '1' })],
  'HTTP 503 for 5 % of the requests, not processed': [share(5), html(503)],
  'HTTP 503 for 5 % of the requests, processed': [share(5), html(503), 'processed'],
  'HTTP 504 for 5 % of the requests, processed': [share(5), html(504), 'processed'],
  'connections lost for 3 % of the requests, not processed': [share(3), hangUp],
  'connections lost for 3 % of the requests, processed': [share(3), hangUp, 'processed'],
  'connections refused for 5 % of the requests': [share(5), refused],
  'HTTP 429 with a JSON refusal and a date to wait for': [every(13), json(429, tooMany, past)],
  'HTTP 429 with a wait of 0 seconds': [every(9), json(429, tooMany, now)],
  'HTTP 429 with an invalid time to wait': [every(17), json(429, tooMany, { 'retry-after': 'soon' })],
  'HTTP 429 for two requests in a row': [(count) => count % 30 < 2, json(429, {}, now)],
  'HTTP 429 for requests that write': [
    (count, { method }) => method === 'POST' && count % 11 === 0,
    json(429, null, now),
  ],
  'HTTP 408 now and then': [every(33), json(408, { message: 'Request Timeout' })],
  'HTTP 503 as JSON for lookups only': [
    (count, { method }) => method === 'GET' && count % 10 === 0,
    json(503, { ok: false, result: null }),
  ],
  'HTTP 502 with an empty body': [every(37), text(502, '')],
  'HTTP 520 from a proxy, processed': [every(45), text(520, 'error code: 520'), 'processed'],
  'HTTP 503 with the envelope of success, not processed': [every(41), json(503, success)],
}

const why = 'Limits: "Rate limits and pagination: not shown"; availability is not promised.'

export const unavailabilityVariants: ContractVariants = Object.fromEntries(
  Object.entries(unavailable).map(([name, failure]) => [name, { why, transport: failing(failure) }]),
)
