// Properties that wait in real time, which the test moves, without a control API and webhooks that can be settled.

import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../core/durations.ts'
import type { Harm } from '../../spec/operation.ts'
import { changeSuccess } from '../altered/mutants/operators/response.ts'
import { completing } from '../altered/mutants/world-seam.ts'
import { allProperties } from '../commands/all-claims.ts'
import { verify } from '../commands/verify.ts'
import { durationText, secondsIn } from './duration.ts'
import { type InProcessOptions, inProcess } from './in-process.ts'
import { passingTime } from './test-support/passing-time.ts'

const timed = allProperties.filter(({ waits }) => waits !== undefined)

async function verifyWith(patience: string | undefined, options?: InProcessOptions, receiverAheadMs = 0) {
  const { deployment, time, elapsed } = await passingTime(options, receiverAheadMs)
  const seconds = patience === undefined ? undefined : secondsIn(patience)
  const announced: string[] = []
  const report = await verify(deployment, {
    announce: (text) => announced.push(text),
    properties: timed,
    level: 'money',
    time,
    ...(seconds === undefined ? {} : { patience: seconds }),
  })
  const verdictOf = (id: string) => report.requirements.find((one) => one.id === id)?.verdict
  return { report, announced, verdictOf, hours: elapsed() / hourMs }
}

/** A simulator whose exchange payments complete so many milliseconds after their creation, or never. */
const completesAfter = (after: number | undefined) =>
  completing('exchange', 'complete at another time', (world) =>
    after === undefined ? undefined : world.now + after,
  )

