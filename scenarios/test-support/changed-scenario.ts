// Scenarios of the catalog with texts replaced, in a temporary directory.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A directory for the files of one test file. */
export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'paytwin-scenarios-'))
}

/** Writes a catalog scenario with the first occurrence of each text replaced, and returns its path. */
export function changedScenario(
  directory: string,
  name: string,
  ...replacements: readonly (readonly [from: string, to: string])[]
): string {
  const original = readFileSync(`scenarios/catalog/${name}.json`, 'utf8')
  const changed = replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The scenario does not contain ${from}.`)
    return text.replace(from, to)
  }, original)
  const file = join(directory, `${name}.json`)
  writeFileSync(file, changed.replaceAll('../shared', join(process.cwd(), 'scenarios/shared')))
  return file
}
