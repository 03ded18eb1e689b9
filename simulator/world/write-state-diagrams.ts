// Writes docs/states.md under the current directory.

import { mkdirSync, writeFileSync } from 'node:fs'
import { stateDiagrams } from './state-diagrams.ts'

mkdirSync('docs', { recursive: true })
writeFileSync('docs/states.md', stateDiagrams())
