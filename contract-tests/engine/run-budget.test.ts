// What a run may do to a deployment: that no call gets past its level, its amounts, its number or its rate, and that a
// real host is only read from unless its operator says more.

import { describe, expect, it } from 'vitest'
import type { Target } from '../../client/target.ts'
import type { Harm, Operation } from '../../spec/operation.ts'
import { operationIds, operations } from '../../spec/operations.ts'
import { allProperties } from '../properties.ts'
import type { Deployment } from '../targets/deployment.ts'
import { inProcess, operationAt } from '../targets/in-process.ts'
import { Allowance } from './run-budget.ts'
import { verify } from './run-properties.ts'

const limits: Target['limits'] = { requests: 10, timeoutSeconds: 5, amount: '100.00', coinAmount: '0.0005' }
const real = { isolates: false }

/** The built-in simulator, taken for a host that is somewhere else; tells what was asked of it. */
function elsewhere(more: Partial<Target> = {}): { deployment: Deployment; asked: [string, string][] } {
  const simulator = inProcess()
  const baseUrl = 'https://pay-1.example/api'
  const asked: [string, string][] = []
  const deployment: Deployment = {
    target: { ...simulator.target, baseUrl, limits: { ...limits, requests: 100_000 }, ...more },
    send: (url, init) => {
      const path = url.slice(baseUrl.length)
      asked.push([operationAt(init.method ?? '', path) ?? path, String(init.body ?? '')])
      return simulator.send(`${simulator.target.baseUrl}${path}`, init)
    },
    isolates: false,
    remote: true,
    fresh: async () => {},
    close: async () => {},
  }
  return { deployment, asked }
}

describe('the level of a run', () => {
  it('admits what it includes, and nothing else', async () => {
    const admitted = async (level: Harm) => {
      const allowance = new Allowance({ ...limits, requests: 100 }, level, real)
      const tried = operationIds.map((id) =>
        allowance
          .admit(id, [])
          .then(() => true)
          .catch(() => false),
      )
      return (await Promise.all(tried)).filter(Boolean).length
    }
    const counts = [await admitted('read'), await admitted('write'), await admitted('money')]
    expect(counts).toEqual([7, 11, 16])
    await expect(new Allowance(limits, 'write', real).admit('createTransfers', [])).rejects.toThrow(
      'createTransfers needs the level money; the run is at write',
    )
  })

  it('is read for a host that is not this machine: nothing is made there', async () => {
    const { deployment, asked } = elsewhere()
    const report = await verify(deployment, { runs: 1 })
    const rows: Readonly<Record<string, Operation>> = operations
    const called = [...new Set(asked.map(([operation]) => operation))]
    expect(called).toContain('getStore')
    expect(called.filter((id) => rows[id]?.harm !== 'read')).toEqual([])
    expect(report).toMatchObject({ level: 'read', created: [], failures: [], exitCode: 4 })
    expect(report.requirements.find(({ id }) => id === 'invoices.created')).toMatchObject({
      verdict: 'not applicable',
      reasons: ['needs the level write; the run is at read'],
    })
  })

  it.each(['read', 'write', 'money'] as const)(
    '%s is enough for every property that says so',
    async (level) => {
      const properties = allProperties.filter((property) => property.level === level)
      const { requirements } = await verify(inProcess(), { runs: 1, level, properties })
      const beyond = requirements.flatMap(({ reasons }) =>
        reasons.filter((why) => /needs the level/.test(why)),
      )
      expect(beyond).toEqual([])
    },
  )
})

describe('amounts', () => {
  const admit = (operation: Parameters<Allowance['admit']>[0], part: unknown, isolates = false) =>
    new Allowance(limits, 'disruptive', { isolates }).admit(operation, [part])

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
  ] as const)('larger than allowed are not sent: %s %j', async (operation, part) => {
    await expect(admit(operation, part)).rejects.toThrow("and the target's limits allow")
    await admit(operation, part, true)
  })

  it.each([
    ['createInvoice', { amount: '100.00', currency: 'USD' }],
    ['createTransfers', [{ amount: 0.0005, currency: 'BTC' }]],
    ['createInvoice', { amount: 'a hundred thousand' }],
  ] as const)('as large as allowed are sent: %s %j', async (operation, part) => {
    await admit(operation, part)
  })

  it('stay below the limit in a whole run, and what is made is listed and bears the tag of the run', async () => {
    const { deployment, asked } = elsewhere()
    const report = await verify(deployment, { runs: 2, level: 'money' })
    const sent = asked.flatMap(([operation, body]) =>
      operation === 'createInvoice' || operation === 'createQrTransaction'
        ? [Number(/"amount":"([\d.]+)"/.exec(body)?.[1] ?? 0)]
        : [],
    )
    expect(Math.max(...sent)).toBeGreaterThan(20)
    expect(Math.max(...sent)).toBeLessThanOrEqual(100)
    expect(report.failures).toEqual([])
    const makers = new Set(report.created.map(({ operationId }) => operationId))
    expect([...makers].sort()).toEqual(
      [
        'addPayees',
        'createBankPayment',
        'createExchangePayment',
        'createInvoice',
        'createQrTransaction',
        'createTransfers',
        'debitSubscription',
      ].filter((id) => makers.has(id)),
    )
    expect(makers.size).toBeGreaterThanOrEqual(6)
    const untagged = report.created.filter(
      ({ ours, operationId }) => operationId !== 'debitSubscription' && !ours.startsWith(report.tag),
    )
    expect(untagged).toEqual([])
  })

  it('must leave room for the sum of most payments', async () => {
    const { deployment } = elsewhere({ limits: { ...limits, amount: '10.00' } })
    await expect(verify(deployment)).rejects.toThrow('its limits allow 10.00 USD')
  })
})

describe('requests', () => {
  it('are no more than allowed; what was not checked by then is inconclusive', async () => {
    const { deployment, asked } = elsewhere({ limits: { ...limits, requests: 20 } })
    const report = await verify(deployment, { runs: 1, level: 'money' })
    expect(asked.length).toBe(20)
    expect(report).toMatchObject({ requests: 20, exitCode: 4 })
    expect(report.outcome).toBe('is inconclusive: the 20 requests that its limits allow were spent')
  })

  it('keep their distance', async () => {
    const waits: number[] = []
    const allowance = new Allowance({ ...limits, perSecond: 0.1 }, 'read', real, async (ms) => {
      waits.push(Math.ceil(ms / 10_000))
    })
    for (let request = 0; request < 4; request += 1) await allowance.admit('getStore', [])
    expect(waits).toEqual([1, 2, 3])
  })

  it('that stay silent are waited for less and less', () => {
    const allowance = new Allowance(limits, 'read', real)
    const times = [1, 2, 3, 4].map(() => {
      allowance.heard('getStore', true)
      return allowance.timeoutMs('getStore')
    })
    expect(times).toEqual([5000, 5000, 500, 500])
    expect(allowance.timeoutMs('listBanks')).toBe(5000)
  })
})
