// A directory for the files of a test.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Creates a directory that is removed after the tests of the file, or of the `describe` that calls this. */
export function testDirectory(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), `paytwin-${name}-`))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
