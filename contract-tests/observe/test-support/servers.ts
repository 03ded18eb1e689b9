// Servers of tests, which are closed after each test, and a simulator behind one.

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach } from 'vitest'
import type { Send } from '../../../client/service-client.ts'
import { closeServer, listenOn } from '../../../core/listening.ts'

const open: Server[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(closeServer))
})

/** Listens on a free port of this machine. Returns the origin. */
export function listening(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  open.push(server)
  return listenOn(server, { host: '127.0.0.1', port: 0 })
}

/** Responds to each request in the same way. */
export const answering =
  (status: number, type: string, body: string): RequestListener =>
  (request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status, { 'content-type': type }).end(body))
  }

/** Sends a request that a server received to a deployment, or to what is below a URL. */
export async function passOn(
  request: IncomingMessage,
  { send, target }: { send: Send; target: { baseUrl: string } },
) {
  const { method = 'GET', url = '' } = request
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  const body = await text(request)
  const init = { method, headers: Object.fromEntries(headers), ...(method === 'GET' ? {} : { body }) }
  return send(`${target.baseUrl}${url}`, init)
}

export async function copyTo(response: ServerResponse, real: Response): Promise<void> {
  response.writeHead(real.status, Object.fromEntries(real.headers)).end(await real.text())
}
