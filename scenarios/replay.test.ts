// Scenarios that go wrong, each in its way: the message says where it is and what to do; and targets that cannot do a step.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { resolveTarget } from '../contract-tests/target.ts'
import { simulatorInProcess } from './in-process.ts'
import { type Replay, replayScenario } from './replay.ts'
import { exitCodeOf } from './report.ts'
import { deployment, type ScenarioTarget, type Send, servedSimulator } from './targets.ts'
import { writtenTarget } from './testing/written-target.ts'

const scenarios = new URL('catalog/', import.meta.url)
let directory = ''

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'paytwin-replay-'))
})

/** A shipped scenario with one text of it replaced, as a file. */
function scenarioWith(name: string, from: string, to: string): string {
  const text = readFileSync(new URL(`${name}.json`, scenarios), 'utf8')
  if (!text.includes(from)) throw new Error(`The scenario does not hold ${from}.`)
  const file = join(directory, `${name}.json`)
  writeFileSync(file, text.replaceAll('../shared', join(process.cwd(), 'scenarios/shared')).replace(from, to))
  return file
}

function replay(
  file: string,
  target: ScenarioTarget = simulatorInProcess(),
  timeoutMs = 5000,
): Promise<Replay> {
  return replayScenario(file, { target, inputs: {}, timeoutMs })
}

describe('a broken scenario', () => {
  it('that is not JSON says where it stops being JSON', async () => {
    const { verdict, reasons } = await replay(
      scenarioWith('looking-things-up', '"arazzo": "1.0.1",', '"arazzo": "1.0.1"'),
    )
    expect(verdict).toBe('broken')
    expect(reasons).toEqual([
      expect.stringMatching(/looking-things-up\.json:3:3: The file is not JSON\. Expected "," or "}"/),
    ])
  })

  it('that names no operation says which there are', async () => {
    const { verdict, reasons } = await replay(
      scenarioWith('looking-things-up', 'service.getStore', 'service.getShop'),
    )
    expect(verdict).toBe('broken')
    expect(reasons).toEqual([
      expect.stringMatching(/lookups \/ store: There is no operation "service\.getShop"\. Did you mean /),
    ])
  })

  it('that expects something else says what came', async () => {
    const { verdict, reasons, steps } = await replay(
      scenarioWith('hosted-invoice-to-order', "/amount == '64.50'", "/amount == '64.51'"),
    )
    expect(verdict).toBe('fail')
    expect(reasons).toEqual([
      expect.stringMatching(
        /hosted-invoice-to-order\.json:\d+:\d+: invoice-to-order \/ read-back: expected \$response\.body#\/result\/returnval\/amount == '64\.51', where \$response\.body#\/result\/returnval\/amount is "64\.50"\. It was answered 200 /,
      ),
    ])
    expect(steps.at(-1)?.stepId).toBe('read-back')
  })

  it('whose part goes wrong names the step of the part', async () => {
    const part = readFileSync('scenarios/shared/subscribe.json', 'utf8')
    writeFileSync(
      join(directory, 'subscribe.json'),
      part
        .replaceAll('accounts.json', join(process.cwd(), 'scenarios/shared/accounts.json'))
        .replace('subscriptionOrder == true', 'subscriptionOrder == false'),
    )
    const file = scenarioWith(
      'auto-renewal-off',
      '../shared/subscribe.json',
      join(directory, 'subscribe.json'),
    )
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(
        join(process.cwd(), 'scenarios/shared/subscribe.json'),
        join(directory, 'subscribe.json'),
      ),
    )
    const { verdict, reasons } = await replay(file)
    expect(verdict).toBe('fail')
    expect(reasons[0]).toMatch(
      /subscribe\.json:\d+:\d+: subscribe \/ pay: expected \$response\.body#\/result\/subscriptionOrder == false, where .* is true/,
    )
  })

  it('that waits too long says how long it waited', async () => {
    const action = '"action": { "do": "refuse", "code": 419 }'
    const { verdict, reasons } = await replay(
      scenarioWith('an-exchange-that-fails-once', action, '"action": { "do": "delay", "delayMs": 60000 }'),
      simulatorInProcess(),
      200,
    )
    expect(verdict).toBe('fail')
    expect(reasons).toEqual([
      expect.stringMatching(
        /fails-once \/ refused: POST \/exchanges\/payments\/\w+ was not answered within 200 ms\. .*--timeout/,
      ),
    ])
  })

  it('that does not exist says so', async () => {
    const { verdict, reasons } = await replay(join(directory, 'nowhere.json'))
    expect(verdict).toBe('broken')
    expect(reasons.join()).toMatch(/cannot be read: .*Give the path of a file/)
  })

  it('whose answers break the document fails, whatever it expects', async () => {
    const target = simulatorInProcess()
    const breaking: ScenarioTarget = {
      ...target,
      open: async (setting) => {
        const opened = await target.open(setting)
        const send: Send = async (url, init) => {
          const response = await opened.send(url, init)
          if (!url.endsWith('/stores')) return response
          const text = await response.text()
          return new Response(text.replace('"whiteLabel"', '"whitelabel"'), {
            status: 200,
            headers: response.headers,
          })
        }
        return { ...opened, send }
      },
    }
    const { verdict, reasons } = await replay('scenarios/catalog/looking-things-up.json', breaking)
    expect(verdict).toBe('fail')
    expect(reasons).toEqual([
      expect.stringMatching(
        /lookups \/ store: the answer breaks its document: response\.result\.whiteLabel is missing/,
      ),
    ])
  })
})

