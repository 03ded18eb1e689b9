// Checks what documents name: links, paths, commands, flags, npm scripts, control paths, operations, ids and packages. What
// they show as output is run by executed-docs.sampled.test.ts.

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadedCommands } from '../cli/commands.ts'
import { permittedRows } from '../contract-tests/permitted/rows.ts'
import { controlOperations } from '../spec/control/operations.ts'
import { operations } from '../spec/operations.ts'
import { requirements } from '../spec/requirements.ts'
import { unspecifiedBehaviors } from '../spec/unspecified.ts'
import { anchorsOf, exists, fragmentsOf, linksOf, readDocuments, root } from './documents.ts'
import { withGeneratedTables } from './generated-tables.ts'

const documents = readDocuments()
/** The changelog names what no longer exists. */
const current = documents.filter(({ path }) => path !== 'CHANGELOG.md')
const text = (path: string) => readFileSync(new URL(path, root), 'utf8')

interface Manifest {
  scripts: Record<string, string>
  devDependencies: Record<string, string>
}
const manifest: Manifest = JSON.parse(text('package.json'))

/** Every match of a pattern in the code fragments of all documents, with the document's path. */
function named(pattern: RegExp): { path: string; groups: string[] }[] {
  return current.flatMap(({ path, text }) =>
    fragmentsOf(text.replace(/<!-- generated: [\s\S]*?<!-- end -->/g, '')).flatMap((fragment) =>
      [...fragment.matchAll(pattern)].map(([, ...groups]) => ({
        path,
        groups: groups.map((group) => group ?? ''),
      })),
    ),
  )
}

/** The places of what is named and does not exist. */
function absent(found: ReturnType<typeof named>, isKnown: (...groups: string[]) => boolean): string[] {
  return found
    .filter(({ groups }) => !isKnown(...groups))
    .map(({ path, groups }) => `${path}: ${groups.join('.')}`)
}

it('README.md has at most 10 kB', () => {
  expect(Buffer.byteLength(text('README.md'))).toBeLessThanOrEqual(10_240)
})

it('the generated tables are up to date', () => {
  for (const document of documents)
    expect(document.text, `Update ${document.path} with: npm run docs`).toBe(
      withGeneratedTables(document.text),
    )
})

