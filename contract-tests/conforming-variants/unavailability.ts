// A service that is not available now and then, and rate limits. "Rate limits and pagination: not shown", and no section
// promises that every request is processed.

import type { TransportSeam, WireRequest } from '../targets/in-process.ts'
import type { ContractVariants } from './response-changes.ts'

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

interface Failure {
  /** Whether the request with that number fails; the first is 1. */
  fails: (count: number, request: WireRequest) => boolean
  respond: () => Response
  /** Whether the request is processed before it fails. */
  processed?: boolean
}

/** Fails for some requests. */
function failing({ fails, respond, processed = false }: Failure): TransportSeam {
  let count = 0
  return async (request, send) => {
    count += 1
    if (!fails(count, request)) return send()
    if (processed) await send()
    return respond()
  }
}

const every = (step: number) => (count: number) => count % step === 0
const tooMany = { ok: false, error: { code: 'rate_limited', message: 'Too many requests' } }

const failures: Readonly<Record<string, Failure>> = {
  'HTTP 429 with a JSON refusal and a date to wait for': {
    fails: every(13),
    respond: () => json(429, tooMany, { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }),
  },
  'HTTP 429 with a wait of 0 seconds': {
    fails: every(9),
    respond: () => json(429, tooMany, { 'retry-after': '0' }),
  },
  'HTTP 429 with an invalid time to wait': {
    fails: every(17),
    respond: () => json(429, tooMany, { 'retry-after': 'soon' }),
  },
  'HTTP 429 with the envelope of success': {
    fails: every(15),
    respond: () => json(429, { ok: true, result: {} }, { 'retry-after': '0' }),
  },
  'HTTP 429 for two requests in a row': {
    fails: (count) => count % 30 < 2,
    respond: () => json(429, {}, { 'retry-after': '0' }),
  },
  'HTTP 429 for requests that write': {
    fails: (count, { method }) => method === 'POST' && count % 11 === 0,
    respond: () => json(429, null, { 'retry-after': '0' }),
  },
  'HTTP 425 now and then': { fails: every(25), respond: () => json(425, { message: 'Too Early' }) },
  'HTTP 408 now and then': { fails: every(33), respond: () => json(408, { message: 'Request Timeout' }) },
  'HTTP 503 as JSON, processed': {
    fails: every(50),
    respond: () => json(503, { ok: false }),
    processed: true,
  },
  'HTTP 503 as JSON for lookups only': {
    fails: (count, { method }) => method === 'GET' && count % 10 === 0,
    respond: () => json(503, { ok: false, result: null }),
  },
  'HTTP 502 with an empty body': { fails: every(37), respond: () => new Response('', { status: 502 }) },
  'HTTP 520 from a proxy, processed': {
    fails: every(45),
    respond: () => new Response('error code: 520', { status: 520 }),
    processed: true,
  },
  'HTTP 503 with the envelope of success, not processed': {
    fails: every(41),
    respond: () => json(503, { ok: true, result: { success: true } }),
  },
}

export const unavailabilityVariants: ContractVariants = Object.fromEntries(
  Object.entries(failures).map(([name, failure]) => [
    name,
    {
      why: 'Limits: "Rate limits and pagination: not shown"; availability is not promised.',
      transport: failing(failure),
    },
  ]),
)
