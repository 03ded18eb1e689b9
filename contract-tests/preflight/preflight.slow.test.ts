// Wrong data in a target is named once, with a remedy, and accuses nobody.

import { describe, expect, it } from 'vitest'
import type { Target } from '../../client/target.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import { changeResponse } from '../altered/mutants/operators/response.ts'
import { contractVariants } from '../altered/variants/contract-only.ts'
import { payouts } from '../altered/variants/rows.ts'
import { verify } from '../commands/verify.ts'
import type { Report } from '../judge/report.ts'
import type { Deployment } from '../observe/deployment.ts'
import { type InProcessOptions, inProcess, type WireRequest } from '../observe/in-process.ts'
import { unknownPublicKey } from '../steps/invalid-payloads.ts'

// No time needs to pass at these deployments.
const time = { now: Date.now, wait: async (_ms: number) => {} }

/** A run against a simulator as if it were remote, with a target that differs from the true one. */
async function reportOf(
  change: (target: Target) => Target,
  { only, simulator = inProcess() }: { only: string[]; simulator?: Deployment },
): Promise<Report> {
  const deployment = { ...simulator, remote: true, target: change(simulator.target) }
  return verify(deployment, { only, runs: 2, level: 'disruptive', time })
}

type Merchant = Target['merchants'][number]
const withMerchant =
  (change: Partial<Merchant>, index = 0) =>
  (target: Target) => ({
    ...target,
    merchants: target.merchants.map((one, at) => (at === index ? { ...one, ...change } : one)),
  })

/** A simulator that refuses some requests. */
const refusing = (
  isRefused: (request: WireRequest) => boolean,
  [status, body]: [number, object] = [400, { ok: false }],
  options: InProcessOptions = {},
) =>
  inProcess({
    ...options,
    transport: async (request, send) => (isRefused(request) ? Response.json(body, { status }) : send()),
  })

const openReasons = ({ requirements }: Report) => [
  ...new Set(
    requirements.filter(({ verdict }) => verdict === 'inconclusive').flatMap(({ reasons }) => reasons),
  ),
]

