// Passes requests for sandboxes of other workers to them. Connections are given to the right worker at their first request, so
// this is for those that later send requests for other sandboxes.

import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { join } from 'node:path'
import { usageErrorResponse } from '../control/responses.ts'
import { unavailable } from '../durability/store.ts'
import type { WorkerListening } from '../server/listening.ts'
import { sandboxOf } from '../server/request-target.ts'
import type { WorkerStart } from './messages.ts'
import { workerOf } from './routing.ts'

/** Shorter than a server keeps a connection without requests, so that no request is sent on one that is being closed. */
const maxIdleMs = 3000

/** The socket of a worker for requests of clients. */
export function socketOf(directory: string, index: number): string {
  return join(directory, `${index}.socket`)
}

/** Forwards requests for sandboxes of other workers. */
export function forwarder({
  index,
  workers,
  directory,
}: WorkerStart): Pick<WorkerListening, 'isForOther' | 'forward' | 'drop'> {
  const agent = new Agent({ keepAlive: true, timeout: maxIdleMs })
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url: path = '', method, rawHeaders } = incoming
    const name = sandboxOf(path)
    const socketPath = socketOf(directory, workerOf(name, workers))
    const forwarded = send({ socketPath, agent, method, path, headers: rawHeaders }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders)
      // A stream of changes starts with its headers; other responses are sent as a whole.
      if (response.headers['content-length'] === undefined) outgoing.flushHeaders()
      response.pipe(outgoing)
      response.once('aborted', () => outgoing.destroy())
    })
    forwarded.once('error', ({ code }: NodeJS.ErrnoException) => {
      const wasSent = code !== 'ECONNREFUSED' && code !== 'ENOENT'
      if (outgoing.headersSent) outgoing.destroy()
      else refuse(outgoing, name, wasSent ? 'unknown' : 'nothing')
    })
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) forwarded.destroy()
    })
    incoming.pipe(forwarded)
  }
  const isForOther = (target: string) => workerOf(sandboxOf(target), workers) !== index
  return { isForOther, forward, drop: () => agent.destroy() }
}

function refuse(outgoing: ServerResponse, name: string, kept: 'nothing' | 'unknown'): void {
  const { status, body } = usageErrorResponse(
    unavailable(name, 'The worker that has it has ended, and is started again.', kept),
  )
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
