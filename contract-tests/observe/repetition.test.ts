// Requests without a proper response neither violate nor prove a requirement. They are repeated where that is safe.

import { describe, expect, it } from 'vitest'
import { NoResponseError } from '../../client/http-send.ts'
import { type OperationId, operations } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { exchangePaymentErrors } from '../../spec/stated-errors.ts'
import { unavailabilityVariants } from '../altered/variants/unavailability.ts'
import { allProperties } from '../commands/all-claims.ts'
import { verify } from '../commands/verify.ts'
import { whyNotApplicable } from '../steps/needs.ts'
import type { Property } from '../steps/property.ts'
import { Client } from './client.ts'
import type { Deployment } from './deployment.ts'
import { inProcess, operationAt, type TransportSeam } from './in-process.ts'
import { isRateLimited } from './repetition.ts'
import { RunBudget } from './run-budget.ts'
import { sharedWorld } from './shared-world.ts'

const unavailable = (headers?: Record<string, string>) =>
  Response.json({ ok: false }, { status: 503, ...(headers && { headers }) })

/** The report of a run in which every request of an operation has this response. */
async function without(operationId: OperationId, fail: () => Response, only: string[]) {
  const transport: TransportSeam = async (request, send) =>
    request.operationId === operationId ? fail() : send()
  const report = await verify(inProcess({ transport }), { runs: 3, only })
  const verdictOf = (id: RequirementId) => report.requirements.find((one) => one.id === id)
  return { report, verdictOf }
}

describe('an operation that always responds with HTTP 503', () => {
  it.each<[OperationId, RequirementId[]]>([
    ['getStore', ['stores.response-shape', 'authentication.store-needs-token']],
    ['createExchangePayment', ['exchange-payments.accepted']],
    ['createInvoice', ['invoices.created']],
    ['closePartialPayment', ['partial-payments.after-two-weeks-refused']],
    ['listCurrencies', ['limits.get-beyond-2048-refused']],
  ])('%s makes its requirements inconclusive, refusals too', async (operationId, ids) => {
    for (const fail of [unavailable, () => unavailable({ 'retry-after': '1' })]) {
      const { report, verdictOf } = await without(operationId, fail, ids)
      expect(report).toMatchObject({ failures: [], exitCode: 4 })
      for (const id of ids) {
        expect(verdictOf(id)).toMatchObject({ verdict: 'inconclusive' })
        expect(verdictOf(id)?.reasons[0]).toMatch(
          new RegExp(`^${operationId}: HTTP 503( \\(\\d attempts\\))?\\. .*Run the suite again`),
        )
      }
    }
  })
})

/** A client whose requests get these responses in turn, with the times that it waits. */
function clientGetting(responses: readonly (() => Response)[], waitSeconds = 60) {
  const deployment = inProcess()
  const waits: number[] = []
  let sent = 0
  const wait = async (ms: number) => {
    waits.push(ms)
  }
  const limits = { ...deployment.target.limits, waitSeconds }
  const budget = new RunBudget(limits, 'disruptive', deployment, { wait })
  const send: Deployment['send'] = async () => {
    sent += 1
    return responses[Math.min(sent, responses.length) - 1]?.() ?? Response.json({ ok: true })
  }
  return { client: new Client({ ...deployment, send }, budget), waits, count: () => sent }
}

const status = (code: number, headers?: Record<string, string>) => () =>
  new Response('no', { status: code, ...(headers && { headers }) })
const success = () => Response.json({ ok: true, result: { uuid: 'u', url: 'https://a.example/' } })
const failing = (mayHaveArrived: boolean) => (): Response => {
  throw new NoResponseError('socket hang up', { mayHaveArrived })
}

