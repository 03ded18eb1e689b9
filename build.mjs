// Builds the program into dist/: compiles TypeScript, copies the JSON files that the compiled code reads, and makes the
// command line executable.

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync } from 'node:fs'

const readAtRunTime = [
  'spec/openapi.json',
  'simulator/control/openapi.json',
  'simulator/world/world.schema.json',
  'scenarios/scenario.schema.json',
]

const { status } = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const file of readAtRunTime) cpSync(file, `dist/${file}`)
chmodSync('dist/cli.js', 0o755)
