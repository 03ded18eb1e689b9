// Writes all generated files of the repository. Run it with `npm run generate`.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generatedFiles } from './generated-files.ts'

for (const [path, text] of Object.entries(await generatedFiles())) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
