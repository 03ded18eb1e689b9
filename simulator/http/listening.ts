// Serves a simulator on a socket of this machine.

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Address, closeServer, listenOn } from '../../core/listening.ts'
import type { ResponseObserver } from '../pipeline/pipeline.ts'
import type { Simulator } from '../simulator.ts'
import { accessGuard, accessPolicy } from './access-control.ts'

export interface ListenOptions extends Address {
  /** Whether the global Request and Response are left as they are. Replacing them makes responses faster. */
  keepGlobals?: boolean
  /** The token that the control API requires; by default a random one if others can reach the control API. */
  controlToken?: string | undefined
  /** Receives a line for each request whose validation errors `--validation report` accepted. */
  log?: (line: string) => void
}

/** A simulator that serves HTTP. */
export interface Listening {
  simulator: Simulator
  /** The origin that this machine reaches it at, without a trailing slash. */
  url: string
  /** What the control API requires; undefined if it requires nothing. */
  controlToken: string | undefined
  /** Closes every connection. Resolves when the socket is closed. */
  close: () => Promise<void>
}

/**
 * Listens, then creates the simulator with the resulting URL, so that links in responses point to it. Throws a UsageError for
 * an unavailable address.
 */
export async function listen(
  { host, port, controlToken, keepGlobals, log }: ListenOptions,
  makeSimulator: (url: string) => Simulator,
): Promise<Listening> {
  let simulator: Simulator | undefined
  let guard: ReturnType<typeof accessGuard> | undefined
  // Not async: a promise more for each request takes time.
  const response = (request: Request, env: object): Response | Promise<Response> => {
    if (simulator === undefined || guard === undefined) return new Response(null, { status: 503 })
    return guard(request) ?? simulator.response(request, env)
  }
  const listener = getRequestListener(response, { overrideGlobalObjects: keepGlobals !== true })
  const server = createServer((incoming, outgoing) => {
    // Responses show the virtual time, never that of the machine.
    outgoing.sendDate = false
    void listener(incoming, outgoing)
  })
  const url = await listenOn(server, { host, port })
  const close = () => closeServer(server)
  try {
    simulator = makeSimulator(url)
    const { publicUrl, hasControl } = simulator
    const policy = accessPolicy({ host, publicUrl, token: controlToken, control: hasControl })
    guard = accessGuard(policy)
    if (log !== undefined) simulator.onResponse(logTo(log))
    return { simulator, url, controlToken: policy.token, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Logs each request that `--validation report` accepted although the document does not. */
function logTo(log: (line: string) => void): ResponseObserver {
  return ({ sandbox, request, validationErrors }) => {
    if (validationErrors.length === 0) return
    const line = `${request.method} ${new URL(request.url).pathname}: ${validationErrors.join('; ')}`
    log(sandbox.redacted(line))
  }
}
