// Serves a simulator on a socket of this machine.

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { type Address, closeServer, drainServer, listenOn } from '../../core/listening.ts'
import { DroppedConnection } from '../service/request.ts'
import type { Simulator } from '../simulator.ts'
import { accessGuard, accessPolicy } from './access-control.ts'
import { type LogEntry, type Responded, requestLog } from './request-log.ts'
import { absoluteUrl, targetOf } from './request-target.ts'
import { entryOfResponse } from './routes.ts'
import { serveSocket } from './service-socket.ts'
import { afterPause, signIn } from './session.ts'

export interface ListenOptions extends Address {
  /** True if the global Request and Response are left as they are. Replacing them makes responses faster. */
  keepGlobals?: boolean
  /** The token that the control API requires; by default a random one if others can reach the control API. */
  controlToken?: string | undefined
  /** Receives an entry for each request, and for each attempt to deliver a webhook. */
  log?: ((entry: LogEntry) => void) | undefined
}

/** A simulator that serves HTTP. */
export interface Listening {
  simulator: Simulator
  /** The origin that this machine reaches it at, without a trailing slash. */
  url: string
  /** The token of the control API, if it requires one. */
  controlToken: string | undefined
  /** Closes every connection. Resolves when the socket is closed. */
  close: () => Promise<void>
  /** Stops accepting requests, lets those that arrived finish within a few seconds, then closes. */
  shutDown: () => Promise<void>
}

/** Requests that take longer are cut when the simulator shuts down. */
const maxShutdownMs = 5000

/**
 * Listens, then creates the simulator with the resulting URL, so that links in responses point to it. Throws a UsageError for
 * an unavailable address.
 */
export async function listen(
  { host, port, controlToken, keepGlobals, log }: ListenOptions,
  makeSimulator: (url: string) => Simulator | Promise<Simulator>,
): Promise<Listening> {
  let serve: RequestListener = (_, outgoing) => unavailable(outgoing)
  let requests = 0
  const server = createServer(
    // The routes refuse a request without a host, too. The refusal of Node has the time of the machine.
    { requireHostHeader: false },
    oneAfterAnother((incoming, outgoing) => {
      // Responses show the virtual time, never that of the machine.
      outgoing.sendDate = false
      // A stream of changes never ends by itself.
      if (incoming.url?.endsWith('/control/stream') !== true) {
        requests += 1
        outgoing.once('close', () => {
          requests -= 1
        })
      }
      serve(incoming, outgoing)
    }),
  )
  const url = await listenOn(server, { host, port })
  const close = () => closeServer(server)
  try {
    const simulator = await makeSimulator(url)
    const { publicUrl, hasControl } = simulator
    const policy = accessPolicy({ host, publicUrl, token: controlToken, control: hasControl })
    const guard = accessGuard(policy)
    const session = signIn(policy)
    const logged = log === undefined ? () => undefined : requestLog(simulator, log)
    const pages = getRequestListener(
      async (request: Request, env: HttpBindings | Http2Bindings) => {
        const refusal = guard(request)
        const isGuess = refusal?.status === 401 && request.headers.has('authorization')
        const respond = () =>
          refusal === undefined
            ? (session(request) ?? simulator.response(request, env))
            : isGuess
              ? afterPause(refusal)
              : refusal
        return respondAndLog(respond, request, env, logged)
      },
      { overrideGlobalObjects: keepGlobals !== true },
    )
    serve = (incoming, outgoing) => {
      if (!serveService(simulator, guard, logged, incoming, outgoing)) void pages(incoming, outgoing)
    }
    const shutDown = () => {
      const running = serve
      serve = (incoming, outgoing) =>
        incoming.url === '/ready' ? unavailable(outgoing) : running(incoming, outgoing)
      return drainServer(server, () => requests === 0, maxShutdownMs)
    }
    return { simulator, url, controlToken: policy.token, close, shutDown }
  } catch (error) {
    await close()
    throw error
  }
}

/** Responds to a request, or closes its connection. */
async function respondAndLog(
  respond: () => Response | Promise<Response>,
  { method, url }: Request,
  { outgoing }: HttpBindings | Http2Bindings,
  logged: (responded: Responded) => void,
): Promise<Response> {
  const started = performance.now()
  const target = url.slice(url.indexOf('/', 'https://'.length))
  const log = (status: number | null, entry: Responded['entry']) =>
    logged({ method, target, status, ms: performance.now() - started, entry })
  try {
    const response = await respond()
    log(response.status, entryOfResponse(response))
    return response
  } catch (error) {
    if (!(error instanceof DroppedConnection)) throw error
    log(null, error.entry)
    outgoing.destroy()
    return new Response()
  }
}

function unavailable(outgoing: ServerResponse): void {
  outgoing.writeHead(503, { 'retry-after': '1' }).end()
}

/** Serves a request of the service, if it is one that need not pass Hono; returns false for every other one. */
function serveService(
  simulator: Simulator,
  guard: ReturnType<typeof accessGuard>,
  logged: (responded: Responded) => void,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): boolean {
  const { method = 'GET', headers, url: line = '' } = incoming
  const url = absoluteUrl(`http://${headers.host ?? ''}`, line)
  const target = url === undefined ? undefined : targetOf(url)
  if (url === undefined || target?.api !== 'service' || !simulator.isDirect(target)) return false
  const refusal = guard({ method, url, headers: headersOf(incoming) })
  // The response to what access control refuses is rare, and as that of pages.
  if (refusal !== undefined) return false
  const started = performance.now()
  void serveSocket(simulator.api, target, { incoming, outgoing, url }, (responded) => {
    const isDropped = responded instanceof DroppedConnection
    const { entry } = responded
    const status = isDropped ? null : responded.status
    logged({ method, target: line, status, ms: performance.now() - started, entry })
  })
  return true
}

/** The headers of a request, as access control reads them. */
function headersOf({ headers }: IncomingMessage): Pick<Headers, 'get' | 'has'> {
  return {
    get: (name) => {
      const value = headers[name]
      return typeof value === 'string' ? value : null
    },
    has: (name) => headers[name] !== undefined,
  }
}

/**
 * Handles a request when the response before it, on the same connection, has ended: a client that sends several at once means
 * them in order. What waits on a connection that closes is not handled.
 */
function oneAfterAnother(handle: RequestListener): RequestListener {
  const latest = new WeakMap<Socket, ServerResponse>()
  return (incoming, outgoing) => {
    const { socket } = incoming
    const before = latest.get(socket)
    latest.set(socket, outgoing)
    if (before === undefined || before.closed) handle(incoming, outgoing)
    else
      before.once('close', () => {
        if (!socket.destroyed) handle(incoming, outgoing)
      })
  }
}
