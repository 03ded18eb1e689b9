// Serves a simulator on a socket of this machine.

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Address, closeServer, listenOn } from '../../core/listening.ts'
import type { ResponseObserver } from '../pipeline/pipeline.ts'
import type { Simulator } from '../simulator.ts'

export interface ListenOptions extends Address {
  /** Receives a line for each request whose validation errors `--validation report` accepted. */
  log?: (line: string) => void
}

/** A simulator that serves HTTP. */
export interface Listening {
  simulator: Simulator
  /** The origin that this machine reaches it at, without a trailing slash. */
  url: string
  /** Closes every connection. Resolves when the socket is closed. */
  close: () => Promise<void>
}

/**
 * Listens, then creates the simulator with the resulting URL, so that links in responses point to it. Throws a UsageError for
 * an unavailable address.
 */
export async function listen(
  { host, port, log }: ListenOptions,
  makeSimulator: (url: string) => Simulator,
): Promise<Listening> {
  let simulator: Simulator | undefined
  const response = async (request: Request, env: object): Promise<Response> =>
    (await simulator?.response(request, env)) ?? new Response(null, { status: 503 })
  const listener = getRequestListener(response)
  const server = createServer((incoming, outgoing) => {
    // Responses show the virtual time, never that of the machine.
    outgoing.sendDate = false
    void listener(incoming, outgoing)
  })
  const url = await listenOn(server, { host, port })
  const close = () => closeServer(server)
  try {
    simulator = makeSimulator(url)
    if (log !== undefined) simulator.onResponse(logTo(log))
  } catch (error) {
    await close()
    throw error
  }
  return { simulator, url, close }
}

/** Logs each request that `--validation report` accepted although the document does not. */
function logTo(log: (line: string) => void): ResponseObserver {
  return ({ sandbox, request, validationErrors }) => {
    if (validationErrors.length === 0) return
    const line = `${request.method} ${new URL(request.url).pathname}: ${validationErrors.join('; ')}`
    log(sandbox.redacted(line))
  }
}