describe('a request without a proper response', () => {
  it.each<[string, () => Response]>([
    ['HTTP 429', status(429)],
    ['HTTP 425', status(425)],
    ['HTTP 503 with Retry-After', status(503, { 'retry-after': '1' })],
    ['no connection', failing(false)],
  ])('is repeated after %s, because it was not processed', async (_, fail) => {
    const { client, count } = clientGetting([fail, success])
    await client.call('createInvoice', { body: {} })
    expect(count()).toBe(2)
  })

  it.each<[string, () => Response]>([
    ['HTTP 503 without Retry-After', status(503)],
    ['HTTP 502', status(502)],
    ['HTTP 504', status(504)],
    ['HTTP 408', status(408)],
    ['HTTP 524', status(524)],
    ['a lost connection', failing(true)],
  ])('is repeated after %s only if it reads', async (_, fail) => {
    const writing = clientGetting([fail, success])
    await expect(writing.client.call('createExchangePayment', { payload: {} })).rejects.toThrow(
      'The request may have taken effect, so it was not repeated.',
    )
    expect(writing.count()).toBe(1)
    const reading = clientGetting([fail, fail, success])
    await reading.client.call('getStore')
    expect([reading.count(), reading.waits]).toEqual([3, [500, 1000]])
  })

  it('is repeated after the time that the response asks to wait', async () => {
    const soon = new Date(Date.now() + 30_000).toUTCString()
    const { client, waits } = clientGetting([
      status(429, { 'retry-after': '7' }),
      status(503, { 'retry-after': soon }),
      success,
    ])
    await client.call('getStore')
    expect(waits[0]).toBe(7000)
    expect(waits[1]).toBeGreaterThan(25_000)
    expect(waits[1]).toBeLessThanOrEqual(30_000)
  })

  it('is a refusal if successes have a time to wait, too', async () => {
    const headers = { 'retry-after': '120' }
    const usual = () => Response.json({ ok: true, result: {} }, { headers })
    const { client, waits } = clientGetting([usual, status(403, headers)])
    expect((await client.call('getStore')).outcome).not.toBe('refusal')
    expect([(await client.call('getStore')).outcome, waits]).toEqual(['refusal', []])
  })

  it('is not repeated if it would wait too long', async () => {
    const { client, waits, count } = clientGetting([status(429, { 'retry-after': '61' })])
    await expect(client.call('getStore')).rejects.toThrow(
      'getStore: HTTP 429. The response asks to wait 61 s. Set limits.perSecond in the target file to the permitted rate, or raise limits.waitSeconds.',
    )
    expect([waits, count()]).toEqual([[], 1])
  })

  it('is sent at most five times, and once after three such calls', async () => {
    const { client, waits, count } = clientGetting([status(429)])
    for (const sent of [5, 10, 15, 16, 17]) {
      await expect(client.call('getStore')).rejects.toThrow('getStore: HTTP 429')
      expect(count()).toBe(sent)
    }
    expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000])
  })
})

it('repeats no request that may have taken effect', async () => {
  const simulator = await sharedWorld(unavailabilityVariants['HTTP 504 for 5 % of the requests, processed'])
  const sent: string[] = []
  const deployment: Deployment = {
    ...simulator,
    send: (url, init) => {
      const path = url.slice(simulator.target.baseUrl.length)
      const operationId = operationAt(init.method ?? '', path)
      // Encryption makes every body differ, except those that are invalid on purpose.
      const isValid = String(init.body).length > 100
      if (isValid && operationId !== undefined && operations[operationId].harm !== 'read')
        sent.push(`${path} ${String(init.body)}`)
      return simulator.send(url, init)
    },
  }
  const only = ['exchange-payments', 'bank-payments', 'payouts', 'invoices']
  const report = await verify(deployment, { runs: 3, level: 'money', only })
  expect(report.failures).toEqual([])
  expect(sent.length).toBeGreaterThan(100)
  expect(sent.filter((one, at) => sent.indexOf(one) !== at)).toEqual([])
})

it('does not take an error of exchange payments for a rate limit, whatever its status and its headers', () => {
  const failed = { headers: { 'retry-after': '1' }, mayHaveArrived: true, timedOut: false, wasCut: false }
  const { message } = exchangePaymentErrors['authentication-failed']
  const limited = (text: string) => isRateLimited({ ...failed, status: 401, text: JSON.stringify({ text }) })
  expect([message, 'Not now'].map(limited)).toEqual([false, true])
})

