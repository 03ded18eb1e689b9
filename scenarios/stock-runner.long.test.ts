// Catalog scenarios under another Arazzo tool: Redocly's command line runs the files unchanged against a served simulator.
// Only scenarios that leave the encryption of payloads to the control API and need no webhook receiver are portable.

import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { fileIn, testDirectory } from '../core/test-support/test-directory.ts'
import { serveProgram } from '../simulator/test-support/built-program.ts'

const portable = [
  ...[
    'cancel-subscription',
    'close-partial-payment-in-time',
    'close-partial-payment-too-late',
    'first-scenario',
  ],
  ...['lookups', 'monthly-subscription-for-a-year', 'qr-payment-in-two-parts', 'subscription-from-the-31st'],
  ...['subscription-without-auto-renewal', 'walk-through', 'weekly-subscription-ends'],
]
const packageFile = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
const redocly = join(dirname(packageFile), 'bin/cli.js')
/** Resets the simulator before another scenario. */
const reset = {
  arazzo: '1.0.1',
  info: { title: 'Reset', version: '1.0.0' },
  sourceDescriptions: [{ name: 'control', type: 'openapi', url: resolve('spec/control/openapi.json') }],
  workflows: [{ workflowId: 'reset', steps: [{ stepId: 'reset', operationId: 'resetSandbox' }] }],
}
const directory = testDirectory('stock-runner')
let printed: string

/** One process runs all scenarios: it takes longer to start than to run one. */
beforeAll(async () => {
  const served = await serveProgram()
  const files = portable.flatMap((name) => [fileIn(directory, reset), `scenarios/catalog/${name}.json`])
  const args = ['respect', ...files, '--server', `service=${served.url}/api,control=${served.url}`]
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  }
  printed = await new Promise((ended) => {
    execFile(process.execPath, [redocly, ...args], { env }, (_, stdout, stderr) => ended(stdout + stderr))
  })
  await served.stop()
})

it.each(portable)("Redocly's command line runs %s unchanged", (name) => {
  const [, result = 'There is no summary.'] = printed.split(`Summary for ${name}.json`)
  expect(result, printed).toMatch(/^\s*Workflows: 1 passed, 1 total/)
})
