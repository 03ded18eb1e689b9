// Replays that do not pass: the verdict, and what the reasons say. Replays from code.

import { expect, expectTypeOf, it } from 'vitest'
import { createSimulator } from '../simulator/index.ts'
import type { ScenarioTarget } from './connection.ts'
import { simulatorInProcess } from './in-process.ts'
import { replay, type ScenarioReport } from './index.ts'
import { replayScenario } from './replay.ts'
import { deployment, servedSimulator } from './targets.ts'
import { changedScenario, changedTarget } from './test-support/changed-scenario.ts'
import { targetOf } from './test-support/target-file.ts'

const catalog = (name: string) => `scenarios/catalog/${name}.json`
const run = (text: string, target: ScenarioTarget = simulatorInProcess(), more = {}) =>
  replayScenario('a.json', { target, text, ...more })
const refused = async () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:4999') })
}

/** The simulator as a deployment without control API, and the URLs of what it receives. */
async function host(level: 'read' | 'money', sent: string[] = []): Promise<ScenarioTarget> {
  const opened = await simulatorInProcess().open(undefined)
  const target = targetOf(opened, { level, headers: { 'x-gateway-key': 'gate' } })
  return deployment(target, (url, init) => {
    expect(new Headers(init.headers).get('x-gateway-key')).toBe('gate')
    sent.push(url)
    return opened.send(url, init)
  })
}

it('shows place, step, expected, actual, request and response of a failure', async () => {
  const text = changedScenario('hosted-invoice-to-order', ["/amount == '64.50'", "/amount == '64.51'"])
  const { verdict, reasons } = await run(text)
  expect(verdict).toBe('fail')
  expect(reasons.map((reason) => reason.split('\n'))).toEqual([
    [
      expect.stringMatching(/^a\.json:\d+:13: invoice-to-order \/ read-back$/),
      "  expected  $response.body#/result/returnval/amount == '64.51'",
      '  actual    $response.body#/result/returnval/amount is "64.50"',
      expect.stringMatching(/^ {2}request {3}GET \/invoices\?uuid=/),
      expect.stringMatching(/^ {2}response {2}200 {"ok":true,/),
    ],
  ])
  const query = changedScenario('lookups', [
    '@.currency == {$inputs.coin}',
    '@.currency == {$inputs.exchange}',
  ])
  expect((await run(query)).reasons.join()).toContain(
    '  expected  $..accounts[?@.currency == {$inputs.exchange}] to select something in $response.body\n' +
      '  actual    nothing was selected, $inputs.exchange is "alphaexchange"',
  )
})

it('shows no secret, neither of the target nor of the response nor of the inputs', async () => {
  const target = changedTarget((text) =>
    text.replace('"whiteLabel"', '"accessToken":"issued-now","whiteLabel"'),
  )
  const text = changedScenario(
    'lookups',
    ['"merchant":', '"otp": { "type": "string", "format": "password" }, "merchant":'],
    ['#/result/merchant/id == $inputs.merchant.id', '#/ok == $inputs.merchant.accessToken'],
    ['"$response.body#/ok == true"', '"$response.body#/ok == $inputs.otp"'],
  )
  const report = await run(text, target, { inputs: { otp: 'one-time-password' } })
  const shown = JSON.stringify(report)
  expect(report.verdict).toBe('fail')
  for (const name of ['{merchant.accessToken}', '{otp}', '•••']) expect(shown).toContain(name)
  for (const secret of ['issued-now', 'merchant-lamp-shop"', 'one-time-password'])
    expect(shown).not.toContain(secret)
})

it.each<[name: string, level: 'read' | 'money', reason: string]>([
  [
    'bank-transfer-over-holiday-weekend',
    'money',
    'holiday-weekend / advance-to-friday: advanceClock is an operation of the control API',
  ],
  [
    'payees-and-transfers',
    'read',
    'payouts / add-payees: addPayees needs the level "write", and the host allows "read"',
  ],
  [
    'exchange-payment-errors',
    'money',
    'low-balance needs $inputs.lowBalance.exchange, which the host does not provide',
  ],
])('is not applicable before anything is sent: %s at the level %s', async (name, level, reason) => {
  const sent: string[] = []
  const { verdict, reasons } = await replayScenario(catalog(name), { target: await host(level, sent) })
  expect([verdict, reasons, sent]).toEqual(['not applicable', [expect.stringContaining(reason)], []])
})

it('is not applicable at a control API that shows another assumption than the scenario relies on', async () => {
  const assumptions = { 'invoices.other-merchants': 'returned' }
  const opened = await simulatorInProcess({ assumptions }).open(undefined)
  const capabilities = { control: { url: opened.controlUrl ?? '', ownSandbox: false } }
  const target = deployment(targetOf(opened, { level: 'disruptive', capabilities }), opened.send)
  expect(await replayScenario(catalog('merchants-are-isolated'), { target })).toMatchObject({
    verdict: 'not applicable',
    reasons: [
      'it relies on the option "refused" of invoices.other-merchants, and the target has another one',
    ],
  })
})

it.each<[name: string, target: () => Promise<ScenarioTarget>, verdict: string, reason: RegExp]>([
  [
    'a deployment that does not respond',
    async () => deployment(targetOf(await simulatorInProcess().open(undefined)), refused),
    'unreachable',
    /actual {4}connect ECONNREFUSED.*\n[\s\S]*remedy/,
  ],
  [
    'a simulator that does not respond',
    async () => servedSimulator('http://127.0.0.1:4999', {}, refused),
    'unreachable',
    /ECONNREFUSED/,
  ],
  [
    'a server that is no simulator',
    async () => servedSimulator('http://127.0.0.1:4999', {}, async () => new Response('', { status: 404 })),
    'unreachable',
    /Check that the URL is that of a control API/,
  ],
  [
    'a seed that is no text',
    async () => simulatorInProcess({ assumptions: { 'no.such': 'x' } }),
    'invalid',
    /no\.such/,
  ],
  [
    'a target that hangs',
    async () => ({
      ...(await host('read')),
      open: async () => ({
        ...(await simulatorInProcess().open({})),
        send: () => new Promise<Response>(() => {}),
      }),
    }),
    'fail',
    /no response within 50 ms\n.*\n.*--timeout/,
  ],
])('%s', async (_, target, verdict, reason) => {
  const replayed = await replayScenario(catalog('lookups'), { target: await target(), timeoutMs: 50 })
  expect([replayed.verdict, replayed.reasons.join()]).toEqual([verdict, expect.stringMatching(reason)])
})

it('replays files and objects from code', async () => {
  const report = await replay(catalog('walk-through'))
  expectTypeOf(report).toEqualTypeOf<ScenarioReport>()
  expect(report).toMatchObject({ verdict: 'pass', reasons: [], title: expect.any(String) })
  const simulator = createSimulator()
  await using server = await simulator.listen()
  const own = JSON.parse(changedScenario('lookups'))
  expect(await replay(own, { url: server.url })).toMatchObject({ verdict: 'pass' })
  expect(await replay({ arazzo: '1.0.1' })).toMatchObject({ verdict: 'invalid' })
  await expect(replay(own, { target: 'target.json', seed: '7' })).rejects.toMatchObject({
    fact: 'A target cannot be combined with a url, a seed, a world or assumptions.',
  })
})
