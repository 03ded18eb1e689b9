// Writes `spec/openapi.json` under the current directory. The document itself is made in openapi.ts.

import { writeFileSync } from 'node:fs'
import { buildDocument, documentText } from './openapi.ts'

writeFileSync('spec/openapi.json', documentText(buildDocument()))
