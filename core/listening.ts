// Listens on a port of this machine, and says what is wrong with an address that is unavailable.

import { createServer, type Server } from 'node:http'
import { type AddressInfo, isIPv6, type Server as SocketServer } from 'node:net'
import { UsageError } from './errors.ts'

/** Where to listen. */
export interface Address {
  host: string
  /** 0 takes any free port. */
  port: number
}

const anyHost: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/**
 * Listens. Returns the origin that this machine reaches the server at, without a trailing slash. Throws a UsageError for an
 * unavailable address.
 */
export function listenOn(server: SocketServer, address: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(unavailable(error, address)))
    server.listen(address.port, address.host, () => {
      const { port } = server.address() as AddressInfo
      const host = anyHost[address.host] ?? (isIPv6(address.host) ? `[${address.host}]` : address.host)
      resolve(`http://${host}:${port}`)
    })
  })
}

/** A port of this machine that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const url = await listenOn(server, { host: '127.0.0.1', port: 0 })
  await closeServer(server)
  return Number(new URL(url).port)
}

/** Closes the server and every connection. Resolves when the socket is closed. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/**
 * Stops accepting connections and closes each one that has no request, then the others when `isIdle`, or after that many
 * milliseconds. Resolves when the socket is closed.
 */
export async function drainServer(server: Server, isIdle: () => boolean, maxMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const waited = setInterval(() => {
    if (isIdle()) server.closeAllConnections()
    else server.closeIdleConnections()
  }, pollMs)
  let isOver = false
  const limit = setTimeout(() => {
    isOver = true
    server.closeAllConnections()
  }, maxMs)
  if (isIdle()) server.closeAllConnections()
  await closed
  // The server does not wait for connections that another process has passed to it.
  while (!isIdle() && !isOver) await new Promise((resolve) => setTimeout(resolve, pollMs))
  clearInterval(waited)
  clearTimeout(limit)
}

const pollMs = 20

function unavailable(error: NodeJS.ErrnoException, { host, port }: Address): UsageError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(
        `Port ${port} on ${host} is in use.`,
        'Another program listens there, possibly another paytwin.',
        `Choose another port, such as ${port === 65535 ? port - 1 : port + 1}, or 0 for any free one.`,
      )
    case 'EACCES':
      return new UsageError(
        `Port ${port} on ${host} is not permitted.`,
        'The system reserves low ports for privileged programs.',
        'Choose a port above 1023, or 0 for any free one.',
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new UsageError(
        `"${host}" is not an address of this machine.`,
        `The system reports: ${error.message}.`,
        'Use the host 127.0.0.1, or 0.0.0.0 for all addresses.',
      )
    default:
      return new UsageError(
        `Cannot listen on ${host}:${port}.`,
        `The system reports: ${error.message}.`,
        'Choose another host or port.',
      )
  }
}
