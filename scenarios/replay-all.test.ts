// The command `replay`: output, reports, exit codes and refused arguments.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ReplayFlags, replayAll, replayOnChanges } from './replay-all.ts'
import { changedScenario, temporaryDirectory } from './test-support/changed-scenario.ts'

const scenario = 'scenarios/catalog/payout-errors.json'
const directory = temporaryDirectory()

async function run(
  paths: string[],
  flags: Partial<ReplayFlags> = {},
): Promise<{ code: number; printed: string[] }> {
  const printed: string[] = []
  const print = (text: string) => printed.push(...text.split('\n'))
  const code = await replayAll(paths, { print, ...flags })
  return { code, printed }
}

/** The scenario with one text replaced. */
const changed = (from: string, to: string) =>
  changedScenario(temporaryDirectory(), 'payout-errors', [from, to])

function written(name: string, text: string): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}

describe('replay', () => {
  it('prints a line for each scenario and returns 0 if all pass', async () => {
    const { code, printed } = await run([scenario])
    expect(code).toBe(0)
    expect(printed).toEqual([
      expect.stringMatching(/^pass {2}Every error of payees and transfers has its text \(7 steps, \d+ ms\)$/),
      '',
      '1 scenario: 1 pass (the simulator in process)',
    ])
  })

  it('prints every exchange with --verbose, payloads decrypted and encrypted, and no secret', async () => {
    const { printed } = await run([scenario], { verbose: true })
    const text = printed.join('\n')
    expect(text).toContain('payout-errors / payee-without-email')
    expect(text).toContain('POST /payout/payee')
    expect(text).toContain('authorization: Bearer {merchant.accessToken}')
    expect(text).toContain('"fname": "Lin"')
    expect(text).toMatch(/encrypted as: U2FsdGVkX1\S+… \(\d+ characters\)/)
    expect(text).not.toContain('merchant-lamp-shop')
  })

  it('returns 1 for a failure and 2 for an invalid scenario, which is worse', async () => {
    const failing = changed('Invalid Encrypted Data', 'Invalid Data')
    const invalid = changed('service.addPayees', 'service.addPayee')
    expect((await run([failing])).code).toBe(1)
    expect((await run([invalid])).code).toBe(2)
    expect((await run([failing, invalid, scenario])).code).toBe(2)
    expect((await run([failing, scenario])).printed.at(-1)).toBe(
      '2 scenarios: 1 pass, 1 fail (the simulator in process)',
    )
  })

  it('writes a transcript, and fails if a later one differs', async () => {
    const transcript = join(directory, 'deeper/errors.txt')
    expect((await run([scenario], { transcript })).code).toBe(0)
    expect((await run([scenario], { verify: transcript })).code).toBe(0)
    const golden = readFileSync(transcript, 'utf8')
    writeFileSync(transcript, golden.replace('Invalid Formate of', 'Invalid Format of'))
    const { code, printed } = await run([scenario], { verify: transcript })
    expect(code).toBe(1)
    const text = printed.join('\n')
    expect(text).toMatch(/errors\.txt: The transcripts first differ at line \d+, column \d+\./)
    expect(text).toMatch(/- +"errorMsg": "Invalid Format of Decrypted Data"/)
    expect(text).toMatch(/\+ +"errorMsg": "Invalid Formate of Decrypted Data"/)
  })

  it('writes JSON and JUnit reports', async () => {
    const failing = changed('Invalid Encrypted Data', 'Invalid <Data>')
    const json = join(directory, 'report.json')
    const junit = join(directory, 'report.xml')
    expect((await run([scenario, failing], { json, junit })).code).toBe(1)
    const report = JSON.parse(readFileSync(json, 'utf8'))
    expect(report).toMatchObject({ target: 'the simulator in process', exitCode: 1 })
    expect(report.scenarios.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['pass', 'fail'])
    const step = {
      workflowId: 'payout-errors',
      stepId: 'transfer-malformed',
      operationId: 'createTransfers',
      status: 200,
      retried: false,
    }
    expect(report.scenarios[0].steps[0]).toEqual({ ...step, failures: [] })
    expect(report.scenarios[1].steps[0]).toEqual({
      ...step,
      failures: [
        {
          file: failing,
          line: expect.any(Number),
          column: expect.any(Number),
          kind: 'criterion',
          expected: "$response.body#/result/errorMsg == 'Invalid <Data>'",
          actual: '$response.body#/result/errorMsg is "Invalid Encrypted Data"',
        },
      ],
    })
    const xml = readFileSync(junit, 'utf8')
    expect(xml).toContain('tests="2" failures="1" errors="0" skipped="0"')
    expect(xml).toMatch(/<failure message="fail">[\s\S]*Invalid &lt;Data&gt;/)
  })

  it('sets up the simulator with a seed and assumptions', async () => {
    expect((await run([scenario], { randomAssumptions: '2', seed: 'other' })).code).toBe(0)
    const assumptions = written('assumptions.json', '{ "payouts.row-numbers": "from-zero" }')
    const rows = changed('Row - [12]', 'Row - 1')
    expect((await run([rows], { assumptions })).code).toBe(0)
    expect((await run([rows])).code).toBe(1)
  })

  it('sets inputs', async () => {
    expect((await run([scenario], { input: { payoutToken: 'merchant-lamp-shop' } })).code).toBe(0)
    expect((await run([scenario], { input: { payoutToken: 'merchant-lamp-shop-2' } })).code).toBe(1)
  })
})

