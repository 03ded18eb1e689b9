// Other programs that serve an OpenAPI document: Prism and Mockoon. They are installed into a cache outside the repository, and serve
// our document.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, inTurns } from './figure.ts'
import { here, newInvoice, paytwin, ServerProcess, type ServerProgram } from './server-process.ts'

const document = here('../../../spec/openapi.json')
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paytwin-bench')

// Without a line of log for each request, as paytwin is measured.
const prism = () => {
  const command = installed('@stoplight/prism-cli', '~5.14.2', 'prism')
  return (port: number) => [command, 'mock', '--port', `${port}`, '--verboseLevel', 'silent', document]
}
const mockoon = () => {
  const command = installed('@mockoon/cli', '^9.0.0', 'mockoon-cli')
  const flags = ['--hostname', '127.0.0.1', '--disable-log-to-file', '--disable-admin-api']
  return (port: number) => [command, 'start', '--data', document, '--port', `${port}`, ...flags]
}

/** Installs a package, unless it is in the cache. Returns the path of its command. */
function installed(name: string, version: string, command: string): string {
  const folder = join(cache, command)
  const packageFolder = join(folder, 'node_modules', name)
  if (!existsSync(packageFolder)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`]
    const { status } = spawnSync('npm', ['install', ...flags], { cwd: folder, stdio: 'ignore' })
    if (status !== 0) throw new Error(`npm install ${name}@${version} failed.`)
  }
  const { bin }: { bin: Record<string, string> } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  )
  return join(packageFolder, bin[command] ?? '')
}

const megabytesAtRest = async (program: ServerProgram) => {
  const server = await ServerProcess.start(program)
  await sleep(3000)
  const { megabytes } = await server.usage()
  await server.end()
  return megabytes
}

export async function peers(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, argv] of [
    ['Prism', prism()],
    ['Mockoon', mockoon()],
  ] as const) {
    const peer = { argv, base: '' }
    const [ours, other] = [await ServerProcess.start(paytwin()), await ServerProcess.start(peer)]
    const rateOf = (server: ServerProcess) => () => server.rate('/hosted-page', newInvoice())
    const rates = [rateOf(ours), rateOf(other)] as const
    figures.push(
      await inTurns(
        { name: 'POST /hosted-page', unit: `of ${name}` },
        rates,
        'in a second of processor time',
      ),
    )
    await ours.end()
    await other.end()
    const sizes = [() => megabytesAtRest(paytwin()), () => megabytesAtRest(peer)] as const
    figures.push(await inTurns({ name: 'Memory at rest', unit: `of ${name}` }, sizes, 'MB, resident', 3))
  }
  return figures
}
