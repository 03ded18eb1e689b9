// Output files: what cannot be written is noticed before anything is done, and a file is always complete.

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkOutput, checkOutputDirectory, writeOutput } from './output-files.ts'
import { testDirectory } from './test-support/test-directory.ts'

const directory = testDirectory('outputs')
const file = join(directory, 'a.txt')
writeFileSync(file, 'before')

describe('an output that cannot be written', () => {
  const cases: [string, string, RegExp][] = [
    ['a directory', directory, /It is a directory/],
    ['a full device', '/dev/full', /ENOSPC/],
    ['a file in place of a directory', join(file, 'x/y.txt'), /ENOTDIR|EEXIST/],
    ['a directory that cannot be created', '/proc/x/y/z.txt', /ENOENT/],
    ['a directory without permission', '/proc/z.txt', /ENOENT|EACCES|EPERM/],
  ]
  it.each(cases)('is refused: %s', async (_, path, detail) => {
    const refused = { fact: `Cannot write ${path}.`, detail: expect.stringMatching(detail) }
    expect(() => checkOutput(path)).toThrow(expect.objectContaining(refused))
    await expect(writeOutput(path, 'x')).rejects.toMatchObject({ fact: `Cannot write ${path}.` })
  })

  it.each(['/proc/x', '/proc/x/y', file])('is refused as a directory: %s', (path) => {
    expect(() => checkOutputDirectory(path)).toThrow(`Cannot write ${path}.`)
  })
})

describe('an output that can be written', () => {
  it('is not changed by the check, which leaves no file', () => {
    checkOutput(file)
    checkOutput(join(directory, 'deeper/still/b.txt'))
    checkOutput('/dev/null')
    checkOutputDirectory(join(directory, 'reports'))
    expect(readFileSync(file, 'utf8')).toBe('before')
    expect(readdirSync(directory).sort()).toEqual(['a.txt', 'deeper', 'reports'])
    expect(readdirSync(join(directory, 'deeper/still'))).toEqual([])
  })

  it('is replaced, with its permissions, behind its link, and leaves no other file', async () => {
    const folder = join(directory, 'replaced')
    mkdirSync(folder)
    const real = join(folder, 'real.txt')
    const link = join(folder, 'link.txt')
    writeFileSync(real, 'before')
    chmodSync(real, 0o600)
    symlinkSync(real, link)
    await writeOutput(link, 'after')
    expect(readFileSync(real, 'utf8')).toBe('after')
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(statSync(real).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['link.txt', 'real.txt'])
  })
})
