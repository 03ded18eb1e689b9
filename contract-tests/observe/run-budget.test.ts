// A run keeps within its level, amounts, number and rate of requests, and only reads from a real host by default.

import { describe, expect, it } from 'vitest'
import { idBeginnings } from '../../client/sample-ids.ts'
import type { Target } from '../../client/target.ts'
import { type Harm, includesLevel, type Operation } from '../../spec/operation.ts'
import { operationIds, operations } from '../../spec/operations.ts'
import { allProperties } from '../commands/all-claims.ts'
import { verify } from '../commands/verify.ts'
import type { Deployment } from './deployment.ts'
import { operationAt } from './in-process.ts'
import { RunBudget } from './run-budget.ts'
import { sharedWorld } from './shared-world.ts'

const limits: Target['limits'] = {
  requests: 10,
  pauseSeconds: 0,
  timeoutSeconds: 5,
  waitSeconds: 60,
  amount: '100.00',
  coinAmount: '0.0005',
}
const real = { isolates: false }
const timeout = { status: 0, headers: {}, text: '', mayHaveArrived: true, timedOut: true, wasCut: false }

/** The built-in simulator as if it were a remote host, with the operations and bodies that it received. */
async function remoteHost(more: Partial<Target> = {}) {
  const simulator = await sharedWorld()
  const baseUrl = 'https://pay-1.example/api'
  const received: [string, string][] = []
  const deployment: Deployment = {
    ...simulator,
    target: { ...simulator.target, baseUrl, limits: { ...limits, requests: 100_000 }, ...more },
    send: (url, init) => {
      const path = url.slice(baseUrl.length)
      received.push([operationAt(init.method ?? '', path) ?? path, String(init.body ?? '')])
      return simulator.send(`${simulator.target.baseUrl}${path}`, init)
    },
    remote: true,
  }
  return { deployment, received }
}

describe('the level of a run', () => {
  it('admits only the operations that it includes', async () => {
    const admitted = async (level: Harm) => {
      const budget = new RunBudget({ ...limits, requests: 100 }, level, real)
      const tried = operationIds.map((id) =>
        budget
          .admit(id, [])
          .then(() => true)
          .catch(() => false),
      )
      return (await Promise.all(tried)).filter(Boolean).length
    }
    for (const level of ['read', 'write', 'money'] as const)
      expect(await admitted(level)).toBe(
        operationIds.filter((id) => includesLevel(level, operations[id].harm)).length,
      )
    expect(await admitted('read')).toBeLessThan(await admitted('money'))
    await expect(new RunBudget(limits, 'write', real).admit('createTransfers', [])).rejects.toThrow(
      'createTransfers needs the level money (the run is at write)',
    )
  })

  it('is read by default for a remote host, where nothing is created', async () => {
    const { deployment, received } = await remoteHost()
    const report = await verify(deployment, { runs: 1, only: ['stores', 'balances', 'invoices'] })
    const rows: Readonly<Record<string, Operation>> = operations
    const called = [...new Set(received.map(([operation]) => operation))]
    expect(called).toContain('getStore')
    expect(called.filter((id) => rows[id]?.harm !== 'read')).toEqual([])
    expect(report).toMatchObject({ level: 'read', created: [], failures: [], exitCode: 4 })
    expect(report.requirements.find(({ id }) => id === 'invoices.created')).toMatchObject({
      verdict: 'not applicable',
      reasons: ['needs the level write (the run is at read)'],
    })
  })
})

it('can be interrupted in many waits at once without a warning', async () => {
  const warnings: Error[] = []
  const listen = (warning: Error) => warnings.push(warning)
  process.on('warning', listen)
  const interrupted = new AbortController()
  const budget = new RunBudget(limits, 'read', real, { signal: interrupted.signal })
  const waits = Array.from({ length: 20 }, () => budget.pause(60_000))
  interrupted.abort()
  await Promise.all(waits)
  await new Promise(setImmediate)
  process.off('warning', listen)
  expect(warnings).toEqual([])
})

it('does not count a request that the end of the run cuts short', () => {
  const interrupted = new AbortController()
  const budgets = [{}, { maxSeconds: 0 }, { signal: interrupted.signal }].map(
    (time) => new RunBudget(limits, 'read', real, time),
  )
  interrupted.abort()
  for (const budget of budgets) budget.countFailure('getStore', 0)
  expect(budgets.map(({ failureNotes }) => failureNotes.join())).toEqual([
    expect.stringContaining('getStore no response (1)'),
    '',
    '',
  ])
})