describe('a run', () => {
  it('ends after its maximum duration, and reports what was checked', async () => {
    const transport: TransportSeam = async (_, send) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
      return send()
    }
    const report = await verify(inProcess({ transport }), { maxDuration: 1, only: ['stores', 'payouts'] })
    expect(report.outcome).toBe('is inconclusive: the maximum duration of 1 s was reached')
    expect(report).toMatchObject({ exitCode: 4, failures: [] })
    expect(report.counts.inconclusive).toBeGreaterThan(5)
    expect(report.seconds).toBeLessThan(5)
    const reasons = report.requirements
      .filter(({ verdict }) => verdict === 'inconclusive')
      .map(({ reasons }) => reasons.join())
    expect(new Set(reasons)).toEqual(new Set(['the maximum duration of 1 s was reached']))
  })

  it('ends when it is interrupted, and reports what was checked', async () => {
    const interrupted = new AbortController()
    let requests = 0
    const transport: TransportSeam = (_, send) => {
      requests += 1
      if (requests === 100) interrupted.abort()
      return send()
    }
    const begun: Property[] = []
    const progress = (_done: number, _all: number, property: Property) => {
      if (!interrupted.signal.aborted) begun.push(property)
    }
    const report = await verify(inProcess({ transport }), { runs: 2, signal: interrupted.signal, progress })
    expect(requests).toBe(100)
    expect(report).toMatchObject({ exitCode: 4, outcome: 'is inconclusive: the run was interrupted' })
    expect(report.counts.pass).toBeGreaterThan(5)
    const completed = begun.slice(0, -1)
    const others = allProperties
      .filter((one) => !completed.includes(one))
      .filter((one) => whyNotApplicable(one, inProcess(), 'disruptive') === undefined)
      .flatMap(({ checks }) => checks)
    const passed = report.requirements.flatMap(({ id, verdict }) => (verdict === 'pass' ? [id] : []))
    expect(passed.filter((id) => others.some((other) => other === id))).toEqual([])
  })

  it.each([
    ['starts again for each property', () => inProcess()],
    ['all properties share', sharedWorld],
  ])('passes nothing that it cuts short in its situations, in a world that %s', async (_, open) => {
    const ending = async (end: number) => {
      const interrupted = new AbortController()
      const deployment = await open()
      let requests = 0
      const send: typeof deployment.send = (...call) => {
        requests += 1
        if (requests === end) interrupted.abort()
        return deployment.send(...call)
      }
      const only = ['stores.of-the-merchant']
      const run = { runs: 20, signal: interrupted.signal, only }
      const { requirements } = await verify({ ...deployment, send }, run)
      return { requests, result: requirements.find(({ id }) => id === only[0]) }
    }
    const { requests, result } = await ending(Number.POSITIVE_INFINITY)
    expect(result).toMatchObject({ verdict: 'pass' })
    expect((await ending(requests / 2)).result).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['the run was interrupted'],
    })
  })
})

describe('HTTP 404 for a complete request', () => {
  const lookups = 'serves each lookup at its path, in the common form'
  const pathVerdict = async (text: (operationId: OperationId, path: string) => string) => {
    const transport: TransportSeam = async ({ operationId, path }, send) =>
      operationId === 'checkExchangeBalance'
        ? new Response(text(operationId, path), {
            status: 404,
            headers: { 'content-type': 'application/json' },
          })
        : send()
    const simulator = inProcess({ transport })
    const deployment: Deployment = {
      ...simulator,
      send: async (url, init) =>
        url.includes('pt-elsewhere')
          ? Response.json({ error: 'no route', path: new URL(url).pathname }, { status: 404 })
          : simulator.send(url, init),
    }
    const id = 'service.paths-under-base-url'
    const report = await verify(deployment, { only: [id], property: lookups })
    return report.requirements.find((one) => one.id === id)?.verdict
  }

  it('is a missing path if other paths get the same response', async () => {
    expect(await pathVerdict((_, path) => JSON.stringify({ error: 'no route', path }))).toBe('fail')
  })

  it('may be the refusal of an unknown id otherwise', async () => {
    expect(await pathVerdict(() => '{"error":"unknown merchant"}')).not.toBe('fail')
  })
})
