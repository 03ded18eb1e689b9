// Writes target.schema.json and report.schema.json from the schemas that the code itself uses.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaTexts } from './json-schemas.ts'

for (const [name, text] of Object.entries(schemaTexts())) writeFileSync(join(process.cwd(), name), text)
