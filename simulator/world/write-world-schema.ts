// Writes `simulator/world/world.schema.json` under the current directory.

import { writeFileSync } from 'node:fs'
import { worldSchemaText } from './world-schema.ts'

writeFileSync('simulator/world/world.schema.json', worldSchemaText())
