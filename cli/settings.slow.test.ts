// Flags that environment variables and the configuration file set, completion, and what both are made from.

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, describe, expect, it } from 'vitest'
import { testDirectory } from '../core/test-support/test-directory.ts'
import { blocksOf } from '../docs/documents.ts'
import { loadedCommands } from './commands.ts'
import { variableOf } from './settings.ts'

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const directory = testDirectory('settings')
const config = join(directory, 'paytwin.config.json')
afterEach(() => rmSync(config, { force: true }))

const { env: inherited } = process
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    ...{ cwd: directory, encoding: 'utf8', env: { ...inherited, ...env } },
  })
  return { status, stdout, stderr }
}

/** The start of the clock of a simulator that `exec` serves. */
function start(flags: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const code = `fetch(process.env.PAYTWIN_CONTROL_URL + '/clock').then((got) => got.json()).then(({ now }) => console.log(now))`
  const { status, stdout, stderr } = run(['exec', ...flags, '--', process.execPath, '-e', code], env)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.slice(0, 4)
}
const year = (value: number) => `${value}-01-05T09:00:00Z`
const write = (value: unknown) => writeFileSync(config, JSON.stringify(value))

describe('a setting', () => {
  it('of a flag comes before a variable, a variable before the file, and the file before the default', () => {
    expect(start([])).toBe('2026')
    write({ $schema: 'any', simulator: { start: year(2027) } })
    expect(start([])).toBe('2027')
    write({ simulator: { start: year(2027) }, exec: { start: year(2028) }, serve: { port: 1 } })
    expect(start([])).toBe('2028')
    expect(start([], { PAYTWIN_START: '' })).toBe('2028')
    expect(start([], { PAYTWIN_START: year(2029) })).toBe('2029')
    expect(start(['--start', year(2030)], { PAYTWIN_START: year(2029) })).toBe('2030')
  })

  it('does not apply where an alternative comes before it', () => {
    writeFileSync(join(directory, 'chosen.json'), '{ "$schema": "any", "service.version": "header" }')
    write({ simulator: { assumptions: 'chosen.json' } })
    expect(start(['--random-assumptions', '7'])).toBe('2026')
    expect(start([], { PAYTWIN_RANDOM_ASSUMPTIONS: '7' })).toBe('2026')
    const both = run(['exec', '--random-assumptions', '7', '--assumptions', 'chosen.json', '--', 'true'])
    expect(both).toMatchObject({ status: 2 })
  })

  it('is a list or an object for a flag that can be repeated, and a switch for one without a value', () => {
    write({
      serve: { cors: ['https://a.example', 'shop'], automation: { transactions: 'manual' }, control: false },
    })
    expect(run(['serve', '--port', '0']).stderr).toContain('"shop"')
    write({ serve: { automation: { renewals: 'auto' } } })
    expect(run(['serve', '--port', '0']).stderr).toContain('"renewals=auto"')
    expect(run(['serve'], { PAYTWIN_CORS: 'https://a.example,shop' }).stderr).toContain('"shop"')
  })

  it.each<[written: unknown, variables: NodeJS.ProcessEnv, said: string]>([
    [{ server: {} }, {}, 'paytwin.config.json has an unknown field "server".'],
    [{ serve: { prot: 1 } }, {}, '"serve" in paytwin.config.json has an unknown field "prot".'],
    [[], {}, 'paytwin.config.json is not an object.'],
    [{ simulator: { maxSandboxes: 0 } }, {}, '0 of "maxSandboxes" in paytwin.config.json'],
    [{ serve: { quiet: 'yes' } }, {}, '"yes" of "quiet" in paytwin.config.json'],
    [{ serve: { log: 'xml' } }, {}, 'Allowed choices are text, json.'],
    [{}, { PAYTWIN_PORT: 'any' }, 'Invalid value "any" of PAYTWIN_PORT.'],
    [{}, { PAYTWIN_START: 'yesterday' }, 'Invalid value "yesterday" of PAYTWIN_START.'],
    [{}, { PAYTWIN_NO_CONTROL: 'maybe' }, 'Invalid value "maybe" of PAYTWIN_NO_CONTROL.'],
  ])('that is invalid is refused with where it is: %j %j', (written, variables, said) => {
    write(written)
    const { status, stderr } = run(['serve'], variables)
    expect(status).toBe(2)
    expect(stderr).toMatch(/^paytwin: .*\n {2}.*\n {2}.*\n$/)
    expect(stderr).toContain(said)
  })

  it('is in the schema of the file, which accepts what the program accepts', () => {
    const schema = JSON.parse(readFileSync(new URL('config.schema.json', import.meta.url), 'utf8'))
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema)
    const shown = blocksOf(readFileSync(new URL('../docs/reference/cli.md', import.meta.url), 'utf8'))
    const example = JSON.parse(shown.find(({ body }) => body.includes('config.schema.json'))?.body ?? '')
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ serve: { log: 'json', seed: 7, cors: ['https://a.example'] } })).toBe(true)
    expect(validate({ serve: { prot: 1 } })).toBe(false)
    expect(validate({ exec: { host: 'any' } })).toBe(false)
  })
})

it('variables of flags are those of `exec` for none of its programs', async () => {
  const commands = await loadedCommands()
  const withoutVariable = commands.flatMap((command) =>
    command.options.filter((option) => variableOf(option) === undefined).map(({ long }) => long),
  )
  expect([...new Set(withoutVariable)].sort()).toEqual(['--base-url', '--control-url', '--out', '--url'])
})

describe('completion in bash', () => {
  /** The completions of each line of words, whose last one is being written. */
  function completed(...lines: string[][]): string[][] {
    const script = `eval "$(node "$0" completion bash)"
      while IFS= read -r line; do
        IFS='|' read -ra COMP_WORDS <<< "$line|"
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
        _paytwin
        echo "\${COMPREPLY[*]}"
      done`
    const input = lines.map((words) => `${words.join('|')}\n`).join('')
    const printed = execFileSync('bash', ['-c', script, cli], { encoding: 'utf8', input })
    return printed
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' ').filter(Boolean))
  }

  it('completes commands, flags and values', () => {
    expect(
      completed(
        ['paytwin', 're'],
        ['paytwin', 'serve', '--wo'],
        ['paytwin', 'exec', '--log', 'j'],
        ['paytwin', 'serve', ''],
      ),
    ).toEqual([['resend', 'reset', 'replay', 'record'], ['--world'], ['json'], []])
  })

  it('knows every flag of every command, as do the scripts for zsh and fish', async () => {
    const flags = (await loadedCommands()).flatMap((command) =>
      command.options.map(({ long }) => [command.name(), String(long)] as const),
    )
    expect(
      completed(...flags.map((words) => ['paytwin', ...words])).map((found, index) =>
        found.includes(flags[index]?.[1] ?? ''),
      ),
    ).not.toContain(false)
    const [zsh, fish] = ['zsh', 'fish'].map((shell) => run(['completion', shell]).stdout)
    for (const [name, long] of flags) {
      expect(zsh).toContain(`'${long}[`)
      expect(fish).toContain(`from ${name}' -l ${long.slice(2)} `)
    }
  })

  it('is refused for another shell', () => {
    expect(run(['completion', 'tcsh'])).toMatchObject({
      ...{ status: 2, stderr: expect.stringContaining("Unknown shell 'tcsh'.") },
    })
  })
})
