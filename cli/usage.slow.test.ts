// Wrong usage of the command line: what it prints and how it exits. What the commands do is in main.slow.test.ts.

import { afterEach, expect, it, vi } from 'vitest'
import { runProgram } from '../simulator/test-support/built-program.ts'

afterEach(() => vi.unstubAllEnvs())

it.each<[args: string, printed: string[], variables?: Record<string, string>]>([
  ['serve --prot 1', ["Unknown option '--prot'.", 'Did you mean --port?', '"paytwin serve --help"']],
  ['verify --url http://127.0.0.1:9', ["Unknown option '--url'.", 'Did you mean --base-url?']],
  ['--sead x', ["Unknown option '--sead'.", 'Did you mean --seed?']],
  ['srve', ["Unknown command 'srve'.", 'Did you mean serve?', '"paytwin --help"']],
  ['help srve', ["Unknown command 'srve'."]],
  ['serve --port', ["Option '--port <number>' argument missing."]],
  ['--port 0 --webhook-url https://shop.example/hook', ['shop.example', '--allow-any-webhook-host']],
  ['serve', ['Invalid value "any" for --port.', 'that of PAYTWIN_PORT.'], { PAYTWIN_PORT: 'any' }],
  ['serve', ['Invalid value "xml" for --log.', 'text, json', 'that of PAYTWIN_LOG.'], { PAYTWIN_LOG: 'xml' }],
  ['verify --level mony', ['Invalid value "mony" for --level.', 'Use, for example, --level money.']],
  ['export nowhere/state.json', ['Cannot write nowhere/state.json.', 'There is no folder nowhere.']],
])(
  'paytwin %s prints fact, detail and remedy, and exits with 2: %j',
  async (args, printed, variables = {}) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    const { code, stdout, stderr } = await runProgram(...args.split(' '))
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^paytwin: [A-Z"]/)
    for (const text of printed) expect(stderr).toContain(text)
    expect(stderr.trimEnd().split('\n').length).toBeGreaterThanOrEqual(3)
  },
)

it('a variable sets a flag that is not given, and switches it off with 0', async () => {
  vi.stubEnv('PAYTWIN_START', '2029-01-05T09:00:00Z')
  vi.stubEnv('PAYTWIN_NO_CONTROL', '0')
  const start = async (...flags: string[]) => {
    const code =
      "fetch(process.env.PAYTWIN_CONTROL_URL + '/clock').then((got) => got.text()).then(console.log)"
    return (await runProgram('exec', ...flags, '--', process.execPath, '-e', code)).stdout
  }
  expect(await start()).toContain('"now":"2029')
  expect(await start('--start', '2030-01-05T09:00:00Z')).toContain('"now":"2030')
})
