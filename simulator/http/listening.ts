// A simulator behind a socket of this machine. Which address is a person's choice; a wrong one is told as misuse.

import { createServer, type Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { UsageError } from '../../core/errors.ts'
import type { Simulator } from '../simulator.ts'
import { deviationsHeader } from './serve.ts'

/** Where to listen. */
export interface Address {
  host: string
  /** 0 takes any free port. */
  port: number
}

export interface ListenOptions extends Address {
  /** Is told what `--validation report` let pass, a line for each request. */
  log?: (line: string) => void
}

/** A simulator that answers over HTTP. */
export interface Listening {
  simulator: Simulator
  /** Origin under which this machine reaches it, without a slash at the end. */
  url: string
  /** Ends every connection and resolves when the socket is free again. */
  close: () => Promise<void>
}

const anyHost: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/**
 * Listens, then makes the simulator with the URL that it got, so that links in answers point there. Throws a UsageError
 * for an address that cannot be had.
 */
export async function listen(
  { host, port, log }: ListenOptions,
  makeSimulator: (url: string) => Simulator,
): Promise<Listening> {
  let simulator: Simulator | undefined
  const response = async (request: Request, env: object): Promise<Response> =>
    (await simulator?.response(request, env)) ?? new Response(null, { status: 503 })
  const listener = getRequestListener(log === undefined ? response : logged(response, log))
  const server = createServer((incoming, outgoing) => {
    // What the simulator answers is dated by its own clock, and nothing by the machine's.
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
  } catch (error) {
    await close()
    throw error
  }
  return { simulator, url, close }
}

type Respond = (request: Request, env: object) => Promise<Response>

function logged(respond: Respond, log: (line: string) => void): Respond {
  return async (request, env) => {
    const response = await respond(request, env)
    const deviations = response.headers.get(deviationsHeader)
    if (deviations !== null) log(`${request.method} ${new URL(request.url).pathname}: ${deviations}`)
    return response
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

/** Why an address cannot be listened on, and what to do. */
function unavailable(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is taken.`,
        'Another program listens there; it may be another paytwin.',
        `Choose another with --port ${port === 65535 ? port - 1 : port + 1}, or any free one with --port 0.`,
      )
    case 'EACCES':
      return new UsageError(
        `Port ${port} on ${host} may not be used.`,
        'The system keeps low ports for privileged programs.',
        'Choose one above 1023 with --port, or any free one with --port 0.',
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new UsageError(
        `"${host}" is no address of this machine.`,
        `The system says: ${error.message}.`,
        'Give one with --host, such as 127.0.0.1, or 0.0.0.0 for all of them.',
      )
    default:
      return error
  }
}
