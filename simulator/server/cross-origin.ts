// Which web pages of other origins may call the service from a browser. Their browser asks before it sends a token or JSON, and
// is answered here, without a sandbox noticing. The control API is never called from other origins: see access-control.ts.

import type { World } from '../world/world.ts'
import { isLoopbackName } from './access-control.ts'

/** True if a request is the question of a browser about another request of a page. */
export function isPreflight({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')
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
  { headers }: Response,
  origin: string,
  listed: readonly string[],
): void {
  headers.set('vary', 'origin')
  if (!isAllowed(world, origin, listed)) return
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-expose-headers', '*')
}

/** The response to a preflight request. `methods` are those that the path may have. */
export function preflightResponse(
  world: World,
  request: Request,
  listed: readonly string[],
  methods: readonly string[],
): Response {
  const origin = request.headers.get('origin') ?? ''
  const vary = 'origin, access-control-request-headers'
  if (!isAllowed(world, origin, listed))
    return Response.json(
      {
        fact: `Pages of ${origin} may not call the service.`,
        detail: 'By default pages of this machine may: see the assumption service.cors.',
        remedy: `Start with --cors ${origin === 'null' ? 'ORIGIN' : origin}.`,
      },
      { status: 403, headers: { vary } },
    )
  const asked = request.headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      vary,
      'access-control-allow-origin': origin,
      'access-control-allow-methods': methods.join(', '),
      ...(asked === null ? {} : { 'access-control-allow-headers': asked }),
      ...(request.headers.has('access-control-request-private-network')
        ? { 'access-control-allow-private-network': 'true' }
        : {}),
      'access-control-max-age': '600',
    },
  })
}
