// The files of this repository as texts, and what they import. TypeScript is read with regular expressions, which is enough
// for formatted files.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Texts by path from the root of the repository, such as `simulator/sandbox/advance.ts`. */
export type Sources = ReadonlyMap<string, string>

const root = new URL('..', import.meta.url)

/** Every text file that git tracks or would track, without the lock file. */
export function readRepository(): Sources {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const paths = listed.split('\n').filter((path) => /\.(ts|tsx|md|json|ya?ml|sh|mjs)$/.test(path))
  return new Map(
    paths
      // A file that is deleted in the working tree may still be in the index.
      .filter((path) => path !== 'package-lock.json' && existsSync(new URL(path, root)))
      .sort()
      .map((path) => [path, readFileSync(new URL(path, root), 'utf8')]),
  )
}

/** The TypeScript files among the sources. */
export function codeFiles(sources: Sources): Sources {
  return new Map([...sources].filter(([path]) => /\.tsx?$/.test(path)))
}

interface Import {
  /** A path from the root for a file of the repository, else the name of the package. */
  of: string
  /** True if only types are imported, so that nothing is loaded when the code runs. */
  typeOnly: boolean
  lazy: boolean
  /** The imported names; empty for `*`, defaults and side effects. */
  names: readonly string[]
}

const statement =
  /^(?:import|export)\s+(type\s+)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:\s*,\s*\{[^}]*\})?)\s+from\s+'([^']+)'/gm
const sideEffect = /^import\s+'([^']+)'/gm
const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g

/** The imports and re-exports of a file. */
export function importsOf(path: string, text: string): Import[] {
  const resolved = (name: string) =>
    name.startsWith('.') ? posix.join(posix.dirname(path), name) : packageOf(name)
  const imported = (clause: string) =>
    (/\{([^}]*)\}/.exec(clause)?.[1] ?? '')
      .split(',')
      .flatMap((name) => /^\s*(?:type\s+)?(\w+)/.exec(name)?.[1] ?? [])
  return [
    ...[...text.matchAll(statement)].map(([, type, clause = '', from = '']) => ({
      of: resolved(from),
      typeOnly: type !== undefined,
      lazy: false,
      names: imported(clause),
    })),
    ...[sideEffect, dynamic].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, from = '']) => ({
        of: resolved(from),
        typeOnly: false,
        lazy: pattern === dynamic,
        names: [],
      })),
    ),
  ]
}

function packageOf(name: string): string {
  const [first = '', second = ''] = name.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/** Everything that is loaded with a file, packages included, each with the import path that leads to it. */
export function loadedBy(sources: Sources, start: string): ReadonlyMap<string, readonly string[]> {
  const chains = new Map<string, readonly string[]>([[start, [start]]])
  // The map grows meanwhile.
  for (const [path, chain] of chains) {
    const text = sources.get(path)
    if (text === undefined) continue
    for (const { of, typeOnly, lazy } of importsOf(path, text))
      if (!typeOnly && !lazy && !chains.has(of)) chains.set(of, [...chain, of])
  }
  return chains
}

/** The imports of each node: files, folders or modules. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Everything that a node imports, directly or through others. */
export function reachable(graph: Graph, start: string): ReadonlySet<string> {
  const found = new Set(graph.get(start))
  // The set grows meanwhile.
  for (const node of found) for (const next of graph.get(node) ?? []) found.add(next)
  return found
}

/** The text without comments and without the contents of single quotes. */
export function withoutCommentsAndStrings(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
}
