// Writes `simulator/control/openapi.json` under the current directory. The document itself is made in openapi.ts.

import { writeFileSync } from 'node:fs'
import { buildControlDocument, controlDocumentText } from './openapi.ts'

writeFileSync('simulator/control/openapi.json', controlDocumentText(buildControlDocument()))
