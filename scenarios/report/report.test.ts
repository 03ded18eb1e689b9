// The shards of a replay: the report that they are merged to, and what GitHub Actions shows.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { mergeReplays, type ReplayFlags, replayAll } from '../replay-all.ts'
import { changedScenario, temporaryDirectory } from '../test-support/changed-scenario.ts'

const directory = temporaryDirectory()
const path = (name: string) => join(directory, name)
const failing = changedScenario(directory, 'payout-errors', ['Invalid Encrypted Data', 'Invalid Data'])
const scenarios = [failing, '@lookups', '@hosted-invoice']
const printed: string[] = []
const flags = (more: Partial<ReplayFlags>): ReplayFlags => ({
  print: (text) => printed.push(...text.split('\n')),
  ...more,
})
const shards = ['1/2', '2/2'].map((shard) => ({ shard, json: path(`${shard.replace('/', '-')}.json`) }))
for (const shard of shards) await replayAll(scenarios, flags(shard))
afterEach(() => vi.unstubAllEnvs())

it('merges shards to the report of the whole run', async () => {
  printed.length = 0
  const merged = { json: path('merged.json'), junit: path('merged.xml') }
  expect(
    await mergeReplays(
      shards.map(({ json }) => json),
      flags(merged),
    ),
  ).toBe(1)
  expect(printed.at(-1)).toBe('3 scenarios: 2 pass, 1 fail (the simulator in process)')
  const report = JSON.parse(readFileSync(merged.json, 'utf8'))
  expect(report).toMatchObject({ exitCode: 1, target: 'the simulator in process' })
  expect(report.shard).toBeUndefined()
  expect(readFileSync(merged.junit, 'utf8').match(/<testcase [^>]* time="\d/g)).toHaveLength(3)
})

it('refuses what are not the shards of one run', async () => {
  const [first] = shards
  await expect(mergeReplays([first?.json ?? ''], flags({}))).rejects.toThrow('1 of them are given')
  await expect(mergeReplays([failing], flags({}))).rejects.toThrow('is not a report of paytwin replay')
  writeFileSync(path('other.json'), JSON.stringify({ target: 'other', shard: '2/2', scenarios: [] }))
  await expect(mergeReplays([first?.json ?? '', path('other.json')], flags({}))).rejects.toThrow(
    'the target other',
  )
})

it('shows GitHub Actions each criterion that failed, and the scenarios that did not pass', async () => {
  printed.length = 0
  vi.stubEnv('GITHUB_ACTIONS', 'true')
  vi.stubEnv('GITHUB_STEP_SUMMARY', path('summary.md'))
  await replayAll([failing, '@lookups'], flags({}))
  expect(printed.filter((line) => line.startsWith('::'))).toEqual([
    expect.stringMatching(
      /^::error file=.*payout-errors\.json,line=\d+,col=\d+,title=Every error.*::Expected .* Actual%?/,
    ),
  ])
  const summary = readFileSync(path('summary.md'), 'utf8')
  expect(summary).toMatch(/^### paytwin replay: 2 scenarios&#58; 1 pass, 1 fail/)
  expect(summary.split('\n').filter((line) => line.startsWith('| Every error'))).toHaveLength(1)
  expect(summary).not.toContain('The optional lookups')
})
