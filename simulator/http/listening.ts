// Serves a simulator on a socket of this machine.

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Address, closeServer, drainServer, listenOn } from '../../core/listening.ts'
import type { Simulator } from '../simulator.ts'
import { type AccessPolicy, accessGuard, accessPolicy, hostCheck } from './access-control.ts'
import { directSocket } from './direct.ts'
import { type LogEntry, type Logged, requestLog } from './request-log.ts'
import { pathOf } from './request-target.ts'
import { afterPause, signIn } from './session.ts'

export interface ListenOptions extends Address {
  /** True if the global Request and Response are left as they are. Replacing them makes responses faster. */
  keepGlobals?: boolean
  /** The token that the control API requires; by default a random one if others can reach the control API. */
  controlToken?: string | undefined
  /** Receives an entry for each request, and for each attempt to deliver a webhook. */
  log?: ((entry: LogEntry) => void) | undefined
  /** Serves as one of several workers, in place of listening on the address. */
  worker?: WorkerListening | undefined
}

/** The role of a process whose connections come from another process. */
export interface WorkerListening {
  /** The origin that this machine reaches all workers at. */
  url: string
  policy: AccessPolicy
  listen: (server: Server) => Promise<void>
  isForOther: (target: string) => boolean
  /** Changes when this process was interrupted for so long that clients may have repeated elsewhere what they sent before. */
  term: (arrived?: number) => number
  forward: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** Drops what it is forwarding. */
  drop: () => void
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
  { host, port, controlToken, keepGlobals, log, worker }: ListenOptions,
  makeSimulator: (url: string) => Simulator | Promise<Simulator>,
): Promise<Listening> {
  const unavailable = (connection: string) => new Response(null, { status: 503, headers: { connection } })
  // Not async: a promise more for each request takes time. What is sent on a connection from before the first lease would be dropped.
  let respond: (request: Request, env: object) => Response | Promise<Response> = () => unavailable('close')
  const listener = getRequestListener((request, env: object) => respond(request, env), {
    overrideGlobalObjects: keepGlobals !== true,
  })
  let direct: ReturnType<typeof directSocket> = () => false
  let requests = 0
  let term: (arrived?: number) => number = () => 0
  const terms = new WeakMap<object, { own: number; forwarded: number | undefined }>()
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket, url: target = '' } = incoming
    const opened = terms.get(socket)
    const isForOther = worker?.isForOther(target) === true
    // A request sent before a lapse of the lease may have been repeated elsewhere, and everything since would be lost.
    if (opened?.own !== term() || (isForOther && opened.forwarded !== worker.term())) {
      socket.destroy()
      return
    }
    // Responses show the virtual time, never that of the machine.
    outgoing.sendDate = false
    // A stream of changes never ends by itself.
    if (!target.endsWith('/control/stream')) {
      requests += 1
      outgoing.once('close', () => {
        requests -= 1
      })
    }
    if (isForOther) worker.forward(incoming, outgoing)
    else if (!direct(incoming, outgoing)) void listener(incoming, outgoing)
  }
  // The routes refuse a request without a host, too. Node's refusal has the time of the machine.
  const server = createServer({ requireHostHeader: false }, oneAfterAnother(handle))
  // A worker is given a connection some time after it arrived.
  server.on('connection', (socket, arrived?: number) => {
    terms.set(socket, { own: term(arrived), forwarded: worker?.term(arrived) })
  })
  const url = worker?.url ?? (await listenOn(server, { host, port }))
  const close = () => closeServer(server)
  try {
    const simulator = await makeSimulator(url)
    const { publicUrl, hasControl } = simulator
    const policy =
      worker?.policy ?? accessPolicy({ host, publicUrl, token: controlToken, control: hasControl })
    const guard = accessGuard(policy)
    const session = signIn(policy)
    const serve: typeof respond = (request, env) => {
      const refusal = guard(request)
      if (refusal === undefined) return session(request) ?? simulator.response(request, env)
      const isGuess = refusal.status === 401 && request.headers.has('authorization')
      return isGuess ? afterPause(refusal) : refusal
    }
    const logged: Logged = log === undefined ? (_, respond) => respond() : requestLog(simulator, log)
    respond = (request, env) => {
      const { method, url } = request
      const target = url.slice(url.indexOf('/', 'https://'.length))
      return logged({ raw: request, method, target }, () => serve(request, env))
    }
    const { isOrdinary, respond: respondDirectly } = simulator.direct
    direct = directSocket(
      { isOrdinary, respond: (request) => logged(request, () => respondDirectly(request)) },
      hostCheck(policy),
    )
    await worker?.listen(server)
    term = simulator.sandboxes.term
    // A proxy moves on by itself when nobody listens. What waits to be accepted is dropped, too.
    simulator.onServing((isServing) => {
      if (!isServing) server.closeIdleConnections()
      if (!isServing) worker?.drop()
      if (worker !== undefined) return
      if (isServing) server.listen(Number(new URL(url).port), host)
      else server.close()
    })
    const shutDown = () => {
      const running = respond
      respond = (request, env) =>
        pathOf(request) === '/ready' ? unavailable('keep-alive') : running(request, env)
      return drainServer(server, () => requests === 0, maxShutdownMs)
    }
    return { simulator, url, controlToken: policy.token, close, shutDown }
  } catch (error) {
    await close()
    throw error
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
