// A server in its own process, and the load of a client on it. Servers run on the first core and their client on the second one,
// so that they do not take time from each other.

import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { get } from 'node:http'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import autocannon, { type Request as LoadRequest } from 'autocannon'
import { freePort } from '../../core/listening.ts'
import type { Usage } from './usage-reporter.ts'

export interface ServerProgram {
  /** The path of a module. */
  module: string
  arguments: (port: number) => readonly string[]
  /** The path of its API. */
  base: string
  nodeFlags?: readonly string[]
}

/** So many that a request waits while the server responds to another one: a server that waits for its client spends time on that. */
const connections = 64
/** Of the seconds of work: without other programs, the server is idle for a moment only. */
const almost = 0.8
/** Between two attempts to reach a server that starts. */
const pollMs = 2
const maxStartMs = 600_000

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The built program, as users start it. */
export const paytwin: ServerProgram = {
  module: here('../../../dist/cli.js'),
  arguments: (port) => ['serve', '--port', `${port}`, '--quiet'],
  base: '/api',
}

/** The same with its log, which goes to /dev/null. */
export const paytwinWithLog: ServerProgram = {
  ...paytwin,
  arguments: (port) => ['serve', '--port', `${port}`],
}

/** One of the servers in servers.ts. */
export function ownServer(kind: string, count = 0): ServerProgram {
  return {
    module: here('./servers.js'),
    arguments: (port) => [kind, `${port}`, `${count}`],
    base: '/api',
    nodeFlags: ['--max-old-space-size=8000'],
  }
}

export class ServerProcess {
  /** The URL of its API. */
  readonly url: string
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    this.child = child
    this.url = url
  }

  /** Starts a server, with this process on another core, and resolves when it has responded to `GET {path}`, whatever the status. */
  static async start(program: ServerProgram, path = '/'): Promise<ServerProcess> {
    useClientCore()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}${program.base}`
    const child = fork(program.module, program.arguments(port), {
      execPath: serverCommand,
      execArgv: [
        ...serverArguments,
        ...(program.nodeFlags ?? []),
        '--import',
        new URL('./usage-reporter.js', import.meta.url).href,
      ],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await firstResponse(child, `${url}${path}`)
    return new ServerProcess(child, url)
  }

  usage(): Promise<Usage> {
    return new Promise((resolve) => {
      // Other programs send other messages.
      const receive = (message: Usage | string) => {
        if (typeof message === 'string') return
        this.child.off('message', receive)
        resolve(message)
      }
      this.child.on('message', receive)
      this.child.send('usage')
    })
  }

  /** Sends the request until the server has worked for some seconds. Returns how many it responds to in a second of its work. */
  async load(path: string, request: LoadRequest, seconds: number): Promise<number> {
    const before = await this.usage()
    let worked = 0
    let responses = 0
    while (worked < seconds * almost) {
      const result = await autocannon({ url: `${this.url}${path}`, ...request, connections, duration: 1 })
      if (result.non2xx + result.errors > 0)
        throw new Error(`${result.non2xx} requests were refused and ${result.errors} failed.`)
      responses += result['2xx']
      worked = ((await this.usage()).cpu - before.cpu) / 1e6
    }
    return responses / worked
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.disconnect()
    await ended
  }
}

/** Resolves when the server of a child process has responded to a GET request, whatever the status. */
export async function firstResponse(child: ChildProcess, url: string): Promise<void> {
  const started = performance.now()
  while (!(await responds(url))) {
    if (child.exitCode !== null || performance.now() - started > maxStartMs)
      throw new Error(`${child.spawnargs.join(' ')} did not start.`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function responds(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, (response) => response.resume().once('end', () => resolve(true))).once('error', () =>
      resolve(false),
    )
  })
}

const hasCores =
  availableParallelism() > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0

/** Keeps this process off the core of the servers. */
export function useClientCore(): void {
  if (hasCores) spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '1', `${process.pid}`])
}

/** The command that runs Node on the core of the servers. */
export const [serverCommand, ...serverArguments]: readonly [string, ...string[]] = hasCores
  ? ['taskset', '--cpu-list', '0', process.execPath]
  : [process.execPath]
