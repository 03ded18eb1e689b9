// Each form of a report is well formed and complete, whatever a server sends, and the same seed produces the same bytes.

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { changeSuccess, set } from '../altered/mutants/operators/response.ts'
import { verify } from '../commands/verify.ts'
import { inProcess } from '../observe/in-process.ts'
import { codeQualityReport } from '../report/code-quality.ts'
import { htmlReport } from '../report/html.ts'
import { junitReport } from '../report/junit.ts'
import { progressOf } from '../report/progress.ts'
import { terminalReport } from '../report/terminal.ts'
import type { Report } from './report.ts'

const nasty = `]]>" onload="x" </pre><script>alert('1')</script> & \u0001 \u001b[2J \u009b31m \u202e \uD800 ünï`
const only = ['stores', 'shoppers', 'currencies']

async function failing(): Promise<Report> {
  const store = changeSuccess('getStore', ({ json }) => ({ json: { ...Object(json), ok: nasty } }))
  const shopper = changeSuccess('getShopper', () => ({ status: 500, json: nasty }))
  const deployment = inProcess({
    response: (response, ...rest) => shopper(store(response, ...rest), ...rest),
  })
  return { ...(await verify(deployment, { only, runs: 2 })), seconds: 1.5 }
}

const report = await failing()
const [failure] = report.failures
const [result] = report.requirements
if (failure === undefined || result === undefined) throw new Error('The report is empty.')

const voids = new Set(['!doctype', 'meta', 'br', 'hr', 'link', '?xml'])

