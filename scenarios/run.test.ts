// The commands `replay` and `lint`: output, reports, exit codes, selected files and refused arguments.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import { fileIn, testDirectory } from '../core/test-support/test-directory.ts'
import { addLint, addRecord, addReplay } from './command.ts'
import { scenarioFiles } from './files.ts'
import type { Verdict } from './public-types.ts'
import { exitCodeOf } from './report.ts'
import { lintAll, type ReplayFlags, replayAll } from './run.ts'
import { changedScenario } from './test-support/changed-scenario.ts'

const directory = testDirectory('run')
const scenario = 'scenarios/catalog/payout-errors.json'
const failing = fileIn(
  directory,
  changedScenario('payout-errors', ['Invalid Encrypted Data', 'Invalid <Data>']),
)
const invalid = fileIn(directory, changedScenario('payout-errors', ['service.addPayees', 'service.addPayee']))

async function run(paths: string[], flags: Partial<ReplayFlags> = {}) {
  const printed: string[] = []
  const code = await replayAll(paths, { print: (text) => printed.push(...text.split('\n')), ...flags })
  return { code, printed, last: printed.at(-1), text: printed.join('\n') }
}

it('prints a line for each scenario, and returns the worst exit code', async () => {
  const passed = await run([scenario])
  expect(passed).toMatchObject({ code: 0, last: '1 scenario: 1 pass (the simulator in process)' })
  expect(passed.printed[0]).toMatch(
    /^pass {2}Every error of payees and transfers has its text \(7 steps, \d+ ms\)$/,
  )
  expect(await run([failing, scenario])).toMatchObject({
    code: 1,
    last: '2 scenarios: 1 pass, 1 fail (the simulator in process)',
  })
  expect((await run([failing, invalid, scenario])).code).toBe(2)
  const bailed = await run([failing, scenario, scenario], { bail: true })
  expect(bailed.last).toBe('1 scenario: 1 fail, 2 not run (the simulator in process)')
})

it('prints requests and responses with --verbose, payloads decrypted, and no secret', async () => {
  const { text } = await run([scenario], { verbose: true })
  expect(text).toContain('  POST /payout/payee\n  authorization: Bearer {merchant.accessToken}\n')
  expect(text).toContain('"fname": "Lin"')
  expect(text).not.toContain('merchant-lamp-shop')
})

it('writes transcripts, a JSON report and a JUnit report', async () => {
  const json = join(directory, 'report.json')
  const junit = join(directory, 'report.xml')
  const transcript = join(directory, 'deeper/')
  expect((await run([scenario, failing], { json, junit, transcript })).code).toBe(1)
  const report = JSON.parse(readFileSync(json, 'utf8'))
  expect(report).toMatchObject({ target: 'the simulator in process', exitCode: 1 })
  expect(report.scenarios[1].steps[0]).toEqual({
    ...{
      workflowId: 'payout-errors',
      stepId: 'transfer-malformed',
      operationId: 'createTransfers',
      status: 200,
    },
    failures: [
      {
        ...{ file: failing, line: expect.any(Number), column: expect.any(Number), kind: 'criterion' },
        expected: "$response.body#/result/errorMsg == 'Invalid <Data>'",
        actual: '$response.body#/result/errorMsg is "Invalid Encrypted Data"',
      },
    ],
  })
  expect(readFileSync(junit, 'utf8')).toMatch(
    /tests="2" failures="1" errors="0" skipped="0"[\s\S]*Invalid &lt;Data&gt;/,
  )
  expect(readFileSync(join(transcript, 'payout-errors.txt'), 'utf8')).toMatch(
    /^Every error.*\n=+\n-+\npayout-errors \/ /,
  )
})

it('sets up the simulator, and sets inputs', async () => {
  const assumptions = fileIn(directory, { 'payouts.row-numbers': 'from-zero' })
  const rows = fileIn(directory, changedScenario('payout-errors', ['Row - [12]', 'Row - 1']))
  expect((await run([rows], { assumptions })).code).toBe(0)
  expect((await run([rows], { seed: '2' })).code).toBe(1)
  expect((await run([scenario], { input: { payoutToken: 'merchant-lamp-shop-2' } })).code).toBe(1)
})

it.each<[paths: string[], flags: Partial<ReplayFlags>, message: string]>([
  [['scenarios/nothing'], {}, 'There is no scenario at scenarios/nothing.'],
  [['scenarios/transcripts'], {}, 'There are no scenarios in scenarios/transcripts.'],
  [['@webhook'], {}, 'such as @webhook-by-get, @webhook-by-post,'],
  [[scenario], { url: 'nowhere' }, 'nowhere'],
  [[scenario], { level: 'read' }, '--level needs --target.'],
  [[scenario], { target: 'target.json', randomAssumptions: '1' }, 'A target cannot be combined with'],
  [[scenario], { assumptions: 'a.json', randomAssumptions: '1' }, '--assumptions cannot be combined with'],
  [[scenario], { target: 'no-such.json' }, 'no-such.json'],
  [[scenario], { input: { merchantt: '1' } }, 'The inputs are: merchant, payoutToken.'],
  [[scenario], { json: directory }, 'Cannot write'],
])('refuses %j with %j', async (paths, flags, message) => {
  await expect(run(paths, flags)).rejects.toThrow(message)
})

it('finds the scenarios of directories and names, and neither other files nor imported documents', () => {
  const folder = join(directory, 'found')
  mkdirSync(join(folder, 'deep'), { recursive: true })
  const calling = changedScenario('weekly-subscription-ends', [
    '../shared/subscribe.json',
    'deep/subscribe.json',
  ])
  writeFileSync(join(folder, 'a.json'), calling)
  writeFileSync(join(folder, 'deep/subscribe.json'), readFileSync('scenarios/shared/subscribe.json'))
  writeFileSync(join(folder, 'deep/other.json'), '{}')
  writeFileSync(join(folder, 'deep/b.yaml'), 'arazzo: [')
  const names = (path: string) => scenarioFiles([path]).map((file) => file.replace(`${folder}/`, ''))
  expect(names(folder)).toEqual(['a.json', 'deep/b.yaml'])
  expect(names('@lookups')).toEqual(['scenarios/catalog/lookups.json'])
  expect(scenarioFiles([]).length).toBeGreaterThan(20)
})

it('lints', () => {
  const printed: string[] = []
  expect(lintAll([scenario], (line) => printed.push(line))).toBe(0)
  expect(lintAll([scenario, invalid], (line) => printed.push(line))).toBe(2)
  expect(printed).toEqual([
    '1 scenario, no errors',
    expect.stringContaining('There is no operation "service.addPayee"'),
    '1 error in 2 scenarios',
  ])
})

it('has an exit code for each verdict, and a help without internal values', () => {
  const helpOf = (add: (program: Command) => void) => {
    const program = new Command()
    add(program)
    return program.commands[0]?.helpInformation() ?? ''
  }
  for (const add of [addReplay, addLint, addRecord]) expect(helpOf(add)).not.toMatch(/default: [[{]/)
  const verdicts: Verdict[] = ['pass', 'fail', 'not applicable', 'invalid', 'unreachable', 'error']
  expect(verdicts.map((verdict) => exitCodeOf([{ verdict }]))).toEqual([0, 1, 4, 2, 2, 3])
})
