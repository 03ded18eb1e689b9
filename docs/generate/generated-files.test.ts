// Committed generated files are up to date.

import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generatedFiles } from './generated-files.ts'

const files = await generatedFiles()

it.each(Object.keys(files))('%s is up to date (npm run generate)', (path) => {
  expect(existsSync(path) && readFileSync(path, 'utf8') === files[path]).toBe(true)
})
