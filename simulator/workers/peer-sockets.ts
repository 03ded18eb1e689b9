// Sockets through which workers ask each other about their sandboxes. Only they reach these sockets: their directory belongs to their user.

import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { ConflictError, UsageError } from '../../core/errors.ts'
import { sandboxEntry } from '../control/handlers/sandboxes.ts'
import { usageErrorResponse } from '../control/responses.ts'
import type { Peers, SandboxEntry } from '../sandbox/peers.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { WorkerStart } from './messages.ts'
import { workerOf } from './routing.ts'

function peerSocketOf(directory: string, index: number): string {
  return join(directory, `${index}.peer`)
}

/** The sandboxes of the other workers. `report` receives how many this one has. */
export function peersOf({ index, workers, directory }: WorkerStart, report: (count: number) => void): Peers {
  const others = Array.from({ length: workers }, (_, other) => other).filter((other) => other !== index)
  return {
    isOwn: (name) => workerOf(name, workers) === index,
    elsewhere: 0,
    report,
    list: async () => {
      // One that is being started again has none.
      const ask = (other: number) =>
        call<SandboxEntry[]>(peerSocketOf(directory, other), 'GET', '/').catch(() => [])
      return (await Promise.all(others.map(ask))).flat()
    },
    put: (name, snapshot) =>
      call(peerSocketOf(directory, workerOf(name, workers)), 'PUT', `/${name}`, JSON.stringify(snapshot)),
  }
}

/** Responds to the other workers. */
export async function listenToPeers({ index, directory }: WorkerStart, sandboxes: Sandboxes): Promise<void> {
  const server = createServer(async (incoming, outgoing) => {
    try {
      const { method, url = '/' } = incoming
      const response =
        method === 'PUT'
          ? sandboxEntry(await sandboxes.put(url.slice(1), { snapshot: await json(incoming) }))
          : sandboxes.list().map(sandboxEntry)
      outgoing.end(JSON.stringify(response))
    } catch (error) {
      const { status, body } =
        error instanceof UsageError ? usageErrorResponse(error) : { status: 500, body: {} }
      outgoing.writeHead(status).end(JSON.stringify(body))
    }
  })
  const path = peerSocketOf(directory, index)
  rmSync(path, { force: true })
  await once(server.listen(path), 'listening')
}

async function call<Result>(socketPath: string, method: string, path: string, body = ''): Promise<Result> {
  const [response] = await once(send({ socketPath, method, path }).end(body), 'response')
  const value: unknown = await json(response)
  if (response.statusCode === 200) return value as Result
  const {
    fact = 'Another worker failed.',
    detail = '',
    remedy = 'See the output of paytwin.',
  } = Object(value)
  throw new (response.statusCode === 409 ? ConflictError : UsageError)(fact, detail, remedy)
}