/** Reads tags and words. Throws if tags are not nested, or if a character should have been escaped. */
function readMarkup(text: string): { tags: string[]; words: string } {
  const open: string[] = []
  const tags: string[] = []
  const token = /<(\/?)([!?]?[\w-]+)((?:\s+[\w-]+(?:="[^"<]*")?)*)\s*([/?]?)>|([^<]+)/gy
  let at = 0
  let words = ''
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    at = token.lastIndex
    const [, closing, name = '', , alone, content] = found
    if (content !== undefined) {
      if (/&(?!(amp|lt|gt|quot);)/.test(content)) throw new Error(`Unescaped & in: ${content.slice(0, 80)}`)
      words += content
    } else if (closing === '/') {
      const last = open.pop()
      if (last !== name) throw new Error(`</${name}> closes <${last}>.`)
    } else {
      tags.push(name)
      if (!voids.has(name) && alone === '') open.push(name)
    }
  }
  if (at !== text.length) throw new Error(`Invalid markup: ${text.slice(at, at + 80)}`)
  if (open.length > 0) throw new Error(`Not closed: ${open.join(', ')}`)
  return { tags, words }
}

const withoutCode = (page: string) => page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')

describe('the HTML report', () => {
  it('is one well-formed, self-contained page, whatever a server sends', () => {
    const page = htmlReport(report)
    const { tags, words } = readMarkup(withoutCode(page))
    expect(tags).not.toContain('script')
    const hashes = [...page.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    const [style, script, ...others] = hashes
    expect(others).toEqual([])
    expect(page).toContain(`content="default-src 'none'; style-src ${style}; script-src ${script}"`)
    expect(page).not.toMatch(/(src|href)="(?!#|scenarios)/)
    expect(words).toContain('&lt;script&gt;alert')
    expect(words).toContain('\\u009b31m \\u202e')
    expect(page).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor)
  })

  it('lists every requirement, observable or not, and every unspecified behavior', () => {
    const { words } = readMarkup(withoutCode(htmlReport(report)))
    for (const { id } of [...report.requirements, ...report.notObservable, ...report.unspecifiedBehaviors])
      expect(words).toContain(id)
  })

  it('is checked by a parser that rejects malformed markup', () => {
    expect(() => readMarkup('<p>one<b>two</p></b>')).toThrow('</p> closes <b>.')
    expect(() => readMarkup('<p>a & b</p>')).toThrow('Unescaped &')
    expect(() => readMarkup('<p>a < b</p>')).toThrow('Invalid markup')
  })
})

describe('the JUnit report', () => {
  it('is well formed and has one case for each requirement that was asked for', () => {
    const text = junitReport(report)
    const { tags } = readMarkup(text)
    const asked = report.requirements.filter(({ verdict }) => verdict !== 'disabled')
    expect(tags.filter((tag) => tag === 'testcase').length).toBe(asked.length)
    expect(asked.length).toBeLessThan(report.requirements.length)
    expect(tags.filter((tag) => tag === 'failure').length).toBe(report.counts.fail)
    // XML has neither control characters nor lone surrogates.
    expect([...text].filter((character) => character < ' ' && character !== '\n')).toEqual([])
    expect(/\p{Surrogate}/u.test(text)).toBe(false)
  })
})

it('JUnit skips what is not applicable, and has an error for what has no verdict', () => {
  const without = (verdict: 'not applicable' | 'inconclusive') => ({ ...result, verdict, reasons: ['why'] })
  const text = junitReport({
    ...report,
    requirements: [without('not applicable'), without('inconclusive')],
  })
  expect(text).toContain('<skipped type="not applicable" message="not applicable: why">')
  expect(text).toContain('<error type="inconclusive" message="why">')
})

describe('the code quality report', () => {
  const entriesOf = (one: Report) => JSON.parse(codeQualityReport(one))

  it('has the fields that GitLab requires, for each violated requirement', () => {
    const entries = entriesOf({
      ...report,
      failures: report.failures.filter(({ requirement }) => requirement !== failure.requirement),
      warnings: [failure],
    })
    expect(entries.length).toBe(report.counts.fail)
    for (const entry of entries)
      expect(entry).toEqual({
        description: expect.stringMatching(/^\S.* Expected .*, actual /s),
        check_name: expect.stringMatching(/^(stores|shoppers|currencies|service|authentication)\./),
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        severity: expect.stringMatching(/^(major|minor)$/),
        location: { path: expect.stringMatching(/^\w/), lines: { begin: 1 } },
      })
    const minor = entries.filter(({ severity }: { severity: string }) => severity === 'minor')
    expect(minor).toEqual([expect.objectContaining({ check_name: failure.requirement })])
  })

  it('has fingerprints that differ by requirement and target, and not by run', () => {
    const prints = (one: Report): string[] =>
      entriesOf(one).map(({ fingerprint }: { fingerprint: string }) => fingerprint)
    expect(new Set(prints(report)).size).toBe(report.counts.fail)
    const again = report.failures.map((failure) => ({ ...failure, actual: 'other' }))
    expect(prints({ ...report, failures: again })).toEqual(prints(report))
    expect(prints({ ...report, target: 'other' })).not.toEqual(prints(report))
  })

  it('is an empty list if nothing is violated', () => {
    expect(entriesOf({ ...report, failures: [], warnings: [] })).toEqual([])
  })
})

describe('the terminal report', () => {
  it('has a line for each selected resource, the failures, and the outcome', () => {
    const text = terminalReport({
      ...report,
      created: [{ operationId: 'createInvoice', ours: 'pt-1-order-1', theirs: 'u-1' }],
    })
    expect(text).toMatch(/^stores +\d+\/\d+ {2}[✓✗?]+$/m)
    expect(text).not.toMatch(/^webhooks/m)
    expect(text).toMatch(/^✗ Requirement {5}stores\.response-shape$/m)
    expect(text).toContain('  createInvoice: pt-1-order-1 (u-1)')
    expect(text.split('\n').at(-1)).toMatch(/violates \d+ requirements? of the contract \(exit 1\)$/)
  })
})

it('contains no control characters of the server and no escape codes by default', () => {
  const text = terminalReport({ ...report, failures: [{ ...failure, actual: 'a\u001B[2Jb' }] })
  expect(text).toContain('a\\u001b[2Jb')
  expect([...text].filter((character) => character < ' ' && character !== '\n')).toEqual([])
})

it('counts what is not applicable by what would make it checkable, and names few requirements', () => {
  const missing = (id: string, ...reasons: string[]) => ({
    ...{ ...result, id, verdict: 'not applicable' as const, reasons },
  })
  const few = missing('stores.few', 'needs a clock', 'needs a fixture')
  const many = Array.from({ length: 21 }, (_, at) => missing(`stores.${at}`, 'needs a clock'))
  const text = terminalReport({ ...report, requirements: [few, ...many] })
  const reasons = ['needs a clock: 21', 'needs a clock or needs a fixture: stores.few']
  expect(text).toContain(['– 22 not applicable:', ...reasons].join('\n    '))
})

it('shows only the steps at issue, payloads in place of their encrypted form, and no long text', () => {
  const call = { operationId: 'getStore', method: 'POST', url: '/pay', headers: {}, status: 200 }
  const pay = (order: string) => ({
    ...{
      ...call,
      body: 'U2FsdGVk',
      payload: { order: `${report.tag}-order-${order}` },
      response: 'x'.repeat(900),
    },
  })
  const transcript = [pay('1'), pay('2'), { did: 'Time passes.' }, { did: 'Time passes.' }, pay('1')]
  const text = terminalReport({
    ...report,
    failures: [{ ...failure, transcript, curl: `curl ${'x'.repeat(1000)}` }],
  })
  expect(text).toMatch(/^ {2}Steps +… 2 of 5 steps are left out; --report writes all$/m)
  expect(text.match(/^ +payload: .*$/gm)?.map((line) => line.trim())).toEqual(
    Array(2).fill(`payload:  {"order":"${report.tag}-order-1"} (encrypted in the body)`),
  )
  expect(text).not.toContain('U2FsdGVk')
  expect(text).toContain(`${'x'.repeat(300)}… (900 characters)`)
  expect(text).toContain('--report writes the deciding request as a curl command of 1005 characters')
})

it('points at the step that shows the failure, with the lines of its carts that the failure names', () => {
  const cartOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `sku-${at}`, price: '1.00' }))
  const call = {
    operationId: 'getInvoice',
    method: 'GET',
    url: '/invoices',
    headers: {},
    body: '',
    status: 200,
  }
  const transcript = [4, 61, 3].map((count) => ({ ...call, response: JSON.stringify(cartOf(count)) }))
  const shown = { ...failure, actual: 'no line sku-17', transcript, deciding: 1 }
  const [, steps = ''] = terminalReport({ ...report, failures: [shown] }).split('Steps')
  expect(steps).toContain(
    '→ GET /invoices\n                    response: 200 [{"id":"sku-17","price":"1.00"},"… 60 more"]',
  )
  expect(steps.match(/→/g)).toHaveLength(1)
  expect(htmlReport({ ...report, failures: [shown] })).toMatch(
    /<li class="deciding"><pre>GET .invoices\n.*sku-17&quot;/,
  )
  expect(steps).toContain(JSON.stringify(cartOf(3)))
})

