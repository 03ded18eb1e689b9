// Serves a simulator on a socket of this machine.

import { createServer, type Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { UsageError } from '../../core/errors.ts'
import type { ResponseObserver } from '../pipeline/pipeline.ts'
import type { Simulator } from '../simulator.ts'

/** Where to listen. */
export interface Address {
  host: string
  /** 0 takes any free port. */
  port: number
}

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

const anyHost: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

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
  const url = await bind(server, { host, port })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
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
  return ({ request, validationErrors }) => {
    if (validationErrors.length === 0) return
    log(`${request.method} ${new URL(request.url).pathname}: ${validationErrors.join('; ')}`)
  }
}

function bind(server: Server, address: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(unavailable(error, address)))
    server.listen(address.port, address.host, () => {
      const { port } = server.address() as AddressInfo
      const host = anyHost[address.host] ?? (isIPv6(address.host) ? `[${address.host}]` : address.host)
      resolve(`http://${host}:${port}`)
    })
  })
}

/** The UsageError for an unavailable address. */
function unavailable(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use.`,
        'Another program listens there, possibly another paytwin.',
        `Choose another with --port ${port === 65535 ? port - 1 : port + 1}, or any free one with --port 0.`,
      )
    case 'EACCES':
      return new UsageError(
        `Port ${port} on ${host} is not permitted.`,
        'The system reserves low ports for privileged programs.',
        'Choose one above 1023 with --port, or any free one with --port 0.',
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new UsageError(
        `"${host}" is not an address of this machine.`,
        `The system reports: ${error.message}.`,
        'Use --host 127.0.0.1, or --host 0.0.0.0 for all addresses.',
      )
    default:
      return error
  }
}
