// A refusal where success was expected counts if the same request is refused again a little later, on real deployments.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Redactor } from '../../core/redaction.ts'
import { redactionPolicy } from '../../spec/secret-fields.ts'
import type { Deployment } from '../observe/deployment.ts'
import { inProcess } from '../observe/in-process.ts'
import { RunBudget } from '../observe/run-budget.ts'
import type { Context } from '../steps/context.ts'
import { property } from '../steps/property.ts'
import { emptyState } from './one-run.ts'
import { runProperty } from './run-property.ts'

const requirement = 'subscriptions.cancel-accepted'
const refused = () => Response.json({ message: 'Another payment is being processed' }, { status: 409 })
const accepted = () => Response.json({ status: 200, result: { success: true } })

async function cancel(it: Context, subscriptionId = 's-1') {
  it.succeeds(requirement, await it.client.call('cancelSubscription', { body: { subscriptionId } }))
}

const cancels = (isGenerated: boolean) =>
  property({
    level: 'money',
    title: 'cancels a subscription',
    checks: [requirement],
    run: (it) => (isGenerated ? it.forAll(fc.string({ minLength: 20 }), cancel) : cancel(it)),
  })

/** A run of the property, for several times, on a deployment whose requests get these responses in turn, the last one always. */
function runsGetting(
  responses: readonly (() => Response)[],
  {
    isGenerated = false,
    ...more
  }: Partial<Pick<Deployment, 'remote' | 'isolates'>> & { isGenerated?: boolean } = {},
  inPause = (_: AbortController) => {},
) {
  const simulator = inProcess()
  const interruption = new AbortController()
  const sent: string[] = []
  /** The number of the world of each request. */
  const worlds: number[] = []
  let world = 0
  const waits: number[] = []
  const deployment: Deployment = {
    ...simulator,
    ...{ remote: true, isolates: false },
    fresh: async () => {
      world += 1
    },
    ...more,
    send: async (url, { method, headers, body }) => {
      worlds.push(world)
      sent.push(JSON.stringify([url, method, headers, body]))
      return responses[Math.min(sent.length, responses.length) - 1]?.() ?? Response.error()
    },
  }
  const budget = new RunBudget({ ...simulator.target.limits, pauseSeconds: 0 }, 'money', deployment, {
    signal: interruption.signal,
    wait: async (ms) => {
      waits.push(ms)
      inPause(interruption)
    },
  })
  const run = async () => {
    const { violations, preconditions, checked } = await runProperty(cancels(isGenerated), {
      ...{ deployment, budget, tag: 'pt-1', seed: 1, runs: 1, shrink: true },
      ...{ ...emptyState(), redactor: new Redactor(redactionPolicy) },
    })
    return {
      violated: violations.map((one) => one.requirement),
      reasons: [...preconditions.keys()],
      checks: checked.get(requirement),
    }
  }
  return { run, sent, waits, worlds }
}

const transient = expect.stringMatching(
  /^cancelSubscription: .* retried after 5 s\. Set limits\.pauseSeconds/,
)
const violation = { violated: [requirement], reasons: [], checks: 1 }

describe('a refusal in place of a success', () => {
  it('is inconclusive if the same request is accepted after five seconds', async () => {
    const { run, sent, waits } = runsGetting([refused, accepted])
    expect(await run()).toEqual({ violated: [], reasons: [transient], checks: 0 })
    expect([sent.length, waits]).toEqual([2, [5000]])
    expect(sent[1]).toBe(sent[0])
  })

  it('is a violation if the run ends in the pause', async () => {
    const { run, sent, waits } = runsGetting([refused, accepted], {}, (interruption) => interruption.abort())
    expect(await run()).toEqual(violation)
    expect([sent.length, waits]).toEqual([1, [5000]])
  })

  it('is a violation if the same request is refused again, and after five of them at once', async () => {
    const { run, sent, waits } = runsGetting([...Array.from({ length: 11 }, () => refused), accepted])
    const counts: number[] = []
    for (let at = 0; at < 6; at += 1) {
      expect(await run()).toEqual(violation)
      counts.push(sent.length)
    }
    expect(counts).toEqual([2, 4, 6, 8, 10, 11])
    expect(waits.length).toBe(5)
  })

  it.each([false, true])('is retried in its world, if one of generated inputs: %s', async (isGenerated) => {
    const { run, sent, waits, worlds } = runsGetting([refused, accepted], { isolates: true, isGenerated })
    expect(await run()).toEqual({ violated: [], reasons: [transient], checks: 0 })
    expect([sent.length, waits, worlds.slice(-2)]).toEqual([2, [5000], sent.map(() => worlds.at(-1))])
  })

  it('is a violation if the input fails again in its world, whose inputs then are shrunk at once', async () => {
    const { run, sent, waits } = runsGetting([refused], { isolates: true, isGenerated: true })
    expect(await run()).toEqual({ ...violation, checks: expect.any(Number) })
    expect(sent.length).toBeGreaterThan(2)
    expect(waits).toEqual([5000])
  })

  it('is a violation at once of a deployment in this process', async () => {
    const { run, sent, waits } = runsGetting([refused, accepted], { remote: false })
    expect(await run()).toEqual(violation)
    expect([sent.length, waits]).toEqual([1, []])
  })
})
