// Which web pages of other origins may call the service from a browser. Their browser asks before it sends a token or JSON, and
// is answered here, without a sandbox noticing. The control API is never called from other origins: see access-control.ts.

import type { OutgoingResponse } from '../service/request.ts'
import { httpDate } from '../time/instants.ts'
import type { World } from '../world/world.ts'
import { isLoopbackName } from './access-control.ts'

type Headers = Readonly<Record<string, string>>

/** True if a request is the question of a browser about another request of a page. */
export function isPreflight(method: string, headers: Headers): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

/** True if pages of an origin may call the service. Assumption `service.cors`; `listed` are allowed in addition. */
function isAllowed({ assumptions }: World, origin: string, listed: readonly string[]): boolean {
  if (listed.includes(origin)) return true
  switch (assumptions.name('service.cors')) {
    case 'loopback-origins':
      return /^https?:/.test(origin) && URL.canParse(origin) && isLoopbackName(new URL(origin).hostname)
    case 'listed-origins':
      return assumptions.value('service.cors').origins.some((one) => one === origin)
    case 'none':
      return false
  }
}

/** Lets the page that sent a request read the response, if its origin is allowed. */
export function allowOrigin(
  world: World,
  headers: Record<string, string>,
  origin: string,
  listed: readonly string[],
): void {
  headers.vary = 'origin'
  if (!isAllowed(world, origin, listed)) return
  headers['access-control-allow-origin'] = origin
  headers['access-control-expose-headers'] = '*'
}

/** The response to a preflight request. */
export function preflightResponse(world: World, asked: Headers, listed: readonly string[]): OutgoingResponse {
  const { origin = '' } = asked
  const vary = 'origin, access-control-request-headers'
  const date = httpDate(world.now)
  if (!isAllowed(world, origin, listed))
    return {
      status: 403,
      headers: { vary, date, 'content-type': 'application/json' },
      body: JSON.stringify({
        fact: `Pages of ${origin} may not call the service.`,
        detail: 'By default pages of this machine may: see the assumption service.cors.',
        remedy: `Start with --cors ${origin === 'null' ? 'ORIGIN' : origin}.`,
      }),
    }
  const wanted = asked['access-control-request-headers']
  return {
    status: 204,
    headers: {
      vary,
      date,
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST',
      ...(wanted === undefined ? {} : { 'access-control-allow-headers': wanted }),
      ...(asked['access-control-request-private-network'] === undefined
        ? {}
        : { 'access-control-allow-private-network': 'true' }),
      'access-control-max-age': '600',
    },
    body: '',
  }
}
