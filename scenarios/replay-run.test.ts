// The verb `replay`: what it prints, what it writes, and how it exits.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunFlags, replayAll } from './replay-run.ts'

const scenario = 'scenarios/catalog/every-payout-error.json'
let directory = ''

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'paytwin-run-'))
})

async function run(
  named: string[],
  flags: Partial<RunFlags> = {},
): Promise<{ code: number; printed: string[] }> {
  const printed: string[] = []
  const print = (text: string) => printed.push(...text.split('\n'))
  const code = await replayAll(named, { timeoutMs: 10_000, input: {}, print, ...flags })
  return { code, printed }
}

/** A scenario of our own, of which a text is replaced in a shipped one. */
function changed(name: string, from: string, to: string): string {
  const file = join(directory, name)
  const text = readFileSync(scenario, 'utf8').replaceAll('../shared', join(process.cwd(), 'scenarios/shared'))
  if (!text.includes(from)) throw new Error(`The scenario does not hold ${from}.`)
  writeFileSync(file, text.replace(from, to))
  return file
}

describe('a run of scenarios', () => {
  it('prints a line for each, and exits with 0 where all pass', async () => {
    const { code, printed } = await run([scenario])
    expect(code).toBe(0)
    expect(printed).toEqual([
      expect.stringMatching(/^pass {2}Every error text of payees and transfers \(7 steps, \d+ ms\)$/),
      '',
      '1 scenario: 1 pass (the simulator in process)',
    ])
  })

  it('shows every exchange where it is asked to, in plain and as it was encrypted, and no secret', async () => {
    const { printed } = await run([scenario], { verbose: true })
    const text = printed.join('\n')
    expect(text).toContain('six-errors / payee-lacks-email')
    expect(text).toContain('POST /payout/payee')
    expect(text).toContain('authorization: Bearer {merchant.accessToken}')
    expect(text).toContain('"fname": "Lin"')
    expect(text).toMatch(/encrypted as: U2FsdGVkX1\S+… \(\d+ characters\)/)
    expect(text).not.toContain('merchant-lamp-shop')
  })

  it('exits with 1 for a failure, 2 for what cannot be run, and 1 is less than 2', async () => {
    const failing = changed('failing.json', 'Invalid Encrypted Data', 'Invalid Data')
    const broken = changed('broken.json', 'service.addPayees', 'service.addPayee')
    expect((await run([failing])).code).toBe(1)
    expect((await run([broken])).code).toBe(2)
    expect((await run([failing, broken, scenario])).code).toBe(2)
    expect((await run([failing, scenario])).printed.at(-1)).toBe(
      '2 scenarios: 1 pass, 1 fail (the simulator in process)',
    )
  })

  it('writes a transcript and holds later runs to it', async () => {
    const transcript = join(directory, 'kept/errors.txt')
    expect((await run([scenario], { transcript })).code).toBe(0)
    expect((await run([scenario], { verify: transcript })).code).toBe(0)
    const kept = readFileSync(transcript, 'utf8')
    writeFileSync(transcript, kept.replace('Invalid Formate of', 'Invalid Format of'))
    const { code, printed } = await run([scenario], { verify: transcript })
    expect(code).toBe(1)
    const text = printed.join('\n')
    expect(text).toMatch(/errors\.txt: The transcripts differ first at line \d+, column \d+\./)
    expect(text).toMatch(/- +"errorMsg": "Invalid Format of Decrypted Data"/)
    expect(text).toMatch(/\+ +"errorMsg": "Invalid Formate of Decrypted Data"/)
  })

  it('writes reports for machines', async () => {
    const failing = changed('failing.json', 'Invalid Encrypted Data', 'Invalid <Data>')
    const json = join(directory, 'report.json')
    const junit = join(directory, 'report.xml')
    expect((await run([scenario, failing], { json, junit })).code).toBe(1)
    const report = JSON.parse(readFileSync(json, 'utf8'))
    expect(report).toMatchObject({ target: 'the simulator in process', exitCode: 1 })
    expect(report.scenarios.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['pass', 'fail'])
    expect(report.scenarios[0].steps[0]).toEqual({
      workflow: 'six-errors',
      step: 'transfer-malformed',
      operation: 'createTransfers',
      status: 200,
      faults: [],
    })
    const xml = readFileSync(junit, 'utf8')
    expect(xml).toContain('tests="2" failures="1" errors="0" skipped="0"')
    expect(xml).toMatch(/<failure message="fail">.*Invalid &lt;Data&gt;/)
  })

  it('takes seeds and assumptions of another simulator', async () => {
    expect((await run([scenario], { vary: '3', seed: 'other' })).code).toBe(0)
  })
})

describe('what cannot be asked for', () => {
  it.each([
    [['scenarios/nothing'], {}, 'There is no scenario at scenarios/nothing.'],
    [['scenarios/test-support'], {}, 'There are no scenarios in scenarios/test-support.'],
    [[scenario], { url: 'nowhere' }, '"nowhere" is no address.'],
    [
      [scenario],
      { target: 'target.json', vary: '1' },
      '--target goes with none of --url, --seed and --vary.',
    ],
    [[scenario], { target: 'no-such-target.json' }, 'Cannot read the target file no-such-target.json.'],
    [
      [scenario, scenario],
      { verify: 'scenarios/README.md' },
      '--verify scenarios/README.md is one file, and there are 2 scenarios.',
    ],
    [[scenario], { verify: 'no-such.txt' }, 'There is no transcript at no-such.txt.'],
    [
      [scenario],
      { verify: 'scenarios/lint/' },
      'There is no transcript at scenarios/lint/every-payout-error.txt.',
    ],
    [[scenario], { input: { zzz: '1' } }, 'The scenario has no input "zzz".'],
    [[scenario, scenario], { input: { zzz: '1' } }, 'None of the scenarios has an input "zzz".'],
  ])('%j with %j', async (named, flags, fact) => {
    await expect(run(named, flags)).rejects.toMatchObject({ fact })
  })
})

it('says which inputs a scenario has', async () => {
  const detail = 'There are: merchant, payoutToken.'
  await expect(run([scenario], { input: { merchantt: '1' } })).rejects.toMatchObject({ detail })
})

it('takes an input that the scenario has', async () => {
  expect((await run([scenario], { input: { payoutToken: 'merchant-lamp-shop' } })).code).toBe(0)
})

it('says where scenarios are looked for when none is named', async () => {
  const here = process.cwd()
  try {
    process.chdir(directory)
    await expect(run([])).rejects.toMatchObject({
      fact: 'No scenario is named.',
      detail: 'Without one, replay takes those in scenarios/catalog, and there is no such directory here.',
    })
  } finally {
    process.chdir(here)
  }
})