describe('a real deployment', () => {
  /** The simulator as a deployment without control, in the words of a target file. */
  async function target(
    level: 'read' | 'money',
    sent: string[] = [],
    headers: string[] = [],
  ): Promise<ScenarioTarget> {
    const opened = await simulatorInProcess().open(undefined)
    const file = resolveTarget(writtenTarget(opened, { level }), {})
    return deployment(file, (url, init) => {
      sent.push(url)
      headers.push(...new Headers(init.headers).keys())
      return opened.send(url, init)
    })
  }

  it('replays what asks for the service only', async () => {
    const sent: string[] = []
    const headers: string[] = []
    const { verdict, reasons } = await replay(
      'scenarios/catalog/looking-things-up.json',
      await target('read', sent, headers),
    )
    expect(reasons).toEqual([])
    expect(verdict).toBe('pass')
    expect(sent.every((url) => url.includes('/api/'))).toBe(true)
    expect(new Set(headers)).toEqual(new Set(['authorization']))
    const paid = await replay('scenarios/catalog/bank-payments-that-cannot-be.json', await target('money'))
    expect(paid.verdict).toBe('pass')
  })

  it('cannot move time, and the step that wants it is named before anything is sent', async () => {
    const sent: string[] = []
    const told = await replay(
      'scenarios/catalog/ach-over-a-bank-holiday-weekend.json',
      await target('money', sent),
    )
    expect(told.verdict).toBe('not applicable')
    expect(told.reasons).toEqual([
      'the step holiday-weekend / friday-morning: advanceClock is an operation of the control API, which the staging host does not have',
    ])
    expect(sent).toEqual([])
    expect(exitCodeOf([told])).toBe(4)
  })

  it('moves no money unless its file says so', async () => {
    const sent: string[] = []
    const told = await replay('scenarios/catalog/payees-and-transfers.json', await target('read', sent))
    expect(told.verdict).toBe('not applicable')
    expect(told.reasons.join()).toMatch(
      /payouts \/ add-payees: addPayees needs the level "write", and the staging host allows "read"/,
    )
    expect(sent).toEqual([])
  })

  it('names the person who is missing', async () => {
    const told = await replay('scenarios/catalog/every-exchange-error.json', await target('money'))
    expect(told.verdict).toBe('not applicable')
    expect(told.reasons).toEqual([
      'the step five-errors / link-expired needs $inputs.expiredLink.accessToken, which the staging host does not give',
    ])
  })

  it('has its payloads encrypted by the runner where a scenario leaves that to the control API', async () => {
    const file = scenarioWith('walk-through', '"workflowId": "walk-through"', '"workflowId": "walk-through"')
    const text = JSON.parse(readFileSync(file, 'utf8'))
    const kept = ['encrypt-payees', 'add-payee', 'encrypt-transfers', 'transfer']
    text.workflows[0].steps = text.workflows[0].steps.filter(({ stepId }: { stepId: string }) =>
      kept.includes(stepId),
    )
    writeFileSync(file, JSON.stringify(text))
    const { verdict, reasons, steps } = await replay(file, await target('money'))
    expect(reasons).toEqual([])
    expect(verdict).toBe('pass')
    expect(steps).toHaveLength(4)
  })
})

describe('a target that is not there', () => {
  it('is unreachable, which is no failure of the scenario', async () => {
    const gone: Send = async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:4999') })
    }
    const told = await replay(
      'scenarios/catalog/walk-through.json',
      servedSimulator('http://127.0.0.1:4999', {}, gone),
    )
    expect(told.verdict).toBe('unreachable')
    expect(told.reasons.join()).toMatch(/connect ECONNREFUSED 127\.0\.0\.1:4999\. Start one with "npm start"/)
    expect(exitCodeOf([told])).toBe(2)
  })
})
