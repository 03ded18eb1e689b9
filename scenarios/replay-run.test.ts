// The verb `replay`: what it prints, what it writes, and how it exits.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunFlags, replayAll } from './replay-run.ts'

const story = 'scenarios/stories/every-payout-error.json'
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
  const code = await replayAll(named, { timeoutMilliseconds: 10_000, input: {}, print, ...flags })
  return { code, printed }
}

/** A story of our own, of which a text is replaced in a shipped one. */
function changed(name: string, from: string, to: string): string {
  const file = join(directory, name)
  const text = readFileSync(story, 'utf8').replaceAll('../parts', join(process.cwd(), 'scenarios/parts'))
  if (!text.includes(from)) throw new Error(`The story does not hold ${from}.`)
  writeFileSync(file, text.replace(from, to))
  return file
}

describe('a run of stories', () => {
  it('prints a line for each, and exits with 0 where all pass', async () => {
    const { code, printed } = await run([story])
    expect(code).toBe(0)
    expect(printed).toEqual([
      expect.stringMatching(/^pass {2}Every error text of payees and transfers \(7 steps, \d+ ms\)$/),
      '',
      '1 story: 1 pass (the simulator in process)',
    ])
  })

  it('shows every exchange where it is asked to, in plain and as it was sealed, and no secret', async () => {
    const { printed } = await run([story], { verbose: true })
    const text = printed.join('\n')
    expect(text).toContain('six-errors / payee-lacks-email')
    expect(text).toContain('POST /payout/payee')
    expect(text).toContain('authorization: Bearer {merchant.accessToken}')
    expect(text).toContain('"fname": "Lin"')
    expect(text).toMatch(/sealed as: U2FsdGVkX1\S+… \(\d+ characters\)/)
    expect(text).not.toContain('merchant-lamp-shop')
  })

  it('exits with 1 for a failure, 2 for what cannot be run, and 1 is less than 2', async () => {
    const failing = changed('failing.json', 'Invalid Encrypted Data', 'Invalid Data')
    const broken = changed('broken.json', 'service.addPayees', 'service.addPayee')
    expect((await run([failing])).code).toBe(1)
    expect((await run([broken])).code).toBe(2)
    expect((await run([failing, broken, story])).code).toBe(2)
    expect((await run([failing, story])).printed.at(-1)).toBe(
      '2 stories: 1 pass, 1 fail (the simulator in process)',
    )
  })

  it('writes a transcript and holds later runs to it', async () => {
    const transcript = join(directory, 'kept/errors.txt')
    expect((await run([story], { transcript })).code).toBe(0)
    expect((await run([story], { verify: transcript })).code).toBe(0)
    const kept = readFileSync(transcript, 'utf8')
    writeFileSync(transcript, kept.replace('Invalid Formate of', 'Invalid Format of'))
    const { code, printed } = await run([story], { verify: transcript })
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
    expect((await run([story, failing], { json, junit })).code).toBe(1)
    const report = JSON.parse(readFileSync(json, 'utf8'))
    expect(report).toMatchObject({ target: 'the simulator in process', exitCode: 1 })
    expect(report.stories.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['pass', 'fail'])
    expect(report.stories[0].steps[0]).toEqual({
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

  it('takes seeds and stand-ins of another simulator', async () => {
    expect((await run([story], { vary: '3', seed: 'other' })).code).toBe(0)
  })
})

describe('what cannot be asked for', () => {
  it.each([
    [['scenarios/nothing'], {}, 'There is no story at scenarios/nothing.'],
    [['scenarios/testing'], {}, 'There are no stories in scenarios/testing.'],
    [[story], { url: 'nowhere' }, '"nowhere" is no address.'],
    [[story], { target: 'target.json', vary: '1' }, '--target goes with none of --url, --seed and --vary.'],
    [[story], { target: 'no-such-target.json' }, 'The target file no-such-target.json cannot be read.'],
    [
      [story, story],
      { verify: 'scenarios/README.md' },
      '--verify scenarios/README.md is one file, and there are 2 stories.',
    ],
    [[story], { verify: 'no-such.txt' }, 'There is no transcript at no-such.txt.'],
    [
      [story],
      { verify: 'scenarios/lint/' },
      'There is no transcript at scenarios/lint/every-payout-error.txt.',
    ],
    [[story], { input: { zzz: '1' } }, 'The story has no input "zzz".'],
    [[story, story], { input: { zzz: '1' } }, 'None of the stories has an input "zzz".'],
  ])('%j with %j', async (named, flags, fact) => {
    await expect(run(named, flags)).rejects.toMatchObject({ fact })
  })
})

it('says which inputs a story has', async () => {
  const detail = 'There are: merchant, payoutToken.'
  await expect(run([story], { input: { merchantt: '1' } })).rejects.toMatchObject({ detail })
})

it('takes an input that the story has', async () => {
  expect((await run([story], { input: { payoutToken: 'merchant-lamp-shop' } })).code).toBe(0)
})

it('says where stories are looked for when none is named', async () => {
  const here = process.cwd()
  try {
    process.chdir(directory)
    await expect(run([])).rejects.toMatchObject({
      fact: 'No story is named.',
      detail: 'Without one, replay takes those in scenarios/stories, and there is no such directory here.',
    })
  } finally {
    process.chdir(here)
  }
})
