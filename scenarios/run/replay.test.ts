// Replays that do not pass: the verdict, and what the reasons say. Also replays against deployments.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Send } from '../../client/service-client.ts'
import { resolveTarget } from '../../client/target-file.ts'
import { deployment, servedSimulator } from '../http-targets.ts'
import { simulatorInProcess } from '../in-process.ts'
import { exitCodeOf, jsonReport, scenarioReport } from '../report/report.ts'
import type { ScenarioTarget } from '../targets.ts'
import { changedScenario, temporaryDirectory } from '../test-support/changed-scenario.ts'
import { changedTarget } from '../test-support/changed-target.ts'
import { targetFileOf } from '../test-support/target-file.ts'
import { type Replay, replayScenario } from './replay.ts'

const directory = temporaryDirectory()

/** A catalog scenario with one text replaced. */
const scenarioWith = (name: string, from: string, to: string) => changedScenario(directory, name, [from, to])

function replay(file: string, target = simulatorInProcess(), timeoutMs = 5000): Promise<Replay> {
  return replayScenario(file, { target, timeoutMs })
}

describe('an invalid scenario', () => {
  it('reports where its text stops being JSON', async () => {
    const { verdict, reasons } = await replay(
      scenarioWith('lookups', '"arazzo": "1.0.1",', '"arazzo": "1.0.1"'),
    )
    expect(verdict).toBe('invalid')
    expect(reasons).toEqual([expect.stringMatching(/lookups\.json:3:3: Invalid JSON: expected "," or "}"/)])
  })

  it('reports a setting that the simulator does not accept', async () => {
    const setting = '"x-simulator": { "start": "tomorrow" }, "sourceDescriptions"'
    const { verdict, reasons } = await replay(scenarioWith('lookups', '"sourceDescriptions"', setting))
    expect(verdict).toBe('invalid')
    expect(reasons.join()).toContain('tomorrow')
  })

  it('reports a file that does not exist', async () => {
    const { verdict, reasons } = await replay(join(directory, 'nowhere.json'))
    expect(verdict).toBe('invalid')
    expect(reasons.join()).toMatch(/Cannot read the file: .*Check the path/)
  })
})

