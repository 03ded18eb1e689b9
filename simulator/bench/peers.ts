// Other programs that serve an OpenAPI document: Prism and Mockoon. They are installed into a cache outside the repository, and serve
// our own document.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, inTurns, shown } from './figure.ts'
import { paytwin, ServerProcess, type ServerProgram } from './server-process.ts'
import { newInvoice, rateFigure, rateOf } from './throughput.ts'

const document = fileURLToPath(new URL('../../../spec/openapi.json', import.meta.url))
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paytwin-bench')
const memoryRounds = 5
const restMs = 3000

interface Peer {
  name: string
  package: string
  version: string
  command: string
  arguments: (port: number) => readonly string[]
}

// Without a line of log for each request, as paytwin is measured.
const prism: Peer = {
  name: 'Prism',
  package: '@stoplight/prism-cli',
  version: '~5.14.2',
  command: 'prism',
  arguments: (port) => ['mock', '--port', `${port}`, '--verboseLevel', 'silent', document],
}
const mockoon: Peer = {
  name: 'Mockoon',
  package: '@mockoon/cli',
  version: '^9.0.0',
  command: 'mockoon-cli',
  arguments: (port) =>
    `start --data ${document} --port ${port} --hostname 127.0.0.1 --disable-log-to-file --disable-admin-api`.split(
      ' ',
    ),
}

export async function peers(): Promise<Figure[]> {
  return [
    await withPeer(
      prism,
      { name: 'POST /hosted-page', unit: 'of Prism', bound: { atLeast: 10 } },
      compareRate,
    ),
    await withPeer(mockoon, { name: 'POST /hosted-page', unit: 'of Mockoon' }, compareRate),
    await withPeer(
      prism,
      { name: 'Memory at rest', unit: 'of Prism', bound: { atMost: 0.45 } },
      compareMemory,
    ),
    await withPeer(mockoon, { name: 'Memory at rest', unit: 'of Mockoon' }, compareMemory),
  ]
}

type Row = Pick<Figure, 'name' | 'unit' | 'bound'>
type Compared = (row: Row, peer: ServerProgram) => Promise<Figure>

/** The figure of a comparison with a peer, which has no value if the peer cannot be installed or started. */
async function withPeer(peer: Peer, row: Row, compare: Compared): Promise<Figure> {
  try {
    return await compare(row, install(peer))
  } catch (error) {
    return { ...row, value: null, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** Installs a peer, unless it is in the cache. */
function install(peer: Peer): ServerProgram {
  const folder = join(cache, peer.command)
  const manifest = join(folder, 'node_modules', peer.package, 'package.json')
  if (!existsSync(manifest)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const wanted = `${peer.package}@${peer.version}`
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted], {
      cwd: folder,
      stdio: 'ignore',
    })
    if (status !== 0) throw new Error(`npm install ${wanted} failed.`)
  }
  const { bin }: { bin: Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'))
  return { module: join(dirname(manifest), bin[peer.command] ?? ''), arguments: peer.arguments, base: '' }
}

async function compareRate(row: Row, peer: ServerProgram): Promise<Figure> {
  const [ours, other] = await Promise.all([ServerProcess.start(paytwin), ServerProcess.start(peer)])
  try {
    return await rateFigure(rateOf(ours, newInvoice), rateOf(other, newInvoice), row)
  } finally {
    await ours.end()
    await other.end()
  }
}

async function compareMemory(row: Row, peer: ServerProgram): Promise<Figure> {
  const { ratio, ours, other } = await inTurns(
    memoryRounds,
    () => megabytesAtRest(peer),
    () => megabytesAtRest(paytwin),
  )
  return {
    ...row,
    value: ratio,
    detail: `${shown(ours)} against ${shown(other)} MB, resident after one request`,
  }
}

async function megabytesAtRest(program: ServerProgram): Promise<number> {
  const server = await ServerProcess.start(program, '/stores')
  await new Promise((resolve) => setTimeout(resolve, restMs))
  const { memory } = await server.usage()
  await server.end()
  return memory / 1e6
}
