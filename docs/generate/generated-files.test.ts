// Committed generated files are up to date.

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkSections } from './contract.ts'
import { generatedFiles } from './generated-files.ts'

const files = await generatedFiles()

describe('generated files', () => {
  it.each(Object.keys(files))('%s is up to date (npm run generate)', (path) => {
    expect(isStale(path, files[path] ?? '')).toBe(false)
  })

  it('that differ from the committed ones are detected', () => {
    for (const [path, text] of Object.entries(files)) expect(isStale(path, `${text} `)).toBe(true)
  })
})

it('an operation needs a section of the contract', () => {
  expect(() => checkSections({ getStore: { section: 'Endpoints, 99' } })).toThrow('Endpoints, 99')
})

function isStale(path: string, text: string): boolean {
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
}
