// Builds the program into dist/: compiles TypeScript, copies the JSON files that the compiled code reads, removes what has no
// source any more, and makes the command line executable.

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs'

const readAtRunTime = [
  'spec/openapi.json',
  'simulator/control/openapi.json',
  'scenarios/scenario.schema.json',
]

const { status } = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const file of readAtRunTime) cpSync(file, `dist/${file}`)
for (const path of readdirSync('dist', { recursive: true }))
  if (path !== '.tsbuildinfo' && !existsSync(path.replace(/(\.d\.ts|\.js)$/, '.ts')))
    rmSync(`dist/${path}`, { recursive: true, force: true })
chmodSync('dist/cli.js', 0o755)
