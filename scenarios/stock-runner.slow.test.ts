// Catalog scenarios under another Arazzo tool: Redocly's command line runs the files unchanged against a served simulator.
// Only scenarios that leave the encryption of payloads to the control API and need no webhook receiver are portable.

import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedProcess, serveBuilt } from './testing/serve-built.ts'

const redocly = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
)
let served: ServedProcess

beforeAll(async () => {
  served = await serveBuilt()
})

afterAll(() => served.close())

async function respect(scenario: string): Promise<{ code: number; printed: string }> {
  const sandbox = `${served.url}/sandboxes/${scenario}`
  await fetch(sandbox, { method: 'PUT' })
  const args = [
    redocly,
    'respect',
    `scenarios/catalog/${scenario}.json`,
    '--server',
    `service=${sandbox}/api,control=${sandbox}`,
  ]
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, printed: stdout + stderr }),
    )
  })
}

describe("Redocly's command line", () => {
  it.each([
    'cancel-subscription',
    'close-partial-payment-in-time',
    'close-partial-payment-too-late',
    'lookups',
    'monthly-subscription-for-a-year',
    'qr-payment-in-two-parts',
    'subscription-from-the-31st',
    'subscription-without-auto-renewal',
    'walk-through',
    'weekly-subscription-ends',
  ])('runs %s unchanged', async (scenario) => {
    const { code, printed } = await respect(scenario)
    expect(printed).toMatch(/Workflows: 1 passed, 1 total/)
    expect(code).toBe(0)
  })
})