it('shows several failures of a requirement as one block with their places', () => {
  const at = (place: string) => ({ ...failure, place, actual: `no ${place}` })
  const text = terminalReport({ ...report, failures: [at('one'), at('two'), at('three')] })
  expect(text.match(/^✗ Requirement/gm)).toHaveLength(1)
  expect(text).toMatch(
    /^ {2}Also +two: expected .*, actual no two\n {18}three: expected .*, actual no three$/m,
  )
})

it('begins with the level if it is lower than it could be', () => {
  const text = terminalReport({ ...report, level: 'read', levelReason: 'x is not on this machine' })
  expect(text.split('\n')[0]).toBe(
    'level read by default: x is not on this machine. Raise it with --level money.',
  )
  expect(terminalReport(report)).toMatch(/^seed /)
})

it('paints the marks, the id, expected, actual and the outcome', () => {
  const text = terminalReport(report, { paint: (style, words) => `<${style}>${words}</>` })
  expect(text).toContain(`<red>✗</> <dim>Requirement     </><bold>${failure.requirement}</>`)
  expect(text).toContain('<dim>Expected        </><green>')
  expect(text).toContain('<dim>Actual          </><red>')
  expect(text).toMatch(/^<red>the built-in simulator violates .* \(exit 1\)<\/>$/m)
})

describe('the list of created records', () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    operationId: 'createInvoice',
    ours: `pt-1-order-${index}`,
    theirs: '5b2fd1d6-91c1-4f33-8fd0-1f6f5d1e2c01',
  }))

  it('shows the first ids of each operation and the count', () => {
    const text = terminalReport({ ...report, created: many })
    expect(text).toContain('Created 300 records that were not removed. Their ids begin with ')
    expect(text).toMatch(/^ {2}createInvoice: pt-1-order-0 \(5b2f.*, … and 298 more$/m)
    expect(text).toContain('  --report writes all of them.')
    expect(terminalReport({ ...report, created: many }, { directory: 'out' })).toContain(
      '  out/report.json lists all of them.',
    )
  })

  it('shows an id that is longer than the line', () => {
    const [first] = many
    const long = { ...first, operationId: 'addPayees', ours: 'x'.repeat(400) }
    const text = terminalReport({ ...report, created: [long] })
    expect(text).toContain(`addPayees: ${long.ours}`)
    expect(text).not.toContain('more')
  })
})

describe('the same seed', () => {
  it('produces the same bytes, including encrypted payloads and failures', async () => {
    const run = async (seed: number) => {
      const deployment = inProcess(set({})({ operations: ['createExchangePayment'], path: 'result' }))
      const only = [
        'exchange-payments.creates-transaction',
        'transactions.names-its-order',
        'qr-transactions',
      ]
      return JSON.stringify(await verify(deployment, { seed, runs: 2, only }), (name, value) =>
        name === 'seconds' ? 0 : value,
      )
    }
    const [first, second, other] = [await run(3), await run(3), await run(4)]
    expect(second).toBe(first)
    expect(other).not.toBe(first)
    expect(JSON.parse(first).failures.length).toBeGreaterThan(0)
  })
})

describe('progress', () => {
  it('is printed every two seconds at a terminal and every 15 seconds elsewhere', () => {
    const linesOf = (isTTY: boolean) => {
      let now = 0
      const lines: string[] = []
      const progress = progressOf({ isTTY, write: (text) => lines.push(text) }, () => now)
      for (let done = 0; done < 40; done += 1) {
        now += 500
        progress(done, 40, { checks: ['stores.tab-labels'], title: 'a store' })
      }
      return lines
    }
    expect(linesOf(true).length).toBe(10)
    expect(linesOf(false)).toEqual(['  29 of 40 properties; now stores: a store\n'])
  })
})