it('docs/contributing/architecture.md has a row for every folder of the simulator', () => {
  const folders = readdirSync(new URL('simulator', root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const rows = text('docs/contributing/architecture.md').matchAll(/^\| (`simulator\/[^|]+) \|/gm)
  const described = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/simulator\/([\w-]+)\/`/g)].map(([, name]) => name),
  )
  expect(described.sort()).toEqual(folders.sort())
})

const anchors = new Map<string, readonly string[]>()

function anchorsIn(path: string): readonly string[] {
  const found = anchors.get(path) ?? anchorsOf(text(path))
  anchors.set(path, found)
  return found
}

/** The relative links of a document to files and headings that do not exist. */
function brokenLinks(path: string, own: string): string[] {
  return linksOf(own).flatMap((link) => {
    const target = link.path === '' ? path : posix.join(posix.dirname(path), link.path)
    if (!exists(target)) return [target]
    const isHeading = link.anchor !== '' && target.endsWith('.md')
    return isHeading && !anchorsIn(target).includes(link.anchor) ? [`${target}#${link.anchor}`] : []
  })
}

it('links lead to files and headings that exist', () => {
  expect(
    documents.flatMap(({ path, text: own }) => brokenLinks(path, own).map((to) => `${path}: ${to}`)),
  ).toEqual([])
})

it('links that lead nowhere are detected', () => {
  const links =
    '[a](missing.md) [b](contract.md#missing) [c](contract.md#endpoints-4) [d](https://shop.example)'
  expect(brokenLinks('docs/reference/page.md', links)).toEqual([
    'docs/reference/missing.md',
    'docs/reference/contract.md#missing',
  ])
})

it('paths exist', () => {
  const folders = 'core|spec|client|simulator|contract-tests|scenarios|docs|\\.tidy|\\.ci'
  // A path with a placeholder, such as spec/resources/<resource>.ts, is checked up to it.
  const paths = named(new RegExp(`(?<![\\w./-])((?:${folders})/[\\w./<-]*)`, 'g'))
  expect(paths.length).toBeGreaterThan(10)
  expect(absent(paths, (of = '') => exists(of.replace(/<.*|\.+$/, '')))).toEqual([])
})

it('npm scripts exist', () => {
  const scripts = named(/\bnpm (?:run )?(?:--silent )?((?<=run )[\w:-]+|start|test)\b/g)
  expect(absent(scripts, (script = '') => Object.hasOwn(manifest.scripts, script))).toEqual([])
})

it('the messages of docs/guide/help.md are those of the program', () => {
  const [, rows = ''] = text('docs/guide/help.md').split(/^\| symptom.*\n.*\n/m)
  const quoted = [...(rows.split('\n\n')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(
    ([, message = '']) => message,
  )
  const sources = ['cli', 'core', 'simulator'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .map((name) => text(`${folder}/${name}`)),
  )
  expect(quoted.length).toBeGreaterThan(5)
  // The first one is npm's.
  expect(quoted.slice(1).filter((message) => !sources.some((source) => source.includes(message)))).toEqual([])
})

const commands = await loadedCommands()

describe('the command line', () => {
  const flagsOf = (command: string) =>
    commands
      .filter((one) => command === '' || one.name() === command)
      .flatMap(({ options }) => options.map(({ long }) => long ?? ''))
      .concat('--help', '--version')
  /** npm scripts that run a command of the program. */
  const scripts: Readonly<Record<string, string>> = { start: 'serve', verify: 'verify', replay: 'replay' }

  it('has every command and flag', () => {
    const uses = [
      ...named(/\bpaytwin ([a-z]+)?((?: .*)?)$/g).map(({ path, groups: [command = 'serve', rest = ''] }) => ({
        path,
        command,
        rest,
      })),
      ...named(/\bnpm (?:run )?(start|verify|replay) -- (.*)$/g).map(
        ({ path, groups: [script = '', rest = ''] }) => ({ path, command: scripts[script] ?? '', rest }),
      ),
      ...named(/^(--[a-z].*)$/g).map(({ path, groups: [rest = ''] }) => ({ path, command: '', rest })),
    ].map((use) => ({ ...use, command: use.command === 'help' ? '' : use.command }))
    expect(uses.length).toBeGreaterThan(20)
    const names = commands.map((command) => command.name())
    expect(
      uses.flatMap(({ path, command, rest }) => [
        ...(command === '' || names.includes(command) ? [] : [`${path}: paytwin ${command}`]),
        ...[...rest.replace(/'[^']*'/g, '').matchAll(/(?<=^|\s)--[a-z-]+/g)]
          .filter(([flag]) => !flagsOf(command).includes(flag))
          .map(([flag]) => `${path}: paytwin ${command} ${flag}`),
      ]),
    ).toEqual([])
  })

  it('is documented: every command and every flag', () => {
    const documented = text('docs/reference/cli.md')
    for (const { long } of commands.flatMap(({ options }) => options)) expect(documented).toContain(long)
    for (const command of commands) expect(documented).toMatch(new RegExp(`\\bpaytwin ${command.name()}\\b`))
  })
})

it('control paths and operations exist', () => {
  const patterns = Object.values(controlOperations).map(
    ({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  )
  const paths = [
    ...named(/(?<![a-z])(\/(?:control|sandboxes)\/[\w{}/.$'"-]+)/g),
    ...named(/(?<![a-z])(\/(?:control|sandboxes))(?=["'?\s]|$)/g),
  ]
  // The first of these is made up, in the worked example of a control operation; the last is the form of several.
  const isPath = (path: string) =>
    /^\/(control|sandboxes|control\/(transfer-counts\/\{payee\}|openapi\.json|stream|\{kind\}.*))$/.test(
      path,
    ) ||
    patterns.some((pattern) => pattern.test(path.replace(/^\/sandboxes\/[^/]+(?=\/control)/, ''))) ||
    /^\/sandboxes\/[^/]+\/(api|control|dashboard)$/.test(path)
  expect(absent(paths, (of = '') => isPath(of.replace(/['"/]+$/, '')))).toEqual([])
  const ids = named(/\bcontrol\.(\w+)\(/g)
  expect(absent(ids, (id = '') => Object.hasOwn(controlOperations, id))).toEqual([])
})

it('ids of requirements, unspecified behaviors and permitted rows exist', () => {
  const known = { ...requirements, ...unspecifiedBehaviors, ...permittedRows }
  const prefixes = new Set(Object.keys(known).map((id) => id.split('.')[0]))
  const ids = named(/^([a-z-]+)\.([a-z0-9-]+)$/g).filter(
    ({ groups: [prefix = '', rest = ''] }) => prefixes.has(prefix) && !['json', 'ts', 'md'].includes(rest),
  )
  expect(absent(ids, (...parts) => Object.hasOwn(known, parts.join('.')))).toEqual([])
})

it('docs/contributing/architecture.md lists every operation of the contract', () => {
  const architecture = text('docs/contributing/architecture.md')
  expect(Object.keys(operations).filter((id) => !architecture.includes(`\`${id}\``))).toEqual([])
})

it('docs/contributing/dependencies.md has a reason for every dependency, and for nothing else', () => {
  const listed = [...text('docs/contributing/dependencies.md').matchAll(/^\| ([^|]*`[^|]*) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  const used = Object.keys(manifest.devDependencies)
  expect(listed.toSorted()).toEqual(used.toSorted())
})
