// The order of properties, the estimate, and whether the committed plan has every property.

import { createPublicKey } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Harm, harmLevels } from '../../spec/operation.ts'
import { observableRequirementIds, resourceOf } from '../../spec/requirements.ts'
import { plannedOperations, plannedRequests } from '../experiment/request-plan.ts'
import type { Deployment } from '../observe/deployment.ts'
import { inProcess } from '../observe/in-process.ts'
import { RunBudget } from '../observe/run-budget.ts'
import { sharedWorld, withoutControl } from '../observe/shared-world.ts'
import { whyNotApplicable } from '../steps/needs.ts'
import { nameOf } from '../steps/property.ts'
import { allProperties } from './all-claims.ts'
import { estimateText, timesOf, waitFor } from './estimate.ts'
import { measuredPlan } from './measure.ts'
import { mostImportantFirst } from './order.ts'
import { scopeText } from './scope.ts'
import { verify } from './verify.ts'

const runs = 20

describe('the order of properties', () => {
  const ordered = mostImportantFirst(allProperties, runs)

  it('has every property once', () => {
    expect(new Set(ordered)).toEqual(new Set(allProperties))
    expect(ordered.length).toBe(allProperties.length)
  })

  it('covers most of what matters within a tenth of the requests', () => {
    const total = (properties: typeof ordered) =>
      properties.reduce((sum, property) => sum + plannedRequests(property, runs), 0)
    const matters = (properties: typeof ordered) =>
      new Set(
        properties
          .flatMap(({ checks }) => checks)
          .filter((id) => /payments|payouts|subscriptions|authentication/.test(resourceOf(id))),
      ).size
    const within = ordered.findIndex((_, at) => total(ordered.slice(0, at + 1)) > total(ordered) / 10)
    expect(matters(ordered.slice(0, within)) / matters(ordered)).toBeGreaterThan(0.55)
    expect(matters(ordered.slice(0, within))).toBeGreaterThan(2 * matters(allProperties.slice(0, within)))
  })
})

describe('the estimate', () => {
  it('multiplies the planned requests with the time of each', () => {
    expect(estimateText({ requests: 40, ms: 80_000 }, undefined)).toBe(
      'About 40 requests in about 80 s (2000 ms for each).',
    )
  })

  it('has the patience, if something is waited for in real time', () => {
    const waiting = [
      { checks: ['exchange-payments.not-done-before-two-minutes'] },
      { waits: { hours: 3 }, checks: ['webhooks.delivered-by-get', 'webhooks.delivered-by-post'] },
    ] as const
    expect(waitFor(waiting.slice(0, 1), 10_800)).toBeUndefined()
    const wait = waitFor(waiting, 10_800)
    expect(estimateText({ requests: 40, ms: 80_000 }, undefined, wait, Date.UTC(2026, 0, 5, 9))).toBe(
      'About 40 requests in about 80 s (2000 ms for each). Then it waits up to 3h, until 2026-01-05T12:02Z, to check 3 requirements.',
    )
    expect(estimateText({ requests: 40, ms: 80_000 }, 7200, wait)).toContain(
      'after 7200 s; the most important',
    )
  })

  it('expects more of a payload for a long key than of other requests', async () => {
    const { target } = inProcess()
    const budget = new RunBudget(target.limits, 'money', { isolates: false })
    for (const id of ['getStore', 'createExchangePayment'] as const) {
      await budget.admit(id, [])
      if (id !== 'getStore') await setTimeout(80)
      budget.recordResponse(id, 'success')
    }
    const n = Buffer.alloc(1024, 0xff).toString('base64url')
    const key = createPublicKey({ key: { kty: 'RSA', n, e: 'AQAB' }, format: 'jwk' })
    const publicKey = key.export({ type: 'spki', format: 'pem' }).toString()
    const withLong = { ...target, merchants: target.merchants.map((one) => ({ ...one, publicKey })) }
    expect(timesOf(budget, withLong)('createExchangePayment')).toBeGreaterThan(35)
    expect(timesOf(budget, withLong)('getStore')).toBeLessThan(20)
    expect(timesOf(budget, target)('createExchangePayment')).toBeLessThan(20)
  })

  it('says what a maximum duration leaves out', () => {
    expect(estimateText({ requests: 40, ms: 80_000 }, 1)).toContain('after 1 s; the most important')
    expect(estimateText({ requests: 40, ms: 80_000 }, 10_000)).not.toContain('most important')
  })

  it.each([
    ['a world of the run alone', inProcess],
    ['a shared world', sharedWorld],
    ['a world without control', async () => withoutControl(await sharedWorld())],
  ])('is near the number of requests that a run sends to %s', async (_, open) => {
    const deployment = await open()
    const estimates: number[] = []
    let sent = 0
    const counted: Deployment = {
      ...{ ...deployment, remote: true },
      send: (...request) => {
        sent += 1
        return deployment.send(...request)
      },
    }
    const announce = (text: string) => {
      const count = /^About (\d+) requests/.exec(text)?.[1]
      if (count !== undefined) estimates.push(Number(count) + sent)
    }
    const time = { now: Date.now, wait: async () => {} }
    await verify(counted, { only: ['invoices', 'payouts'], shrink: false, announce, time })
    expect(estimates.map((estimate) => Math.abs(estimate / sent - 1) < 0.05)).toEqual([true])
  })
})

