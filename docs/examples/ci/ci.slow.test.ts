// The examples for continuous integration: the script of the action runs, and commands and steps name what exists.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runProgram } from '../../../simulator/test-support/built-program.ts'

const folder = 'docs/examples/ci'
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
const directory = mkdtempSync(join(tmpdir(), 'paytwin-ci-'))
afterAll(() => rmSync(directory, { recursive: true }))

describe('the action', () => {
  const { runs } = parse(text('action.yml'))
  const [{ run: script }] = runs.steps
  writeFileSync(join(directory, 'npx'), `#!/bin/sh\nshift\nexec node '${resolve('dist/cli.js')}' "$@"\n`, {
    mode: 0o755,
  })
  const act = (COMMAND: string, ARGUMENTS: string, SHARD: string) =>
    spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: directory,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...{ COMMAND, ARGUMENTS, SHARD, REPORTS: join(directory, 'reports') },
        ...{ PATH: `${directory}:${process.env.PATH}`, GITHUB_ACTIONS: 'true' },
      },
    })

  it('replays scenarios and writes reports', () => {
    const { status, stdout } = act('replay', "@lookups @payout-errors --grep 'optional lookups'", '1/1')
    expect(stdout).toContain('1 scenario: 1 pass')
    expect(status).toBe(0)
    expect(readdirSync(join(directory, 'reports')).sort()).toEqual(['junit.xml', 'report.json'])
  })

  it('checks a deployment in shards', () => {
    const { status, stdout } = act('verify', '--only stores currencies --smoke', '2/2')
    expect(stdout).toMatch(/^stores +4\/4/m)
    expect(status).toBe(0)
    expect(JSON.parse(readFileSync(join(directory, 'reports/report.json'), 'utf8')).shard).toBe('2/2')
  })

  it('refuses other commands', () => {
    const { status, stdout } = act('serve', '', '1/1')
    expect([status, stdout]).toEqual([2, '::error title=paytwin::The command is verify or replay.\n'])
  })
})

it.each(['github.yml', 'gitlab.yml', 'action.yml'])('%s is YAML, and its flags exist', async (name) => {
  expect(typeof parse(text(name))).toBe('object')
  const commands = [...text(name).matchAll(/npx paytwin (verify|replay|exec)\b(.*)/g)]
  for (const [, command = '', words = ''] of commands) {
    const { stdout } = await runProgram(command, '--help')
    for (const [flag] of words.split(' -- ')[0]?.matchAll(/--[\w-]+/g) ?? []) expect(stdout).toContain(flag)
  }
})

it('gitlab.yml takes reports that verify writes', () => {
  const { deployment } = parse(text('gitlab.yml'))
  const { status } = spawnSync(process.execPath, [
    resolve('dist/cli.js'),
    ...['verify', '--only', 'stores', '--smoke', '--report', join(directory, 'paytwin-reports')],
  ])
  expect(status).toBe(0)
  for (const path of Object.values<string>(deployment.artifacts.reports))
    expect(readFileSync(join(directory, path), 'utf8')).toMatch(/^(<\?xml|\[\])/)
})

it('the container of compose.yaml has a command and a health check', async () => {
  const { services } = parse(text('compose.yaml'))
  const { stdout } = await runProgram('serve', '--help')
  const flags = services.paytwin.command.filter((word: string) => word.startsWith('--'))
  expect(flags.filter((flag: string) => !stdout.includes(flag))).toEqual([])
})

describe('the Dockerfile', () => {
  const { scripts, bin } = JSON.parse(readFileSync('package.json', 'utf8'))
  it('runs scripts of the package, and starts its program', () => {
    const used = [...text('Dockerfile').matchAll(/npm run (\w+)/g)].map(([, name = '']) => name)
    expect(used.map((name) => typeof scripts[name])).toEqual(['string'])
    expect(text('Dockerfile')).toContain(`node_modules/paytwin/${bin.paytwin.replace('./', '')}`)
  })

  it('has a health check that fails if nothing is served', () => {
    const [, words = '[]'] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(text('Dockerfile')) ?? []
    const [program = '', ...args]: string[] = JSON.parse(words)
    const closed = args.map((arg) => arg.replace('4020', '9'))
    expect(spawnSync(program, closed).status).toBe(1)
  })
})