describe('one line names the datum, and nothing fails, with', () => {
  it.each<[string, (target: Target) => Target, string[], RegExp]>([
    [
      "a wrong merchant's token",
      withMerchant({ accessToken: 'made-up' }),
      ['stores', 'currencies', 'invoices'],
      /^merchants\[0\]\.accessToken: every look-up with this token is refused \(getStore: HTTP \d+, .*Correct it/,
    ],
    [
      "a wrong shopper's token",
      (target) => ({
        ...target,
        shoppers: { ...target.shoppers, ready: { ...target.shoppers.ready, accessToken: 'made-up' } },
      }),
      ['banks', 'shoppers', 'exchange-payments'],
      /^shoppers\.ready\.accessToken: /,
    ],
    [
      'a wrong client secret',
      withMerchant({ clientSecret: 'made-up' }),
      ['partial-payments', 'payouts'],
      /^merchants\[0\]\.clientSecret: addPayees, createTransfers, closePartialPayment never succeed .*Correct it/,
    ],
    [
      'a wrong client secret, in a run without payouts',
      withMerchant({ clientSecret: 'made-up' }),
      ['partial-payments.within-two-weeks'],
      /^merchants\[0\]\.clientSecret: closePartialPayment never succeeds .*Correct it/,
    ],
    [
      'a wrong public key',
      withMerchant({ publicKey: unknownPublicKey }),
      ['exchange-payments', 'bank-payments', 'transactions'],
      /^merchants\[0\]\.publicKey: validateExchangePayment, createExchangePayment, createBankPayment never succeed /,
    ],
    [
      'exchanges that the deployment does not know',
      (target) => ({ ...target, exchanges: ['nonesuch', 'another'] }),
      ['exchange-payments.validation-accepted', 'exchange-payments.accepted'],
      /^exchanges: .*xchange.* never succeed .* Name those that it knows/,
    ],
    [
      'a wrong padding',
      (target) => ({ ...target, assumptions: { ...target.assumptions, 'encryption.rsa-padding': 'pkcs1' } }),
      ['exchange-payments', 'bank-payments'],
      /^assumptions\["encryption\.rsa-padding"\]: .* It does with "oaep": set that in the target file\.$/,
    ],
    [
      'a wrong merchantAuth',
      withMerchant({ merchantAuth: 'made-up' }),
      ['subscriptions'],
      /^merchants\[0\]\.merchantAuth: debitSubscription, cancelSubscription never succeed/,
    ],
    [
      'emails of a domain that receives no mail',
      (target) => ({ ...target, known: { ...target.known, emailDomain: 'no.mail.example' } }),
      ['invoices', 'qr-transactions', 'carts'],
      /^known\.emailDomain: createInvoice never succeeds .* name one that it accepts\.$/,
    ],
    [
      'a module that encrypts in another way',
      (target) => ({ ...target, encrypt: () => 'another way' }),
      ['exchange-payments', 'payouts', 'partial-payments'],
      /^module: /,
    ],
  ])('%s', async (_, change, only, line) => {
    const assumptions = { 'encryption.rsa-padding': 'oaep' } as const
    const refusal = { ok: false, message: 'The domain of this email receives no mail.' }
    const simulator = refusing(({ body }) => body.includes('@no.mail.example'), [400, refusal], {
      simulator: { assumptions },
    })
    const report = await reportOf(change, { only, simulator })
    expect(report.failures).toEqual([])
    expect(report.diagnosis).toEqual([expect.stringMatching(line)])
    expect(openReasons(report)).toContain(report.diagnosis[0])
    expect(report.exitCode).toBe(4)
  })
})

it.each<['read' | 'write', RegExp]>([
  ['read', /no invoice: if the deployment needs one, run with --level write\.$/],
  ['write', /only later, set limits\.pauseSeconds\.$/],
])('names what else a refused check may need, at the level %s', async (level, line) => {
  const isCheck = ({ operationId }: WireRequest) => operationId === 'validateExchangePayment'
  const simulator = refusing(isCheck, [404, { message: 'Order not found' }])
  const only = ['exchange-payments.validation-accepted']
  const { failures, diagnosis } = await verify({ ...simulator, remote: true }, { only, runs: 2, level, time })
  expect([failures, diagnosis]).toEqual([[], [expect.stringMatching(line)]])
})

const { target: _, ...ordersOfDigits } = contractVariants['order ids of digits'] ?? {}

it.each<[string, InProcessOptions, string[], RegExp]>([
  [
    'known.orderIds, if it accepts only order ids of digits',
    ordersOfDigits,
    ['invoices', 'qr-transactions', 'exchange-payments', 'bank-payments'],
    /^known\.orderIds: createInvoice, .*createBankPayment never succeed .* It does with "digits": set that/,
  ],
  [
    'no key or secret, if it refuses a value of payouts',
    payouts('The names are not known', () => true),
    ['payouts'],
    /^payouts: addPayees, createTransfers never succeed .*The names are not known.* it is about a value/,
  ],
  [
    'the service before the secret, if it fails by itself',
    {
      transport: async ({ operationId }, send) =>
        /addPayees|createTransfers|closePartial/.test(operationId)
          ? new Response('oops', { status: 500 })
          : send(),
    },
    ['payouts'],
    /^addPayees, createTransfers never succeed \(HTTP 500 oops\): the service fails by itself, .* Then merchants\[0\]\.clientSecret: /,
  ],
])('names %s', async (_, options, only, line) => {
  const report = await reportOf(
    ({ known, ...target }) => ({ ...target, known: { ...known, orderIds: 'text' } }),
    { only, simulator: inProcess(options) },
  )
  expect(report.failures).toEqual([])
  expect(report.diagnosis).toEqual([expect.stringMatching(line)])
})

/** A deployment that responds to each request in the same way. */
const answering = (body: string, init: ResponseInit) =>
  inProcess({ transport: async () => new Response(body, init) })
const html = { 'content-type': 'text/html' }
const page = '<!doctype html><title>Sign in</title>'
const lookUps = ['stores', 'shoppers', 'currencies', 'service']

it.each<[string, string, ResponseInit, RegExp]>([
  ['HTTP 400', '{"ok":false,"message":"no"}', { status: 400 }, /getStore: HTTP 400, .*Correct them/],
  ['HTTP 200 and an error', '{"error":"no"}', {}, /getStore: HTTP 200, .*Correct them/],
  ['HTTP 401 without content', '', { status: 401 }, /getStore: HTTP 401, .*Correct them/],
  [
    'HTTP 403 and HTML',
    page,
    { status: 403, headers: html },
    /getStore: HTTP 403 \(text\/html\), .*Correct them/,
  ],
])('accuses no deployment that refuses every request with %s', async (_, body, init, line) => {
  const report = await reportOf((target) => target, { only: lookUps, simulator: answering(body, init) })
  expect(report.diagnosis).toContainEqual(expect.stringMatching(line))
  expect([...report.failures, ...report.warnings]).toEqual([])
  expect(report.counts.pass).toBe(0)
  expect(report.exitCode).toBe(4)
  expect(report.requests).toBeLessThan(60)
})

it.each<[string, string, ResponseInit, RegExp]>([
  [
    'a page',
    page,
    { headers: html },
    /^There is no service at .* .*GET \/stores.*: HTTP 200 \(text\/html\)\./,
  ],
  ['HTTP 405', '{"detail":"no"}', { status: 405 }, /^There is no service at .* .*: HTTP 405\./],
  [
    'a redirect',
    '',
    { status: 302, headers: { location: '/sign-in' } },
    /^There is no service at .* .*: HTTP 302 \(location \/sign-in\)\./,
  ],
  ['HTTP 500', '{"error":"no"}', { status: 500 }, /^The target at .* is not available\. .*HTTP 500.*"no"/],
])('ends a run in which everything is answered by %s', async (_, body, init, text) => {
  const simulator = answering(body, init)
  const run = reportOf((target) => target, { only: ['stores', 'service'], simulator })
  await expect(run).rejects.toThrow(text)
})

it('accuses a deployment that answers every look-up of a merchant by HTTP 405, and those of a shopper well', async () => {
  const isRefused = ({ operationId }: WireRequest) => /getStore|listCurrencies/.test(operationId)
  const simulator = refusing(isRefused, [405, {}])
  const report = await reportOf((target) => target, { only: ['stores'], simulator })
  expect(report.exitCode).toBe(1)
})

it.each<[string, Partial<Merchant>, string, RegExp]>([
  [
    'secret',
    { clientSecret: 'made-up' },
    'partial-payments',
    /^merchants\[1\]\.clientSecret: addPayees of the second merchant is refused/,
  ],
  [
    'key',
    { publicKey: unknownPublicKey },
    'bank-payments',
    /^merchants\[1\]\.publicKey: validateExchangePayment of the second merchant is refused/,
  ],
])(
  'does not take a wrong %s of the second merchant for the isolation of merchants',
  async (_, change, resource, line) => {
    const report = await reportOf(withMerchant(change, 1), { only: [resource] })
    expect(report.diagnosis).toEqual([expect.stringMatching(line)])
    expect(report.failures).toEqual([])
    expect(openReasons(report)).toContain(report.diagnosis[0])
  },
)

it('does not take an error inside the service, which happens once, for wrong data', async () => {
  let count = 0
  const simulator = refusing(({ operationId }) => operationId === 'addPayees' && ++count === 1, [500, {}])
  const report = await reportOf((target) => target, { only: ['partial-payments'], simulator })
  expect(count).toBeGreaterThan(0)
  expect(report.diagnosis).toEqual([])
})

it.each([...Array(30).keys()])(
  'does not take a refusal of request %i, which happens once, for wrong data',
  async (at) => {
    let count = 0
    const simulator = refusing(() => ++count === at + 2, [409, { message: 'Busy' }])
    const only = ['service.paths-under-base-url']
    expect((await reportOf((target) => target, { only, simulator })).diagnosis).toEqual([])
  },
)

it('does not take the lock of an account after a payment for wrong data', async () => {
  let [now, paidAt] = [0, Number.NEGATIVE_INFINITY]
  const simulator = inProcess({
    transport: async ({ operationId }, send) => {
      if (!/^create(Exchange|Bank)Payment$/.test(operationId)) return send()
      if (now - paidAt < 3000) return Response.json({ message: 'Busy' }, { status: 409 })
      paidAt = now
      return send()
    },
  })
  const wait = async (ms: number) => {
    now += ms
  }
  const deployment = { ...simulator, remote: true }
  const run = { only: ['bank-payments', 'transactions'], runs: 2, time: { ...time, wait } }
  const { diagnosis, failures } = await verify(deployment, run)
  expect([...diagnosis, ...failures]).toEqual([])
})

it('sends nothing more with data that cannot succeed', async () => {
  const right = await reportOf((target) => target, { only: ['stores'] })
  const wrong = await reportOf(withMerchant({ accessToken: 'made-up' }), { only: ['stores'] })
  expect(right.diagnosis).toEqual([])
  expect(right.counts).toMatchObject({ inconclusive: 0, fail: 0 })
  expect(wrong.requests).toBeLessThan(right.requests + 5)
})

it("tries the merchant's id of a subscription, if the target says so, whatever ids the record has", async () => {
  const assumptions = { 'subscriptions.id': 'merchant' } as const
  const simulator = inProcess({
    simulator: { assumptions },
    response: changeResponse('createExchangePayment', 'result.subscriptionIds.*', () => 'other'),
  })
  const report = await reportOf((target) => target, { only: ['subscriptions.cancel-accepted'], simulator })
  expect(report.diagnosis).toEqual([])
  expect(report.exitCode).toBe(0)
})

it.each<[string, (request: WireRequest) => boolean, only: string[], RequirementId]>([
  [
    'only one form of a request',
    ({ operationId, body }) => operationId === 'createInvoice' && body.includes('redirectUrl'),
    ['invoices'],
    'invoices.optional-fields',
  ],
  [
    'every closing, while payouts with the same secret succeed',
    ({ operationId }) => operationId === 'closePartialPayment',
    ['partial-payments', 'payouts'],
    'partial-payments.within-two-weeks',
  ],
  [
    'every cancellation, while debits with the same merchantAuth succeed',
    ({ operationId }) => operationId === 'cancelSubscription',
    ['subscriptions'],
    'subscriptions.cancel-accepted',
  ],
  [
    'every request of an operation whose credential the contract shows',
    ({ operationId }) => operationId === 'getStore',
    ['stores'],
    'stores.response-shape',
  ],
])('accuses a deployment that refuses %s', async (_, isRefused, resources, requirement) => {
  for (const only of [[requirement], resources]) {
    const report = await reportOf((target) => target, { only, simulator: refusing(isRefused) })
    expect(report.diagnosis).toEqual([])
    expect(report.failures.map((failure) => failure.requirement)).toContain(requirement)
    expect(report.exitCode).toBe(1)
  }
})
