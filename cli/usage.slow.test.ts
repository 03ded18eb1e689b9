// Wrong usage of the command line: what it prints and how it exits. What the commands do is in main.slow.test.ts.

import { describe, expect, it } from 'vitest'
import { runProgram } from '../simulator/test-support/built-program.ts'

describe('wrong usage', () => {
  it.each<[args: string, printed: string[]]>([
    ['serve --prot 1', ["Unknown option '--prot'.", 'Did you mean --port?', '"paytwin serve --help"']],
    ['verify --url http://127.0.0.1:9', ["Unknown option '--url'.", 'Did you mean --base-url?']],
    ['--sead x', ["Unknown option '--sead'.", 'Did you mean --seed?']],
    ['srve', ["Unknown command 'srve'.", 'Did you mean serve?', '"paytwin --help"']],
    ['srve --help', ["Unknown command 'srve'."]],
    ['help srve', ["Unknown command 'srve'."]],
    ['serve now', ["Too many arguments for 'serve'"]],
    ['serve --port', ["Option '--port <number>' argument missing."]],
    ['--port 65536', ['"65536"', '--port', '65535']],
    ['--validation lax', ['"lax"', '"report"', '--validation report']],
    ['--port 0 --start tomorrow', ['"tomorrow"', 'ISO 8601']],
    ['--port 0 --webhook-url ftp://x', ['"ftp://x"', 'http']],
    ['--port 0 --webhook-url https://shop.example/hook', ['shop.example', '--allow-any-webhook-host']],
    ['--world /nowhere/world.json', ['/nowhere/world.json', 'ENOENT']],
  ])('paytwin %s prints fact, detail and remedy, and exits with 2', async (args, printed) => {
    const { code, stdout, stderr } = await runProgram(...args.split(' '))
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^paytwin: [A-Z"]/)
    for (const text of printed) expect(stderr).toContain(text)
    expect(stderr.trimEnd().split('\n').length).toBeGreaterThanOrEqual(3)
  })
})