describe('what a level leaves out', () => {
  const scope = (level: Harm, deployment: Deployment = inProcess()) =>
    scopeText(allProperties, new Set(observableRequirementIds), deployment, level)

  it('is counted as the verdicts of a run are', async () => {
    const remote: Deployment = { ...inProcess(), remote: true }
    const texts: string[] = []
    const { counts } = await verify(remote, { level: 'read', runs: 1, announce: (text) => texts.push(text) })
    const [, most, all] = /^Level read checks at most (\d+) of (\d+) /.exec(texts[0] ?? '') ?? []
    expect(Number(all)).toBe(observableRequirementIds.length)
    expect(Number(most)).toBe(observableRequirementIds.length - (counts['not applicable'] ?? 0))
  })

  it('is nothing at the highest level', () => {
    expect(scope('disruptive')).toBeUndefined()
  })

  it('names the levels, and what the target does not declare', () => {
    expect(scope('read')).toMatch(
      /; \d+ need --level write, \d+ need --level money, \d+ need --level disruptive\.$/,
    )
    const deployment = withoutControl(inProcess())
    expect(scope('read', deployment)).toMatch(
      /\nThe other \d+ need what the target file does not declare: .*a clock that the suite can move \(\d+\)/,
    )
  })
})

it.each([inProcess(), withoutControl(inProcess())])(
  'a level is named only if it is all that is lacking',
  (deployment) => {
    const named = harmLevels.flatMap((at) =>
      allProperties.flatMap((one) => {
        const higher = /^needs the level (\w+)/.exec(whyNotApplicable(one, deployment, at) ?? '')?.[1]
        return harmLevels.filter((level) => level === higher).map((level) => ({ one, level }))
      }),
    )
    expect(named.length).toBeGreaterThan(100)
    const inVain = named.filter(({ one, level }) => whyNotApplicable(one, deployment, level) !== undefined)
    expect(inVain.map(({ one: { title } }) => title)).toEqual([])
  },
)

describe('the committed plan', () => {
  it('has the operations of every property, also of those that need a fixture. Update it with: npm run plan', () => {
    const lacking = allProperties.filter((one) => (plannedOperations([one])?.size ?? 0) === 0)
    expect(lacking.map(({ title }) => title)).toEqual([])
  })

  it('has the operations and the number of requests that are measured', async () => {
    const some = allProperties.filter((one) => /^(banks|stores):/.test(nameOf(one)))
    const plan = await measuredPlan(some)
    const measured = Object.values(plan).reduce((sum, { once, perRun }) => sum + once + perRun * runs, 0)
    const planned = some.reduce((sum, one) => sum + plannedRequests(one, runs), 0)
    expect(Math.abs(measured - planned)).toBeLessThan(0.2 * planned)
    expect(new Set(Object.values(plan).flatMap(({ operations }) => operations))).toEqual(
      plannedOperations(some),
    )
  })
})
