// A copy of the repository with its build, where commands and changes of the documents are tried.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exists, root } from './documents.ts'

/** Copies the repository with its build into a new directory, where commands may change it. */
export function copyRepository(): { directory: string; remove: () => void } {
  const repository = fileURLToPath(root)
  const directory = mkdtempSync(join(tmpdir(), 'paytwin-copy-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  })
  // A file that is deleted in the working tree may still be in the index.
  for (const path of [...files.split('\0').filter((path) => path !== '' && exists(path)), 'build', 'dist'])
    cpSync(join(repository, path), join(directory, path), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(directory, 'node_modules'))
  return { directory, remove: () => rmSync(directory, { recursive: true }) }
}