describe('a run with patience', () => {
  it('checks what takes hours, side by side, without a clock that it moves', async () => {
    const { report, announced, verdictOf, hours } = await verifyWith('3h')
    expect([report.failures, report.warnings, report.errors]).toEqual([[], [], []])
    for (const id of [
      'exchange-payments.not-done-before-two-minutes',
      'exchange-payments.done-within-two-hours',
      'webhooks.exchange-status-changes',
      'webhooks.invoice-parameters',
      'webhooks.delivered-by-get',
      'webhooks.delivered-by-post',
      'webhooks.get-within-2048',
      'webhooks.post-within-2m',
      'service.timestamps-utc',
    ])
      expect([id, verdictOf(id)]).toEqual([id, 'pass'])
    expect(report.notes).toEqual([expect.stringMatching(/^The patience of 3h added \d+ requirements: .*utc/)])
    expect(announced.find((text) => text.startsWith('About '))).toMatch(
      / Then it waits up to 3h, until .*, to/,
    )
    expect(announced.filter((text) => text.includes(' at the latest')).length).toBeGreaterThan(20)
    expect(hours).toBeGreaterThan(2)
    expect(hours).toBeLessThanOrEqual(3)
  })

  it.each([
    ['in local time written as UTC', -5 * hourMs, 'fail'],
    // Their form is that of UTC.
    ['by a clock that is years off', -3 * 365 * 24 * hourMs, 'pass'],
    ['by a clock that is some hours off', 100 * minuteMs, 'pass'],
  ])('judges timestamps %s', async (_, offsetMs, verdict) => {
    const response = changeSuccess('createExchangePayment', ({ json }) => {
      const { ok, result } = Object(json)
      const createdAt = new Date(Date.parse(result.createdAt) + offsetMs).toISOString()
      return { json: { ok, result: { ...result, createdAt } } }
    })
    expect((await verifyWith('20s', { response })).verdictOf('service.timestamps-utc')).toBe(verdict)
  })

  it('finds a service that ignores the method which an invoice requests', async () => {
    const delivery: InProcessOptions['delivery'] = (request) => [{ ...request, method: 'POST' }]
    const { verdictOf } = await verifyWith('3h', { delivery })
    expect(verdictOf('webhooks.delivered-by-get')).toBe('fail')
  })

  it('accepts a receiver whose clock is ahead', async () => {
    // Any of these updates may be the end of the payment, so the first one ends the wait.
    const delivery: InProcessOptions['delivery'] = (request) => [
      { ...request, body: request.body.replace(/("paymentStatus":")\w+/, '$1S') },
    ]
    const { report, verdictOf } = await verifyWith('3h', { delivery }, 5000)
    expect([report.failures, report.errors]).toEqual([[], []])
    expect(verdictOf('webhooks.exchange-status-changes')).toBe('pass')
  })

  it('says how much patience a requirement needs', async () => {
    const { report, hours } = await verifyWith('5m')
    expect(
      report.requirements.find(({ id }) => id === 'exchange-payments.done-within-two-hours'),
    ).toMatchObject({
      verdict: 'not applicable',
      reasons: [
        'needs a clock that the suite can move, or 2 hours and 2 minutes of patience; the run has 5m',
      ],
    })
    expect(hours).toBeLessThan(0.1)
  })

  it('waits for nothing by default, and says which flag makes it wait', async () => {
    const { report, hours } = await verifyWith(undefined)
    for (const [id, flags] of [
      ['service.timestamps-utc', '--patience 1m'],
      ['exchange-payments.not-done-before-two-minutes', '--patience 3m'],
      ['exchange-payments.done-within-two-hours', '--patience 122m'],
      ['webhooks.exchange-status-changes', '--patience 3h'],
      ['bank-payments.done-within-four-working-days', '--prepare and --resume'],
    ])
      expect(report.requirements.find((one) => one.id === id)?.reasons).toEqual([
        `needs a clock that the suite can move, or ${flags}`,
      ])
    expect([report.counts.pass, report.requests, hours]).toEqual([0, expect.any(Number), 0])
  })

  it('finds payments that complete too early, and payments without an end', async () => {
    const early = await verifyWith('3h', completesAfter(60_000))
    expect(early.verdictOf('exchange-payments.not-done-before-two-minutes')).toBe('fail')
    const never = await verifyWith('3h', completesAfter(undefined))
    expect(never.verdictOf('exchange-payments.done-within-two-hours')).toBe('warning')
    expect(
      never.report.requirements.find(({ id }) => id === 'webhooks.exchange-status-changes'),
    ).toMatchObject({
      verdict: 'inconclusive',
      reasons: [expect.stringMatching(/^judgeable from \d{4}-.*, after the end of this run$/)],
    })
  })
})

it('says why patience has no effect', async () => {
  const { deployment, time } = await passingTime()
  const saidAt = async (level: Harm, options: object, target = deployment) => {
    const announced: string[] = []
    const announce = (text: string) => announced.push(text)
    await verify(target, { properties: timed, time, patience: 10_800, level, announce, ...options })
    return announced.filter((text) => text.startsWith('--patience'))
  }
  expect(await saidAt('read', {})).toEqual([
    '--patience has no effect: it needs --level money (the run is at read).',
  ])
  expect(await saidAt('money', { only: ['stores'] })).toEqual([
    '--patience has no effect: no selected requirement can be checked after such a wait.',
  ])
  expect(await saidAt('money', { only: ['stores'] }, inProcess())).toEqual([
    '--patience has no effect: the suite moves the clock of the target.',
  ])
})

describe('a duration', () => {
  it.each([
    ['90', 90, '90s'],
    ['90s', 90, '90s'],
    ['120m', 7200, '2h'],
    ['3h', 10_800, '3h'],
    ['2d', 172_800, '2d'],
    ['0', 0, '0s'],
  ])('reads %s', (text, seconds, shown) => {
    expect(secondsIn(text)).toBe(seconds)
    expect(durationText(seconds)).toBe(shown)
  })

  it.each(['', 'h', '-3h', '3 h', '1.5h', '3w'])('refuses "%s"', (text) => {
    expect(secondsIn(text)).toBeUndefined()
  })
})