describe('a failed step', () => {
  it('shows place, step, expected, actual, request and response', async () => {
    const file = scenarioWith('hosted-invoice-to-order', "/amount == '64.50'", "/amount == '64.51'")
    const { verdict, reasons, steps } = await replay(file)
    expect(verdict).toBe('fail')
    expect(reasons.map((reason) => reason.split('\n'))).toEqual([
      [
        expect.stringMatching(/hosted-invoice-to-order\.json:\d+:13: invoice-to-order \/ read-back$/),
        "  expected  $response.body#/result/returnval/amount == '64.51'",
        '  actual    $response.body#/result/returnval/amount is "64.50"',
        expect.stringMatching(/^ {2}request {3}GET \/invoices\?uuid=/),
        expect.stringMatching(/^ {2}response {2}200 {"ok":true,/),
      ],
    ])
    expect(steps.at(-1)?.stepId).toBe('read-back')
    const line = Number(/json:(\d+):/.exec(reasons.join())?.[1])
    expect(readFileSync(file, 'utf8').split('\n')[line - 1]).toContain("/amount == '64.51'")
  })

  it('shows for a JSONPath criterion that nothing was selected, and the embedded values', async () => {
    const file = scenarioWith('lookups', '@.currency == {$inputs.coin}', '@.currency == {$inputs.exchange}')
    const { reasons } = await replay(file)
    expect(reasons).toEqual([
      expect.stringContaining(
        [
          '  expected  $..accounts[?@.currency == {$inputs.exchange}] to select something in $response.body',
          '  actual    nothing was selected, $inputs.exchange is "alphaexchange"',
          '  request   GET /exchanges/check-balance/',
        ].join('\n'),
      ),
    ])
  })

  it('of a shared workflow shows its place there', async () => {
    const workflow = readFileSync('scenarios/shared/subscribe.json', 'utf8')
      .replaceAll('accounts.json', join(process.cwd(), 'scenarios/shared/accounts.json'))
      .replace('subscriptionOrder == true', 'subscriptionOrder == false')
    writeFileSync(join(directory, 'subscribe.json'), workflow)
    const path = join(directory, 'subscribe.json')
    const file = scenarioWith('subscription-without-auto-renewal', '../shared/subscribe.json', path)
    const { verdict, reasons } = await replay(file)
    expect(verdict).toBe('fail')
    expect(reasons).toEqual([
      expect.stringMatching(
        /subscribe\.json:\d+:\d+: subscribe \/ pay\n {2}expected {2}\$response\.body#\/result\/subscriptionOrder == false\n {2}actual {4}\S+ is true\n/,
      ),
    ])
  })

  it('without a response shows the time limit', async () => {
    const action = '"action": { "do": "refuse", "code": 419 }'
    const hang = '"action": { "do": "delay", "delayMs": 60000 }'
    const file = scenarioWith('exchange-error-then-retry', action, hang)
    const { verdict, reasons } = await replay(file, simulatorInProcess(), 200)
    expect(verdict).toBe('fail')
    expect(reasons).toEqual([
      expect.stringMatching(
        /retry \/ pay-refused\n {2}expected {2}a response\n {2}actual {4}no response within 200 ms\n {2}request {3}POST \/exchanges\/payments\/\w+\n {2}remedy .*--timeout/,
      ),
    ])
  })

  it('shows no secret, neither of the target nor of the response nor of the inputs', async () => {
    const target = changedTarget('/stores', '"whiteLabel"', '"accessToken":"issued-just-now","whiteLabel"')
    const inputs = { otp: 'one-time-password' }
    const file = scenarioWith(
      'lookups',
      '{ "condition": "$response.body#/result/merchant/id == $inputs.merchant.id" }',
      `{ "condition": "$response.body#/result/accessToken == $inputs.merchant.accessToken" },
       { "condition": "$response.body#/result == $inputs.otp" }`,
    )
    const declared = '"otp": { "type": "string", "format": "password" }, "merchant":'
    writeFileSync(file, readFileSync(file, 'utf8').replace('"merchant":', declared))
    const replayed = await replayScenario(file, { target, inputs })
    expect(replayed.verdict).toBe('fail')
    const [first = '', second = ''] = replayed.reasons
    expect(first).toContain(
      'result/accessToken is "•••", $inputs.merchant.accessToken is "{merchant.accessToken}"',
    )
    expect(first).toMatch(/response {2}200 .*"accessToken":"•••"/)
    expect(second).toContain('$inputs.otp is "{otp}"')
    const report = jsonReport({ target: 'the simulator', scenarios: [scenarioReport(replayed)] })
    expect(report).toContain('$inputs.otp is')
    for (const secret of ['issued-just-now', 'merchant-lamp-shop"', 'one-time-password'])
      expect(`${replayed.reasons.join('\n')} ${report}`).not.toContain(secret)
  })

  it('is reported for a response that violates its document, whatever the criteria', async () => {
    const target = changedTarget('/stores', '"whiteLabel"', '"whitelabel"')
    const { verdict, reasons, steps } = await replay('scenarios/catalog/lookups.json', target)
    expect(verdict).toBe('fail')
    expect(reasons).toEqual([
      expect.stringMatching(
        /lookups \/ store\n {2}expected {2}a response that matches the service document\n {2}actual {4}response\.result\.whiteLabel is missing/,
      ),
    ])
    expect(steps).toHaveLength(5)
  })
})

describe('a deployment', () => {
  /** The simulator as a deployment without control API, described by a target file. */
  async function target(
    level: 'read' | 'money',
    sent: string[] = [],
    headers: string[] = [],
  ): Promise<ScenarioTarget> {
    const opened = await simulatorInProcess().open(undefined)
    const file = resolveTarget(targetFileOf(opened, { level, headers: { 'x-gateway-key': 'gate' } }), {})
    return deployment(file, (url, init) => {
      sent.push(url)
      headers.push(...new Headers(init.headers).keys())
      return opened.send(url, init)
    })
  }

  it('gets its accounts from the replay, whose own response is not checked', async () => {
    const step = {
      stepId: 'accounts',
      operationId: '$sourceDescriptions.control.getCredentials',
      successCriteria: [{ condition: '$response.body#/exchanges/0 == $inputs.exchange' }],
    }
    const inputs = { type: 'object', properties: { exchange: { type: 'string' } } }
    const text = JSON.stringify({
      arazzo: '1.0.1',
      info: { title: 'Accounts', version: '1.0.0' },
      sourceDescriptions: [{ name: 'control', type: 'openapi', url: 'spec/control/openapi.json' }],
      workflows: [{ workflowId: 'accounts', inputs, steps: [step] }],
    })
    const { verdict, reasons } = await replayScenario('accounts.json', { target: await target('read'), text })
    expect(reasons).toEqual([])
    expect(verdict).toBe('pass')
  })

  it('runs scenarios that only call the service', async () => {
    const sent: string[] = []
    const headers: string[] = []
    const { verdict, reasons } = await replay(
      'scenarios/catalog/lookups.json',
      await target('read', sent, headers),
    )
    expect(reasons).toEqual([])
    expect(verdict).toBe('pass')
    expect(sent.every((url) => url.includes('/api/'))).toBe(true)
    expect(new Set(headers)).toEqual(new Set(['authorization', 'x-gateway-key']))
    const paid = await replay('scenarios/catalog/refused-bank-payments.json', await target('money'))
    expect(paid.verdict).toBe('pass')
  })

  it('is not applicable if a step needs the control API, and gets no request', async () => {
    const sent: string[] = []
    const file = 'scenarios/catalog/bank-transfer-over-holiday-weekend.json'
    const replayed = await replay(file, await target('money', sent))
    expect(replayed.verdict).toBe('not applicable')
    expect(replayed.reasons).toEqual([
      expect.stringMatching(/^holiday-weekend \/ advance-to-friday: advanceClock .*control API/),
    ])
    expect(sent).toEqual([])
    expect(exitCodeOf([replayed])).toBe(4)
  })

  it('moves no money unless its target file allows it', async () => {
    const sent: string[] = []
    const replayed = await replay('scenarios/catalog/payees-and-transfers.json', await target('read', sent))
    expect(replayed.verdict).toBe('not applicable')
    expect(replayed.reasons.join()).toMatch(/payouts \/ add-payees: addPayees needs the level "write"/)
    expect(sent).toEqual([])
  })

  it('is not applicable if it lacks an account', async () => {
    const replayed = await replay('scenarios/catalog/exchange-payment-errors.json', await target('money'))
    expect(replayed.verdict).toBe('not applicable')
    expect(replayed.reasons).toEqual([
      'exchange-payment-errors / low-balance needs $inputs.lowBalance.exchange, which the staging host does not provide',
    ])
  })

  it('is not applicable if its control API shows another assumption than the scenario relies on', async () => {
    const assumptions = { 'invoices.other-merchants': 'returned' }
    const opened = await simulatorInProcess({ assumptions }).open(undefined)
    const capabilities = { control: { url: opened.controlUrl ?? '', ownSandbox: false } }
    const file = resolveTarget(targetFileOf(opened, { level: 'disruptive', capabilities }), {})
    const replayed = await replay(
      'scenarios/catalog/merchants-are-isolated.json',
      deployment(file, opened.send),
    )
    expect(replayed.verdict).toBe('not applicable')
    expect(replayed.reasons).toEqual([
      'it relies on the option "refused" of invoices.other-merchants, and the target has another one',
    ])
  })

  it('gets encrypted payloads from the replay if the scenario leaves encryption to the control API', async () => {
    const file = scenarioWith('walk-through', '"workflowId": "walk-through"', '"workflowId": "walk-through"')
    const document = JSON.parse(readFileSync(file, 'utf8'))
    const kept = ['encrypt-payees', 'add-payee', 'encrypt-transfers', 'transfer']
    const steps: { stepId: string }[] = document.workflows[0].steps
    document.workflows[0].steps = steps.filter(({ stepId }) => kept.includes(stepId))
    writeFileSync(file, JSON.stringify(document))
    const replayed = await replay(file, await target('money'))
    expect(replayed.reasons).toEqual([])
    expect(replayed.verdict).toBe('pass')
    expect(replayed.steps).toHaveLength(4)
  })

  it('that does not respond at all is unreachable', async () => {
    const opened = await simulatorInProcess().open(undefined)
    const file = resolveTarget(targetFileOf(opened), {})
    const refuse: Send = async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:4999') })
    }
    const replayed = await replay('scenarios/catalog/lookups.json', deployment(file, refuse))
    expect(replayed.verdict).toBe('unreachable')
    expect(replayed.reasons.join()).toMatch(/actual {4}connect ECONNREFUSED 127\.0\.0\.1:4999/)
  })
})

