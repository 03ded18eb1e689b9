// The source files of the repository and their imports. It reads TypeScript with regular expressions, which is enough for
// formatted files.

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Source texts by their path from the root, such as `simulator/http/serve.ts`. */
export type Sources = ReadonlyMap<string, string>

export const rooms = ['spec', 'simulator', 'contract-tests', 'scenarios'] as const

const root = new URL('../..', import.meta.url)

/** Every TypeScript file of the modules and of the root. */
export function readSources(): Sources {
  const inRooms = rooms.flatMap((room) =>
    readdirSync(new URL(room, root), { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`),
  )
  const paths = [...inRooms, ...readdirSync(root)].filter((path) => path.endsWith('.ts')).sort()
  return new Map(paths.map((path) => [path, readFileSync(new URL(path, root), 'utf8')]))
}

export interface Import {
  /** A path from the root, or the name of a package. */
  of: string
  /** Whether it imports only types. */
  typeOnly: boolean
  /** Whether it is a dynamic import. */
  lazy: boolean
}

const statement =
  /^(?:import|export)\s+(type\s+)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:\s*,\s*\{[^}]*\})?)\s+from\s+'([^']+)'/gm
const sideEffect = /^import\s+'([^']+)'/gm
const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g

/** What a file imports or re-exports. */
export function importsOf(path: string, text: string): Import[] {
  const resolved = (name: string) =>
    name.startsWith('.') ? posix.join(posix.dirname(path), name) : packageOf(name)
  const found = (pattern: RegExp, lazy: boolean) =>
    [...text.matchAll(pattern)].map((match) => ({
      of: resolved(match.at(-1) ?? ''),
      typeOnly: match.length > 2 && match[1] !== undefined,
      lazy,
    }))
  return [...found(statement, false), ...found(sideEffect, false), ...found(dynamic, true)]
}

function packageOf(name: string): string {
  const [first = '', second = ''] = name.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** Everything that is loaded with a file, including packages, with the chain of imports to it. */
export function loadedBy(sources: Sources, start: string): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>([[start, [start]]])
  for (const [path, way] of ways) {
    const text = sources.get(path)
    if (text === undefined) continue
    for (const { of, typeOnly, lazy } of importsOf(path, text))
      if (!typeOnly && !lazy && !ways.has(of)) ways.set(of, [...way, of])
  }
  return ways
}

/** The text without comments and string literals. */
export function codeOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
}
