// What the program says to those who mistype. What it does for those who do not is in cli.whole.test.ts.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runProgram } from './simulator/test-support/built-program.ts'
import { defaultWorld } from './simulator/world/default-world.ts'

const directory = mkdtempSync(join(tmpdir(), 'paytwin-cli-'))
afterAll(() => rmSync(directory, { recursive: true }))

function fileOf(name: string, text: string): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

describe('a mistake', () => {
  it.each([
    [['serve', '--prot', '1'], "Unknown option '--prot'.", 'Did you mean --port?'],
    [['--sead', 'x'], "Unknown option '--sead'.", 'Did you mean --seed?'],
    [['srve'], "Unknown command 'srve'.", 'Did you mean serve?'],
    [['serve', 'now'], "Too many arguments for 'serve'", ''],
    [['serve', '--port'], "Option '--port <number>' argument missing.", ''],
    [['--port', '65536'], 'Invalid value "65536" for --port.', 'from 0 to 65535'],
    [['--clock', 'soon'], 'Invalid value "soon" for --clock.', '--clock 60x'],
    [['--validation', 'lax'], 'Invalid value "lax" for --validation.', '"report"'],
    [
      ['--automation', 'renewals=auto'],
      'Invalid value "renewals=auto" for --automation.',
      '--automation transactions=manual',
    ],
    [['--max-sandboxes', '0'], 'Invalid value "0" for --max-sandboxes.', 'from 1'],
    [['--webhook-timeout-ms', '0'], 'Invalid value "0" for --webhook-timeout-ms.', 'from 1'],
    [['--webhook-timeout-ms', '1.5'], 'Invalid value "1.5" for --webhook-timeout-ms.', 'a whole number'],
    [['--port', '0', '--start', 'tomorrow'], 'Invalid instant "tomorrow".', 'ISO 8601'],
    [['--port', '0', '--webhook-url', 'ftp://x'], 'Invalid webhook URL "ftp://x".', 'http'],
    [
      ['--port', '0', '--webhook-url', 'https://shop.example/hook'],
      'Webhooks are not sent to shop.example.',
      '--allow-any-webhook-host',
    ],
    [['--world', '/nowhere/world.json'], 'The world file /nowhere/world.json cannot be read.', 'ENOENT'],
  ])('%j is reported as fact, detail and remedy, with exit code 2', async (args, fact, more) => {
    const { code, stdout, stderr } = await runProgram(...args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(`paytwin: ${fact}`)
    expect(stderr).toContain(more)
    expect(stderr.trimEnd().split('\n').length).toBeGreaterThanOrEqual(3)
  })

  it('in a file is reported with its place', async () => {
    const spoilt = fileOf('spoilt.json', '{ "merchants": [,] }')
    expect((await runProgram('--world', spoilt)).stderr).toContain('At line 1, column 17: expected a value.')
    const other = fileOf('other.json', JSON.stringify({ ...defaultWorld, merchants: [{}] }))
    const { code, stderr } = await runProgram('--world', other)
    expect(code).toBe(2)
    expect(stderr).toContain('world.merchants[0].id is missing.')
    const assumptions = fileOf('assumptions.json', '{ "transactions.repeated-order": "never" }')
    expect((await runProgram('--assumptions', assumptions)).stderr).toContain(
      'Choose among: accepted, refused.',
    )
  })
})
