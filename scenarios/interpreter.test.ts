// The requests of steps, the criteria that pass, and the steps that fail.

import { expect, it } from 'vitest'
import type { Criterion, Step } from './document.ts'
import { simulatorInProcess } from './in-process.ts'
import { replayScenario } from './replay.ts'

const response = {
  ok: true,
  result: { uuid: 'a-1', url: "https://pay.example/it's", list: [1, 2] },
}

/** Runs steps of createInvoice against a service with that response. */
async function run(steps: Partial<Step>[], { status = 201, body = JSON.stringify(response) } = {}) {
  const sent: { url: string; body: unknown }[] = []
  const target = simulatorInProcess()
  const open = async () => ({
    ...(await target.open({})),
    send: async (url: string, init: RequestInit) => {
      sent.push({ url, body: init.body === undefined ? undefined : JSON.parse(String(init.body)) })
      return new Response(body, { status })
    },
  })
  const operationId = '$sourceDescriptions.service.createInvoice'
  const source = (name: string, url: string) => ({ name, type: name === 'a' ? 'arazzo' : 'openapi', url })
  const order = { type: 'string', default: 'o-1' }
  const document = {
    arazzo: '1.0.1',
    info: { title: 'Steps', version: '1.0.0' },
    sourceDescriptions: [
      source('service', ''),
      source('control', ''),
      source('a', 'scenarios/shared/invoice.json'),
    ],
    workflows: [
      {
        workflowId: 'w',
        inputs: { type: 'object', properties: { merchant: {}, order } },
        steps: steps.map((step, index) => ({
          stepId: `s${index}`,
          ...('workflowId' in step || 'operationId' in step ? {} : { operationId }),
          ...step,
        })),
      },
    ],
  }
  const options = { target: { ...target, open }, text: JSON.stringify(document) }
  return { ...(await replayScenario('scenario.json', options)), sent }
}

const text = '$response.body#/result/url'
const pattern = (condition: string, context: string): Criterion[] => [{ type: 'regex', condition, context }]
const query = (condition: string): Criterion[] => [{ type: 'jsonpath', condition, context: '$response.body' }]

it.each<[condition: string | Criterion[], passes: boolean]>([
  ['$statusCode == 201', true],
  ['$statusCode >= 200 && $statusCode < 201', false],
  ["$statusCode == 500 || $response.body#/result/uuid == 'a-1'", true],
  ["$response.body#/result/uuid != 'a-1'", false],
  ["$response.body#/result/uuid == $steps.s0.outputs.uuid && $inputs.order == 'o-1'", true],
  [pattern("it's", text), true],
  [pattern('^IT', text), false],
  [pattern('40', '$response.body#/ok'), false],
  [query('$[?@.ok == true && @.result.uuid == {$steps.s0.outputs.uuid}]'), true],
  [query('$[?@.ok != true]'), false],
  [query('$..list[?@ == {$statusCode}]'), false],
  [query("$..[?search(@, 'pay[.]example')]"), true],
])('checks %j: %j', async (given, passes) => {
  const successCriteria = typeof given === 'string' ? [{ condition: given }] : given
  const { verdict } = await run([{ outputs: { uuid: '$response.body#/result/uuid' } }, { successCriteria }])
  expect(verdict).toBe(passes ? 'pass' : 'fail')
})

it('fails a comparison with an absent value', async () => {
  const successCriteria = [{ condition: "$response.body#/result/url != 'x'" }]
  const { reasons } = await run([{ successCriteria }], { body: '{"ok":true,"result":{}}' })
  expect(reasons.join()).toContain('actual    $response.body#/result/url is absent')
})

it('replaces expressions in parameters and payloads, and passes outputs on', async () => {
  const payload = {
    order: '$inputs.order',
    cart: ['{$inputs.order}-{$steps.s0.outputs.uuid}'],
    n: '$steps.s0.outputs.n',
  }
  const { sent } = await run([
    { outputs: { uuid: '$response.body#/result/uuid', n: '$response.body#/result' } },
    { requestBody: { payload } },
    {
      operationId: '$sourceDescriptions.service.checkExchangeBalance',
      parameters: [{ name: 'exchange_name', in: 'path', value: 'a/{$inputs.order}' }],
    },
    {
      operationId: '$sourceDescriptions.service.getInvoice',
      parameters: [{ name: 'uuid', in: 'query', value: '$steps.s0.outputs.uuid' }],
    },
  ])
  expect(sent[1]?.body).toEqual({ order: 'o-1', cart: ['o-1-a-1'], n: response.result })
  expect(sent[2]?.url).toMatch(/\/exchanges\/check-balance\/a%2Fo-1$/)
  expect(sent[3]?.url).toMatch(/\/invoices\?uuid=a-1$/)
})

it('ends at the first step that fails, and goes on after a response that violates its document', async () => {
  const failing = { successCriteria: [{ condition: '$statusCode == 500' }] }
  const stopped = await run([{}, failing, {}])
  expect(stopped.steps.map(({ failures }) => failures.map(({ kind }) => kind))).toEqual([[], ['criterion']])
  const violating = await run([{}, {}], { status: 200, body: '{"ok":true}' })
  expect(violating.steps.map(({ failures }) => failures.map(({ kind }) => kind))).toEqual([
    ['invalid-response'],
    ['invalid-response'],
  ])
  expect(violating.reasons[1]).toMatch(
    /a response that matches the service document\n.*response\.result is missing/,
  )
  const lacking = await run([{ outputs: { uuid: '$response.body#/result/uuid' } }], { body: '{}' })
  expect(lacking.steps[0]?.failures).toMatchObject([
    { kind: 'unresolved-expression', expected: 'a value of $response.body#/result/uuid' },
  ])
})
