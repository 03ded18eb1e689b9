// A directory for the files of a test.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Creates a directory that is removed after the tests of the file, or of the `describe` that calls this. */
export function testDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `paytwin-${name}-`))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

let files = 0
/** The path of a new file of that text, or of that value as JSON. */
export function fileIn(directory: string, content: unknown): string {
  files += 1
  const path = join(directory, `${files}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return path
}
