// Holds the README to what is true. Its generated parts (tables, what the program prints, what its commands answer, the
// example) are made anew and compared; `npx vitest run readme -u` writes them. What people wrote is checked for its facts.

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { resolveTarget } from './client/target-file.ts'
import { inProcess } from './contract-tests/in-process.ts'
import { committedMatrix } from './contract-tests/mutation/kill-matrix.ts'
import { controlOperations } from './simulator/control/operations.ts'
import { runProgram, serveProgram } from './simulator/test-support/built-program.ts'
import { type AssumptionChoices, Assumptions } from './simulator/world/assumptions.ts'
import type { Credential } from './spec/operation.ts'
import { operations } from './spec/operations.ts'

const root = new URL('./', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const readme = read('README.md')
const shownUrl = 'http://127.0.0.1:4020'

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const credentials: Record<Credential, string> = {
  merchantToken: "merchant's token",
  shopperToken: "shopper's token",
  unstatedToken: 'token of unstated kind',
  merchantAuth: '`merchantAuth` in the body',
  clientSecret: 'client secret, which encrypts',
  notShown: 'not shown',
}

function operationTable(): string {
  return table(
    ['operation', 'request', 'what it is for', 'credential'],
    Object.entries(operations).map(([id, { method, path, summary, credential }]) => [
      `\`${id}\``,
      `\`${method.toUpperCase()} ${path}\``,
      summary,
      credentials[credential],
    ]),
  )
}

function controlTable(): string {
  const topics = new Map<string, string[]>()
  for (const [id, { topic }] of Object.entries(controlOperations))
    topics.set(topic, [...(topics.get(topic) ?? []), `\`${id}\``])
  return table(
    ['about', 'operations'],
    [...topics].map(([topic, ids]) => [topic, ids.join(', ')]),
  )
}

function mutationTable(): string {
  const { detected, killed, passed, schema } = committedMatrix().score
  const share = ({ count, of }: { count: number; of: number }) => `${count} of ${of}`
  return table(
    ['', 'the suite', 'validating responses only'],
    [
      ['mutants detected', share(detected), share(schema.detected)],
      ['mutants killed by the requirement that they break', share(killed), 'names none'],
      ['conforming variants passed', share(passed), share(schema.passed)],
    ],
  )
}

/** The example test as someone outside would write it: without our opening comment, with the package's name. */
function example(): string {
  const source = read('simulator/example.test.ts')
  return source
    .slice(source.indexOf('import '))
    .replace("'../client/index.ts'", "'paytwin/client'")
    .replace("'./index.ts'", "'paytwin'")
}

// A command begins with "$ " and goes on over lines that are indented; what follows is what it prints.
const command = /^\$ (.*(?:\n {2,}.*)*)/gm
const consoleBlock = /(?<=^```console\n)[\s\S]*?(?=^```$)/gm

/** Each console block with what its commands print now. All of them are one scenario, told to one fresh server. */
async function consoles(url: string): Promise<string[]> {
  const blocks = (readme.match(consoleBlock) ?? []).map((block) =>
    [...block.matchAll(command)].map(([line, words = '']) => ({ line, words })),
  )
  const end = 'end of what it prints'
  const script = blocks
    .flat()
    .flatMap(({ words }) => [words.replaceAll(shownUrl, url), `echo; echo '${end}'`])
  const bash = spawn('bash', { stdio: ['pipe', 'pipe', 'inherit'] })
  bash.stdin.end(script.join('\n'))
  const printed = (await text(bash.stdout)).replaceAll(url, shownUrl).split(`${end}\n`)
  return blocks.map((block) =>
    block
      .map(({ line }) => [line, (printed.shift() ?? '').trim()].filter(Boolean).join('\n'))
      .map((lines) => `${lines}\n`)
      .join(''),
  )
}

/** The README with everything that is generated made anew. */
async function madeAnew(): Promise<string> {
  const program = await serveProgram()
  try {
    const greeting = program.greeting.replaceAll(program.url, shownUrl)
    const scenarios = await consoles(program.url)
    const { stdout: help } = await runProgram('serve', '--help')
    const fenced = (info: string) => new RegExp(`(?<=^\`\`\`${info}\\n)[\\s\\S]*?(?=^\`\`\`$)`, 'm')
    const marked = (name: string) => new RegExp(`(?<=^<!-- ${name} -->\\n)(?:\\|.*\\n)*`, 'm')
    return readme
      .replace(consoleBlock, () => scenarios.shift() ?? '')
      .replace(fenced('text greeting'), () => greeting)
      .replace(fenced('text serve --help'), () => help)
      .replace(fenced('ts'), () => example())
      .replace(marked('operations'), () => `${operationTable()}\n`)
      .replace(marked('control'), () => `${controlTable()}\n`)
      .replace(marked('mutation'), () => `${mutationTable()}\n`)
  } finally {
    await program.stop()
  }
}

it('shows what is there, and what really happens', async () => {
  await expect(await madeAnew()).toMatchFileSnapshot(fileURLToPath(new URL('README.md', root)))
})

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const manifest: Manifest = JSON.parse(read('package.json'))

/** The texts in code quotes within the first cells of a table's rows. */
const firstCells = (section: string) =>
  [...section.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  )
const section = (title: string) => readme.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''

it('gives a reason for every dependency, and for nothing else', () => {
  const used = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)]
  expect(firstCells(section('Dependencies')).toSorted()).toEqual(used.toSorted())
})

it('maps every room, and no path that is not there', () => {
  const mapped = firstCells(section('Map')).filter((path) => path.includes('/') || path.includes('.'))
  expect(mapped.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  const rooms = ['spec', 'client', 'simulator', 'contract-tests', 'scenarios']
  const inside = readdirSync(new URL('simulator', root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `simulator/${name}`)
  const known = mapped.map((path) => path.replace(/\/$/, ''))
  expect(
    [...rooms, ...inside].filter(
      (room) => !known.some((path) => path === room || path.startsWith(`${room}/`)),
    ),
  ).toEqual([])
})

it('links to files that exist', () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)
  expect(links.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

it('names commands that exist', () => {
  const named = [...readme.matchAll(/npm (?:run )?(start|test|(?<=run )[\w-]+)/g)].map(
    ([, name = '']) => name,
  )
  expect(named.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([])
})

it('shows a file of assumptions that can be served', () => {
  const [, file = ''] = /^```json stand-ins\n([\s\S]*?)^```$/m.exec(readme) ?? []
  const choices: AssumptionChoices = JSON.parse(file)
  expect(Assumptions.from(choices).written).toEqual(choices)
  expect(Object.keys(choices)).not.toEqual([])
})

it('shows a target file that can be read', () => {
  const [, file = ''] = /^```json target\n([\s\S]*?)^```$/m.exec(readme) ?? []
  const variables = [...file.matchAll(/"env": "(\w+)"/g)].map(([, name = '']) => [name, `value_of_${name}`])
  const environment = Object.fromEntries(variables)
  const [known] = inProcess().target.merchants
  const filled = file.replace(
    '"-----BEGIN PUBLIC KEY-----\\n…\\n-----END PUBLIC KEY-----\\n"',
    JSON.stringify(known?.publicKey),
  )
  const target = resolveTarget(JSON.parse(filled), environment)
  expect(target.shoppers.ready.accessToken).toBe('value_of_SHOPPER_TOKEN')
  expect(() => resolveTarget(JSON.parse(filled), {})).toThrow('MERCHANT_TOKEN is not set')
  // The dots stand for a key; who leaves them there is told so.
  expect(() => resolveTarget(JSON.parse(file), environment)).toThrow('merchants[0].publicKey must be')
})
