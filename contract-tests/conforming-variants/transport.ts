// Variants of the way to the service: rate limits, gateways and connections that fail now and then. The contract does not
// speak of them, so they say nothing about its requirements. Which requests fail is drawn from a seed.

import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { NoResponseError } from '../../client/http-send.ts'
import type { TransportSeam } from '../targets/in-process.ts'

const page = (status: number, headers: Record<string, string> = {}) =>
  new Response(`<html><h1>${status}</h1></html>`, {
    status,
    headers: { 'content-type': 'text/html', ...headers },
  })

function lostConnection(): never {
  throw new NoResponseError('socket hang up', { mayHaveArrived: true })
}

function noConnection(): never {
  throw new NoResponseError('connect ECONNREFUSED', { mayHaveArrived: false })
}

/** Fails for a share of the requests, before or after the simulator processes them. */
function failing(
  percent: number,
  when: 'before' | 'after',
  fail: () => Response | Promise<Response>,
): TransportSeam {
  const random = xoroshiro128plus(percent)
  return async (_, send) => {
    if (uniformInt(random, 1, 100) > percent) return send()
    if (when === 'after') await send()
    return fail()
  }
}

/** Refuses every request beyond a rate with HTTP 429, until it is repeated. */
function rateLimited(requests: number, headers: Record<string, string>): TransportSeam {
  let count = 0
  return async (_, send) => {
    count += 1
    return count % requests === 0 ? page(429, headers) : send()
  }
}

export const transportVariants = {
  'HTTP 429 for every tenth request, with a time to wait': rateLimited(10, { 'retry-after': '1' }),
  'HTTP 429 for every fifth request, without a time to wait': rateLimited(5, {}),
  'HTTP 503 for 1 % of the requests, not processed': failing(1, 'before', () => page(503)),
  'HTTP 503 for 1 % of the requests, processed': failing(1, 'after', () => page(503)),
  'HTTP 503 for 5 % of the requests, not processed': failing(5, 'before', () => page(503)),
  'HTTP 503 for 5 % of the requests, processed': failing(5, 'after', () => page(503)),
  'HTTP 503 with a time to wait for 5 % of the requests': failing(5, 'before', () =>
    page(503, { 'retry-after': '2' }),
  ),
  'HTTP 504 for 5 % of the requests, processed': failing(5, 'after', () => page(504)),
  'connections lost for 3 % of the requests, not processed': failing(3, 'before', lostConnection),
  'connections lost for 3 % of the requests, processed': failing(3, 'after', lostConnection),
  'connections refused for 5 % of the requests': failing(5, 'before', noConnection),
} satisfies Readonly<Record<string, TransportSeam>>
