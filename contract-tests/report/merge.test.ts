// The shards of a run: what each checks, and the report that they are merged to.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Target } from '../../client/target.ts'
import { testDirectory } from '../../core/test-support/test-directory.ts'
import { changeSuccess } from '../altered/mutants/operators/response.ts'
import { verify } from '../commands/verify.ts'
import type { Report } from '../judge/report.ts'
import { inProcess } from '../observe/in-process.ts'
import { githubReport } from './github.ts'
import { junitReport } from './junit.ts'
import { mergedReport } from './merge.ts'

const directory = testDirectory('shards')

const only = ['stores', 'shoppers', 'currencies', 'payouts']
const broken = () => changeSuccess('getStore', () => ({ json: { ok: true, result: {} } }))
const run = (shard?: string, seed = 1) =>
  verify(inProcess({ response: broken() }), {
    only,
    runs: 2,
    seed,
    ...(shard === undefined ? {} : { shard }),
  })

function written(name: string, report: object): string {
  const file = join(directory, name)
  writeFileSync(file, JSON.stringify(report))
  return file
}

const verdictsOf = ({ requirements }: Report) => requirements.map(({ id, verdict }) => [id, verdict])

const whole = await run()
const files: string[] = []
for (const shard of ['1/3', '2/3', '3/3'])
  files.push(written(`${shard.replace('/', '-')}.json`, await run(shard)))
const merged = mergedReport(files, false)

describe('the merged report of all shards', () => {
  it('has the verdicts, failures and exit code of the whole run', () => {
    expect(verdictsOf(merged)).toEqual(verdictsOf(whole))
    expect(merged.counts).toEqual(whole.counts)
    expect(merged.failures.map(({ requirement }) => requirement)).toEqual(
      whole.failures.map(({ requirement }) => requirement),
    )
    expect(merged).toMatchObject({ exitCode: 1, outcome: whole.outcome })
    expect(merged.shard).toBeUndefined()
  })

  it('has those verdicts for a target without bank accounts, which other resources read, too', async () => {
    const target = ({ merchants: [first], shoppers: { ready }, ...own }: Target): Target => ({
      ...own,
      merchants: first === undefined ? [] : [{ ...first, bankAccountId: null }],
      shoppers: { ready: { accessToken: ready.accessToken } },
    })
    const withoutBanks = (shard: { shard?: string } = {}) =>
      verify(inProcess({ target }), {
        only: ['banks', 'authentication'],
        level: 'read',
        runs: 1,
        ...shard,
      })
    const shards: string[] = []
    for (const shard of ['1/2', '2/2'])
      shards.push(written(`without-banks-${shard.replace('/', '-')}.json`, await withoutBanks({ shard })))
    const all = await withoutBanks()
    expect(verdictsOf(mergedReport(shards, false))).toEqual(verdictsOf(all))
    expect(all.counts).toMatchObject({ fail: 0, inconclusive: 0 })
  })

  it('has the time of each requirement', () => {
    const passed = merged.requirements.filter(({ verdict }) => verdict === 'pass')
    expect(passed.some(({ seconds }) => seconds > 0)).toBe(true)
    expect(junitReport(merged)).toMatch(/<testcase classname="payouts" name="[\w.-]+" time="\d+\.\d{3}"\/>/)
  })

  it('names the requests that failed, though they cost no verdict', async () => {
    const unreliable = async (shard: string) => {
      const simulator = inProcess()
      let sent = 0
      const send: typeof simulator.send = async (...request) => {
        sent += 1
        return sent % 3 === 0 ? new Response(null, { status: 503 }) : simulator.send(...request)
      }
      const report = await verify({ ...simulator, send }, { only: ['stores', 'shoppers'], runs: 2, shard })
      return written(`unreliable-${shard.replace('/', '-')}.json`, report)
    }
    const { counts, notes } = mergedReport([await unreliable('1/2'), await unreliable('2/2')], false)
    expect(counts).toMatchObject({ fail: 0, inconclusive: 0 })
    const text = /^Requests without a response, or with .* 5xx: get(Store|Shopper) HTTP 503 \(\d+\)/
    expect(notes).toEqual([expect.stringMatching(text), expect.stringMatching(text)])
  })

  it.each<[string, () => string[], string]>([
    ['a missing shard', () => files.slice(1), 'There are 3 shards, and 2 of them are given.'],
    [
      'another seed',
      () => [...files.slice(1), written('seed.json', { ...whole, shard: '1/3', seed: 2 })],
      'seed',
    ],
    ['the report of a whole run', () => [written('whole.json', whole)], 'is not the report of a shard'],
    ['another file', () => [written('other.json', {})], 'is not a report of this version'],
    ['no file', () => [join(directory, 'absent.json')], 'Cannot read'],
  ])('is refused with %s', (_, given, message) => {
    expect(() => mergedReport(given(), false)).toThrow(message)
  })
})

describe('a shard', () => {
  it('without requirements is refused', () =>
    expect(run('5/5')).rejects.toThrow('The shard 5/5 has no requirements.'))
})

describe('the report for GitHub', () => {
  it('has an error for each failure, a table of violations, and below it one line for each reason of the rest', () => {
    const { annotations, summary } = githubReport(merged)
    const [failure] = merged.failures
    expect(annotations).toHaveLength(merged.failures.length + merged.warnings.length)
    expect(annotations[0]).toMatchObject({ level: 'error', title: failure?.requirement })
    expect(annotations[0]?.message).toContain(`Expected ${failure?.expected}\nActual `)
    expect(summary).toContain(`(exit ${merged.exitCode})`)
    expect(summary).toMatch(/^\| stores\.[\w.-]+ \| fail \| Expected /m)
    expect(summary).not.toMatch(/\| (pass|inconclusive) \|/)
    const open = merged.requirements.filter(({ verdict }) => verdict === 'inconclusive')
    expect(open.length).toBeGreaterThan(1)
    expect(summary).toContain(`<details><summary>${open.length} without a verdict</summary>\n\n- `)
    for (const { id } of open) expect(summary).toMatch(new RegExp(`^- \\d+ .*<br>.*${id}`, 'm'))
  })
})