describe('a served simulator', () => {
  it('that rejects the setting of a scenario makes the scenario invalid', async () => {
    const { send } = await simulatorInProcess().open(undefined)
    const setting = '"x-simulator": { "start": "tomorrow" }, "sourceDescriptions"'
    const file = scenarioWith('lookups', '"sourceDescriptions"', setting)
    const replayed = await replay(file, servedSimulator('http://127.0.0.1:4999', {}, send))
    expect(replayed.verdict).toBe('invalid')
    expect(replayed.reasons).toEqual([expect.stringContaining('body.start must be an instant')])
  })

  it('that is no simulator is unreachable', async () => {
    const target = servedSimulator('http://127.0.0.1:4999', {}, async () => new Response('', { status: 404 }))
    const replayed = await replay('scenarios/catalog/walk-through.json', target)
    expect(replayed.verdict).toBe('unreachable')
    expect(replayed.reasons.join()).toMatch(/HTTP 404.*Check that the URL is that of a control API/)
  })

  it('that does not respond is unreachable', async () => {
    const refuse: Send = async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:4999') })
    }
    const target = servedSimulator('http://127.0.0.1:4999', {}, refuse)
    const replayed = await replay('scenarios/catalog/walk-through.json', target)
    expect(replayed.verdict).toBe('unreachable')
    expect(replayed.reasons.join()).toMatch(/connect ECONNREFUSED 127\.0\.0\.1:4999/)
    expect(exitCodeOf([replayed])).toBe(2)
  })
})