describe('amounts', () => {
  const admit = (operation: Parameters<RunBudget['admit']>[0], part: unknown, isolates = false) =>
    new RunBudget(limits, 'disruptive', { isolates }).admit(operation, [part])

  it.each([
    ['createInvoice', { amount: '100.01', currency: 'USD' }],
    ['createExchangePayment', { nativeAmount: '1e3' }],
    ['createBankPayment', { amount: 100.5 }],
    [
      'createTransfers',
      [
        { amount: 1, currency: 'USD' },
        { amount: 101, currency: 'USD' },
      ],
    ],
    ['createTransfers', [{ amount: 0.25, currency: 'BTC' }]],
    ['debitSubscription', { items: [{ amount: 500, currency: 'USD' }] }],
  ] as const)('that exceed a limit are not sent: %s %j', async (operation, part) => {
    await expect(admit(operation, part)).rejects.toThrow("exceeds the target's limit of")
    await admit(operation, part, true)
  })

  it.each([
    ['createInvoice', { amount: '100.00', currency: 'USD' }],
    ['createTransfers', [{ amount: 0.0005, currency: 'BTC' }]],
    ['createInvoice', { amount: 'a hundred thousand' }],
  ] as const)('of exactly the limit are sent: %s %j', async (operation, part) => {
    await admit(operation, part)
  })

  it.each([
    [
      'write',
      '100.00',
      [
        'Not checked: amounts above 100.00 USD, up to 9999.99 USD. They need a higher limits.amount in the target file.',
      ],
    ],
    ['write', '10000.00', []],
    ['read', '100.00', []],
  ] as const)(
    'at the level %s with a limit of %s USD, the report says which are not checked: %j',
    async (level, amount, notes) => {
      const { deployment } = await remoteHost({ limits: { ...limits, requests: 100_000, amount } })
      const report = await verify(deployment, { runs: 1, only: ['stores', 'invoices.created'], level })
      expect(report.notes).toEqual(notes)
    },
  )

  it('must include the amount of most payments', async () => {
    const { deployment } = await remoteHost({ limits: { ...limits, amount: '10.00' } })
    await expect(verify(deployment)).rejects.toThrow('which exceeds limits.amount of 10.00 USD')
  })
})

describe('a whole run', () => {
  it.each([
    ['read', []],
    ['write', ['addPayees', 'createInvoice', 'createQrTransaction']],
    [
      'money',
      ['createBankPayment', 'createExchangePayment', 'createInvoice', 'createTransfers', 'debitSubscription'],
    ],
  ] as const)(
    'at the level %s stays within it, keeps to the amounts, and lists what it created',
    async (level, creators) => {
      const { deployment, received } = await remoteHost()
      const properties = allProperties.filter((property) => property.level === level)
      const { requirements, failures, created, tag } = await verify(deployment, {
        runs: 1,
        level,
        properties,
      })
      expect(
        requirements.flatMap(({ reasons }) => reasons).filter((why) => /needs the level/.test(why)),
      ).toEqual([])
      expect(failures).toEqual([])
      const amounts = received.map(([, body]) => Number(/"amount":"([\d.]+)"/.exec(body)?.[1] ?? 0))
      expect(Math.max(...amounts)).toBeLessThanOrEqual(100)
      if (level !== 'read') expect(Math.max(...amounts)).toBeGreaterThan(20)
      expect([...new Set(created.map(({ operationId }) => operationId))]).toEqual(
        expect.arrayContaining([...creators]),
      )
      const own = created.filter(({ operationId }) => operationId !== 'debitSubscription')
      const prefixes = idBeginnings(tag)
      expect(own.filter(({ ours }) => !prefixes.some((prefix) => ours.startsWith(prefix)))).toEqual([])
    },
  )
})

/** A budget with the times that it waits, in tens of seconds. */
function waiting(level: Harm, more: Partial<Target['limits']>) {
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(Math.ceil(ms / 10_000))
  }
  return { waits, budget: new RunBudget({ ...limits, ...more }, level, real, { wait }) }
}

describe('requests', () => {
  it('stop at the limit, and requirements that were not checked are inconclusive', async () => {
    const { deployment, received } = await remoteHost({ limits: { ...limits, requests: 20 } })
    const report = await verify(deployment, { runs: 1, level: 'money' })
    expect(received.length).toBe(20)
    expect(report).toMatchObject({ requests: 20, exitCode: 4 })
    expect(report.outcome).toBe("is inconclusive: the target's limit of 20 requests is reached")
  })

  it('keep to the rate limit', async () => {
    const { budget, waits } = waiting('read', { perSecond: 0.1 })
    for (let request = 0; request < 4; request += 1) await budget.admit('getStore', [])
    expect(waits).toEqual([1, 2, 3])
  })

  it('pause after a change, and after nothing else', async () => {
    const { budget, waits } = waiting('write', { pauseSeconds: 10 })
    for (const [id, outcome] of [
      ['getStore', 'success'],
      ['createInvoice', 'refusal'],
      ['createInvoice', 'success'],
      ['getStore', 'success'],
    ] as const) {
      await budget.admit(id, [])
      budget.recordResponse(id, outcome)
    }
    expect(waits).toEqual([1])
  })

  it('get a shorter timeout after three timeouts of the operation', () => {
    const budget = new RunBudget(limits, 'read', real)
    const times = [1, 2, 3, 4].map(() => {
      budget.recordFailure('getStore', timeout)
      return budget.timeoutMs('getStore')
    })
    expect(times).toEqual([5000, 5000, 500, 500])
    expect(budget.timeoutMs('listBanks')).toBe(5000)
  })
})
