// The control operations that the suite needs, by the paths and bodies of the simulator's control API: nine of them.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { multiply, units } from './money.ts'
import { isFields } from './requests.ts'
import { readBody, reply } from './server.ts'
import type { World } from './world.ts'

/** What control requests act on. */
interface Controlled {
  readonly world: World
  readonly origin: string
  reset(): void
}

const done = { done: true }

async function act(on: Controlled, operation: string, id: string, body: unknown): Promise<unknown> {
  const { world } = on
  const fields = isFields(body) ? body : {}
  const transaction = world.transactions.find((one) => one.id === id)
  switch (operation) {
    case 'PUT /sandboxes/*':
      return { name: id, baseUrl: on.origin, controlUrl: `${on.origin}/control` }
    case 'DELETE /sandboxes/*':
      return done
    case 'GET /control/credentials':
      return { merchants: world.accounts.merchants.map((one) => ({ id: one.id, webhookUrl: null })) }
    case 'POST /control/reset':
      on.reset()
      return done
    case 'GET /control/clock':
      return { now: new Date(world.nowMs()).toISOString() }
    case 'POST /control/clock/advance': {
      const { to } = fields
      await world.advance(typeof to === 'string' ? Math.max(0, Date.parse(to) - world.nowMs()) : 0)
      return done
    }
    case 'PUT /control/merchants/*/webhook':
      world.deliveries.register(id, typeof fields.url === 'string' ? fields.url : undefined)
      return done
    case 'POST /control/transactions/*/pay':
      if (transaction?.kind !== 'wallet' || transaction.status === 'canceled') return undefined
      world.receive(transaction, multiply(transaction.amount, units(fields.share) ?? 0n))
      return done
    case 'POST /control/transactions/*/request-refund':
      if (transaction === undefined) return undefined
      transaction.refundRequested = true
      return done
    default:
      return undefined
  }
}

/** Serves control requests; returns whether a request is one. */
export function controlOf(on: Controlled): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', on.origin)
    if (!/^\/(control|sandboxes)\//.test(pathname)) return false
    const match = /^(\/sandboxes|\/control\/merchants|\/control\/transactions)\/([^/]+)(.*)$/.exec(pathname)
    const path = match === null ? pathname : `${match[1]}/*${match[3]}`
    readBody(request)
      .then((body) => act(on, `${request.method} ${path}`, decodeURIComponent(match?.[2] ?? ''), body))
      .then((result) =>
        reply(response, result === undefined ? 409 : 200, result ?? { fact: 'Not possible.' }),
      )
      .catch((error: unknown) => reply(response, 500, { fact: String(error) }))
    return true
  }
}
