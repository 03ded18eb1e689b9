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
  // Connections from before the first lease are closed: everything that is sent on them would be dropped.
  const serving: Responders = { respond: () => unavailable('close'), direct: () => false }
  const listener = getRequestListener((request, env: object) => serving.respond(request, env), {
    overrideGlobalObjects: keepGlobals !== true,
  })
  const leases = new Leases(worker)
  let requests = 0
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket, url: target = '' } = incoming
    const forward = worker?.isForOther(target) === true ? worker.forward : undefined
    if (leases.lapsed(socket, forward !== undefined)) return void socket.destroy()
    // Responses show the virtual time, never that of the machine.
    outgoing.sendDate = false
    // A stream of changes never ends by itself.
    if (!target.endsWith('/control/stream')) {
      requests += 1
      outgoing.once('close', () => {
        requests -= 1
      })
    }
    if (forward !== undefined) forward(incoming, outgoing)
    else if (!serving.direct(incoming, outgoing)) void listener(incoming, outgoing)
  }
  // The routes refuse a request without a host, too. Node's refusal has the time of the machine.
  const server = createServer({ requireHostHeader: false }, oneAfterAnother(handle))
  // A worker is given a connection some time after it arrived.
  server.on('connection', (socket, arrived?: number) => leases.note(socket, arrived))
  const url = worker?.url ?? (await listenOn(server, { host, port }))
  const close = () => closeServer(server)
  try {
    const simulator = await makeSimulator(url)
    const { publicUrl, hasControl } = simulator
    const policy =
      worker?.policy ?? accessPolicy({ host, publicUrl, token: controlToken, control: hasControl })
    Object.assign(serving, respondersOf(simulator, policy, log))
    await worker?.listen(server)
    leases.term = simulator.sandboxes.term
    simulator.onServing((isServing) => listenWhile(isServing, server, worker, { host, url }))
    const shutDown = () => {
      const running = serving.respond
      serving.respond = (request, env) =>
        pathOf(request) === '/ready' ? unavailable('keep-alive') : running(request, env)
      return drainServer(server, () => requests === 0, maxShutdownMs)
    }
    return { simulator, url, controlToken: policy.token, close, shutDown }
  } catch (error) {
    await close()
    throw error
  }
}

const unavailable = (connection: string) => new Response(null, { status: 503, headers: { connection } })

interface Responders {
  // Not async: a promise more for each request takes time.
  respond: (request: Request, env: object) => Response | Promise<Response>
  direct: ReturnType<typeof directSocket>
}

/** The functions that respond to the requests which a policy permits, and log them. */
function respondersOf(simulator: Simulator, policy: AccessPolicy, log: ListenOptions['log']): Responders {
  const guard = accessGuard(policy)
  const session = signIn(policy)
  const serve: Responders['respond'] = (request, env) => {
    const refusal = guard(request)
    if (refusal === undefined) return session(request) ?? simulator.response(request, env)
    const isGuess = refusal.status === 401 && request.headers.has('authorization')
    return isGuess ? afterPause(refusal) : refusal
  }
  const logged: Logged = log === undefined ? (_, respond) => respond() : requestLog(simulator, log)
  const { isOrdinary, respond: respondDirectly } = simulator.direct
  return {
    respond: (request, env) => {
      const { method, url } = request
      const target = url.slice(url.indexOf('/', 'https://'.length))
      return logged({ raw: request, method, target }, () => serve(request, env))
    },
    direct: directSocket(
      { isOrdinary, respond: (request) => logged(request, () => respondDirectly(request)) },
      hostCheck(policy),
    ),
  }
}

/** A proxy moves on by itself when nobody listens. What waits to be accepted is dropped, too. */
function listenWhile(
  isServing: boolean,
  server: Server,
  worker: WorkerListening | undefined,
  { host, url }: { host: string; url: string },
): void {
  if (!isServing) server.closeIdleConnections()
  if (!isServing) worker?.drop()
  if (worker !== undefined) return
  if (isServing) server.listen(Number(new URL(url).port), host)
  else server.close()
}

/**
 * The leases under which connections arrived. A request that was sent before a lapse of its lease may have been repeated elsewhere, and
 * everything since would be lost.
 */
class Leases {
  term: (arrived?: number) => number = () => 0
  private readonly worker: WorkerListening | undefined
  private readonly terms = new WeakMap<Socket, { own: number; forwarded: number | undefined }>()

  constructor(worker: WorkerListening | undefined) {
    this.worker = worker
  }

  note(socket: Socket, arrived?: number): void {
    this.terms.set(socket, { own: this.term(arrived), forwarded: this.worker?.term(arrived) })
  }

  lapsed(socket: Socket, isForOther: boolean): boolean {
    const noted = this.terms.get(socket)
    return noted?.own !== this.term() || (isForOther && noted.forwarded !== this.worker?.term())
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
