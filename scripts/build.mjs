// Builds the program. The compiler writes every module to build/, from which the programs of this repository run (documents,
// benchmarks, fuzzer, mutation). bundle.mjs writes what is published to dist/.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { bundle } from './bundle.mjs'

const readAtRunTime = [
  'client/target.schema.json',
  'spec/openapi.json',
  'contract-tests/experiment/request-plan.json',
  'spec/control/openapi.json',
  'scenarios/scenario.schema.json',
  'simulator/pages/browser/style.css',
]
/** What the reference shows documents with. */
const viewer = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css']

/** Files of the build that the compiler does not write, with their sources. */
const copies = new Map([
  ...readAtRunTime.map((file) => [file, file]),
  ...viewer.map((file) => [`simulator/pages/browser/${file}`, `node_modules/swagger-ui-dist/${file}`]),
])

// The scripts of the pages run in a browser.
for (const project of ['tsconfig.build.json', 'simulator/pages/browser/tsconfig.json']) {
  const { status } = spawnSync('node_modules/.bin/tsc', ['-p', project], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
// With their times, so that an unchanged build is not bundled again.
for (const [file, source] of copies) cpSync(source, `build/${file}`, { preserveTimestamps: true })
// What has no source any more.
for (const path of readdirSync('build', { recursive: true }))
  if (path !== '.tsbuildinfo' && !copies.has(path) && !existsSync(path.replace(/(\.d\.ts|\.js)$/, '.ts')))
    rmSync(`build/${path}`, { recursive: true, force: true })
await bundle()
