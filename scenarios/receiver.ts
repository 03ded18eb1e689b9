// A receiver of webhooks on this machine for scenarios that register one: it accepts everything and remembers nothing, for
// what was delivered is the event log's to tell.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  url: string
  close: () => Promise<void>
}

const portDigits = 5

/** Opens one. Its address has the same length whatever the port, since GET deliveries are limited in length. */
export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(200).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const filler = '-'.repeat(portDigits - String(port).length)
  return {
    url: `http://127.0.0.1:${port}/webhook${filler}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