describe('replay refuses', () => {
  it.each<[paths: string[], flags: Partial<ReplayFlags>, fact: string]>([
    [['scenarios/nothing'], {}, 'There is no scenario at scenarios/nothing.'],
    [['scenarios/test-support'], {}, 'There are no scenarios in scenarios/test-support.'],
    [[scenario], { url: 'nowhere' }, 'Invalid URL "nowhere".'],
    [
      [scenario],
      { target: 'target.json', randomAssumptions: '1' },
      '--target cannot be combined with --url, --seed, --world, --assumptions or --random-assumptions.',
    ],
    [
      [scenario],
      { assumptions: 'a.json', randomAssumptions: '1' },
      '--assumptions cannot be combined with --random-assumptions.',
    ],
    [
      [scenario, scenario],
      { verify: 'scenarios/command.ts' },
      '--verify scenarios/command.ts is one file, and there are 2 scenarios.',
    ],
    [[scenario], { verify: 'no-such.txt' }, 'There is no transcript at no-such.txt.'],
    [
      [scenario],
      { verify: 'scenarios/lint/' },
      'There is no transcript at scenarios/lint/payout-errors.txt.',
    ],
    [[scenario], { input: { zzz: '1' } }, 'The scenario has no input "zzz".'],
    [[scenario, scenario], { input: { zzz: '1' } }, 'No scenario has an input "zzz".'],
  ])('%j with %j', async (paths, flags, fact) => {
    await expect(run(paths, flags)).rejects.toMatchObject({ fact })
  })

  it('a target file or an assumptions file that does not exist', async () => {
    await expect(run([scenario], { target: 'no-such.json' })).rejects.toThrow('no-such.json')
    await expect(run([scenario], { assumptions: 'no-such.json' })).rejects.toThrow('no-such.json')
  })

  it('an unknown input, and lists those that exist', async () => {
    await expect(run([scenario], { input: { merchantt: '1' } })).rejects.toMatchObject({
      detail: 'The inputs are: merchant, payoutToken.',
    })
  })

  it.each<[Partial<ReplayFlags>, string]>([
    [{ grep: 'no such title' }, 'No scenario matches "no such title".'],
    [{ grep: '(' }, 'Invalid value "(" for --grep.'],
    [{ shard: '3/2' }, 'Invalid shard "3/2".'],
  ])('a selection without scenarios: %j', async (flags, fact) => {
    await expect(run([scenario], flags)).rejects.toMatchObject({ fact })
  })
})

describe('a selection', () => {
  const three = ['@lookups', '@payout-errors', '@webhook-by-get']
  const titles = ({ printed }: { printed: string[] }) =>
    printed.flatMap((line) => /^pass {2}(.*) \(/.exec(line)?.[1] ?? [])

  it('has the shipped scenarios that --grep finds by title or file, wherever it runs', async () => {
    const before = process.cwd()
    try {
      process.chdir(directory)
      expect(titles(await run([], { grep: 'OPTIONAL lookups|payout-errors' }))).toEqual([
        'The optional lookups of a checkout',
        'Every error of payees and transfers has its text',
      ])
    } finally {
      process.chdir(before)
    }
  })

  it('is divided by --shard', async () => {
    const parts = [await run(three, { shard: '1/2' }), await run(three, { shard: '2/2' })]
    expect(parts.map((part) => titles(part).length)).toEqual([2, 1])
    expect(new Set(parts.flatMap(titles)).size).toBe(3)
  })

  it('ends with the first failure with --bail, and says how many were not run', async () => {
    const failing = changed('Invalid Encrypted Data', 'Invalid Data')
    const { code, printed } = await run([scenario, failing, '@lookups', '@lookups'], { bail: true })
    expect(code).toBe(1)
    expect(printed.at(-1)).toBe('2 scenarios: 1 pass, 1 fail, 2 not run (the simulator in process)')
  })
})

it('replays again when a file changes, until the signal, and returns the last exit code', async () => {
  const watched = temporaryDirectory()
  const file = changedScenario(watched, 'lookups')
  const stop = new AbortController()
  const printed: string[] = []
  const summaries = () => printed.filter((line) => /^\d scenario/.test(line))
  const ended = replayOnChanges([watched], { print: (line) => printed.push(line) }, stop.signal)
  const waiting = () => printed.filter((line) => line.startsWith('Waiting for a change.')).length
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  writeFileSync(file, '{ "arazzo": }')
  await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
  stop.abort()
  expect(await ended).toBe(2)
  expect(summaries().map((line) => line.split(' (')[0])).toEqual([
    '1 scenario: 1 pass',
    '1 scenario: 1 invalid',
  ])
})
