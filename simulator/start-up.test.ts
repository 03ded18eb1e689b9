// What the simulator loads when it starts: the modules that make the documents, and zod with them, are not among it, so that
// a start stays short.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// A module's own imports that are there at run time: neither those of types nor those that wait for a call.
const imported = /^(?:import|export)\s(?!type\s)[^'"]*?from\s+'([^']+)'|^import '([^']+)'/gm

function loadedFrom(entry: URL, found = new Set<string>()): Set<string> {
  if (found.has(entry.href)) return found
  found.add(entry.href)
  const source = readFileSync(entry, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  for (const [statement, from, bare] of source.matchAll(imported)) {
    const name = from ?? bare ?? ''
    // `import { type A }` alone leaves no import behind.
    const onlyTypes = /\{([^}]*)\}/
      .exec(statement)?.[1]
      ?.split(',')
      .every((one) => /^\s*(?:type\s.*)?$/.test(one))
    if (onlyTypes === true && !/^(?:import|export)\s+\w/.test(statement)) continue
    if (name.startsWith('.')) loadedFrom(new URL(name, entry), found)
    else found.add(name)
  }
  return found
}

const here = (path: string) => new URL(path, import.meta.url)

it('finds zod where it is loaded', () => {
  expect(loadedFrom(here('control/operations.ts'))).toContain('zod')
})

it.each(['control/handlers.ts', 'control/client.ts', 'http/control.ts'])(
  '%s does not make the control document',
  (path) => {
    const loaded = [...loadedFrom(here(path))]
    expect(loaded.filter((module) => /control\/(?:operations|openapi)/.test(module))).toEqual([])
    expect(loaded).not.toContain('@anatine/zod-openapi')
  },
)

it('the simulator does not make the document of the service', () => {
  const loaded = [...loadedFrom(here('index.ts'))]
  expect(loaded.filter((module) => /spec\/(?:operations|resources|primitives)/.test(module))).toEqual([])
  expect(loaded).not.toContain('@anatine/zod-openapi')
})
