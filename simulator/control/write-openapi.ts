// Writes `simulator/control/openapi.json` under the current directory. openapi.ts builds the document.

import { writeFileSync } from 'node:fs'
import { buildControlDocument, controlDocumentText } from './openapi.ts'

writeFileSync('simulator/control/openapi.json', controlDocumentText(buildControlDocument()))
