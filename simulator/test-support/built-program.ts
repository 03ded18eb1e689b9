// Runs the built program in its own process. `npm test` builds it first.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** The result of a program that has ended. */
interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** A running program. */
export class Running {
  readonly child: ChildProcess
  stdout = ''
  stderr = ''
  readonly ended: Promise<Ended>

  constructor(args: readonly string[], nodeArgs: readonly string[] = []) {
    if (!existsSync(program)) throw new Error(`${program} is missing. Build it with "npm run build".`)
    this.child = spawn(process.execPath, [...nodeArgs, program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
    })
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code) => resolve({ code, stdout: this.stdout, stderr: this.stderr }))
    })
  }

  /** The first group of a pattern, once the program has printed it. */
  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.stdout)?.[1]
      if (found !== undefined) return found
      await Promise.race([once(this.child.stdout ?? this.child, 'data'), this.endedEarly()])
    }
  }

  private async endedEarly(): Promise<never> {
    const { code, stderr } = await this.ended
    throw new Error(`The program ended with ${code}: ${stderr}`)
  }
}

/** Runs `paytwin` until it ends by itself. */
export function runProgram(...args: string[]): Promise<Ended> {
  return new Running(args).ended
}

/** A running `paytwin serve`. */
export interface ServedProgram {
  /** Origin, such as `http://127.0.0.1:41234`. */
  url: string
  greeting: string
  pid: number | undefined
  ended: Promise<Ended>
  /** The output so far. */
  printed: () => string
  /** Sends it a signal. */
  signal: (signal: NodeJS.Signals) => void
  /** Ends it, and waits until it has ended. */
  stop: (signal?: 'SIGINT' | 'SIGTERM' | 'SIGKILL') => Promise<Ended>
}

/** Starts `paytwin serve` on a free port and waits for its greeting. */
export async function serveProgram(...flags: string[]): Promise<ServedProgram> {
  const running = new Running(['serve', '--port', '0', ...flags])
  const greeting = new Promise<string>((resolve) => {
    running.child.stdout?.on('data', () => {
      const isReady = running.stdout.endsWith('\n') && /paste:|^\{"event":"ready"/.test(running.stdout)
      if (isReady) resolve(running.stdout)
    })
  })
  const text = await Promise.race([greeting, running.ended])
  if (typeof text !== 'string') throw new Error(`paytwin serve ended with ${text.code}: ${text.stderr}`)
  const url = /service +(\S+)\/api|"url":"([^"]+)"/.exec(text)?.slice(1).find(Boolean)
  if (url === undefined) throw new Error(`The greeting has no URL: ${text}`)
  return {
    url,
    greeting: text,
    pid: running.child.pid,
    ended: running.ended,
    printed: () => running.stdout,
    signal: (signal) => void running.child.kill(signal),
    stop: (signal = 'SIGTERM') => {
      running.child.kill(signal)
      return running.ended
    },
  }
}
