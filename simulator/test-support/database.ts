// PostgreSQL and nginx as Debian installs them, each in a temporary directory.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenOn } from '../../core/listening.ts'

const programs = '/usr/lib/postgresql'

/** A running program, and how to end it. */
interface Running {
  stop: () => Promise<void>
}

interface Database extends Running {
  url: string
  /** Ends it at once, as a crash does, and starts it again. */
  restart: () => Promise<void>
  /** Runs SQL and returns the rows as text. */
  sql: (text: string) => string
}

/** PostgreSQL does not run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const end = new Promise((resolve) => child.once('close', resolve))
  if (child.exitCode === null && child.kill(signal)) await end
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 50) {
    if (waited > 30_000) throw new Error(`${what} did not start.`)
    await sleep(50)
  }
}

/** Starts a database on a socket in a new directory. */
export async function startDatabase(): Promise<Database> {
  const [version = ''] = readdirSync(programs).sort((a, b) => Number(b) - Number(a))
  const program = (name: string) => join(programs, version, 'bin', name)
  const directory = mkdtempSync(join(tmpdir(), 'paytwin-pg-'))
  const user = unprivileged()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid)
  const options = { ...user, cwd: directory, stdio: 'ignore' as const }
  const data = join(directory, 'data')
  const setup = ['-D', data, '-A', 'trust', '-U', 'paytwin', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(program('initdb'), setup, options)
  // Otherwise as it ships: what is committed is on the disk.
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${directory}`]
  const start = async () => {
    const started = spawn(program('postgres'), ['-D', data, ...settings], options)
    // Its socket is there before it accepts connections.
    await until(() => spawnSync('pg_isready', ['-h', directory]).status === 0, 'PostgreSQL')
    return started
  }
  let child = await start()
  const sql = (text: string) =>
    execFileSync('psql', ['-h', directory, '-U', 'paytwin', '-d', 'postgres', '-Atc', text], {
      encoding: 'utf8',
    })
  return {
    url: `postgres://paytwin@localhost/postgres?host=${encodeURIComponent(directory)}`,
    sql,
    restart: async () => {
      await ended(child, 'SIGQUIT')
      child = await start()
    },
    stop: async () => {
      await ended(child, 'SIGINT')
      rmSync(directory, { recursive: true })
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** A way to a database that can be cut, as one node of several has. */
interface Way extends Running {
  url: string
  /** From now on nothing arrives at the other side: connections are closed, or what is sent on them disappears without a word. */
  cut: (how: 'closed' | 'silent') => void
  /** New connections arrive again. */
  heal: () => void
}

/** Opens a way to a database by a port of this machine. */
export async function wayTo(database: Database): Promise<Way> {
  const path = `${new URL(database.url).searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  let state: 'open' | 'closed' | 'silent' = 'open'
  const way = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    if (state === 'closed') socket.destroy()
    if (state !== 'open') return
    const to = connect(path)
    sockets.add(to.on('error', () => undefined))
    to.once('close', () => socket.destroy())
    socket.once('close', () => to.destroy())
    socket.pipe(to).pipe(socket)
  })
  const { port } = new URL(await listenOn(way, { host: '127.0.0.1', port: 0 }))
  return {
    url: `postgres://paytwin@127.0.0.1:${port}/postgres`,
    cut: (how) => {
      state = how
      for (const socket of sockets)
        if (how === 'closed') socket.destroy()
        else socket.unpipe().pause()
    },
    heal: () => {
      state = 'open'
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => way.close(closed))
    },
  }
}

/** Starts a program with a configuration, which listens on a port of this machine. */
async function startProxy(
  port: number,
  args: (directory: string) => [program: string, ...args: string[]],
): Promise<Running> {
  const directory = mkdtempSync(join(tmpdir(), 'paytwin-proxy-'))
  const [program, ...rest] = args(directory)
  const child = spawn(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
  await until(() => accepts(port), program)
  return {
    stop: async () => {
      await ended(child, 'SIGTERM')
      rmSync(directory, { recursive: true })
    },
  }
}

export function startNginx(configuration: string, port: number): Promise<Running> {
  return startProxy(port, (directory) => {
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `  ${kind}_temp_path ${join(directory, kind)};\n`,
    )
    const text = configuration.replace('http {\n', `http {\n  access_log off;\n${own.join('')}`)
    writeFileSync(join(directory, 'nginx.conf'), text)
    const user = process.getuid?.() === 0 ? 'user root; ' : ''
    const main = `daemon off; ${user}pid ${join(directory, 'pid')};`
    // The system's path of an ordinary user does not have it.
    const program = '/usr/sbin/nginx'
    return [program, '-p', directory, '-c', 'nginx.conf', '-e', join(directory, 'errors'), '-g', main]
  })
}
