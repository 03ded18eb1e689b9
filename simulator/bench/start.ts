// The time from the start of the built program to its first response over HTTP, compared with the least that Node takes.

import { spawn } from 'node:child_process'
import { freePort } from '../../core/listening.ts'
import { type Figure, inTurns, shown } from './figure.ts'
import { firstResponse, paytwin, serverArguments, serverCommand, useClientCore } from './server-process.ts'

const rounds = 11

const bareServer = (port: number) =>
  `require('node:http').createServer((_, response) => response.end('{}')).listen(${port}, '127.0.0.1')`

export async function start(): Promise<Figure[]> {
  useClientCore()
  const bare = () => startOnce((port) => ['-e', bareServer(port)])
  const ours = () => startOnce((port) => [paytwin.module, ...paytwin.arguments(port)])
  // The first one of each reads the files from the disk.
  await bare()
  await ours()
  const measured = await inTurns(rounds, bare, ours)
  return [
    {
      name: 'From start to the first response',
      value: measured.ratio,
      unit: 'of a bare server',
      bound: { atMost: 3 },
      detail: `${shown(measured.ours)} against ${shown(measured.other)} ms, ${rounds} starts`,
    },
  ]
}

async function startOnce(argumentsOf: (port: number) => readonly string[]): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(serverCommand, [...serverArguments, ...argumentsOf(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await firstResponse(child, `http://127.0.0.1:${port}/api/stores`)
  const ms = performance.now() - started
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await ended
  return ms
}
