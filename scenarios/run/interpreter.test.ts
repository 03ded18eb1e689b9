// The interpreter: the order of steps, actions, called workflows, components and what each step sends.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Step, Workflow } from '../format/scenario.ts'
import { simulatorInProcess } from '../in-process.ts'
import type { ScenarioTarget } from '../targets.ts'
import { temporaryDirectory } from '../test-support/changed-scenario.ts'
import { type Replay, replayScenario } from './replay.ts'

interface Sent {
  path: string
  headers: Record<string, string>
  body: unknown
}

const directory = temporaryDirectory()

/**
 * Runs workflows against a target that refuses everything. The form of refusals is not stated, so that any body conforms.
 * The response to the n-th request has `n` and whatever `response` returns.
 */
async function run(
  workflows: Workflow[],
  { components = {}, response = () => ({}) }: { components?: object; response?: (n: number) => object } = {},
): Promise<Replay & { sent: Sent[]; ran: string[] }> {
  const file = join(directory, 'scenario.json')
  const sourceDescriptions = [{ name: 'service', type: 'openapi', url: 'openapi.json' }]
  const info = { title: 'A test', version: '1' }
  writeFileSync(file, JSON.stringify({ arazzo: '1.0.1', info, sourceDescriptions, workflows, components }))
  const sent: Sent[] = []
  const simulator = simulatorInProcess()
  const target: ScenarioTarget = {
    ...simulator,
    open: async (setting) => ({
      ...(await simulator.open(setting)),
      send: async (url, init) => {
        const { pathname, search } = new URL(url)
        const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
        const headers = Object.fromEntries(new Headers(init.headers))
        sent.push({ path: pathname.replace('/api', '') + search, headers, body })
        return Response.json({ ok: false, n: sent.length, ...response(sent.length) })
      },
    }),
  }
  const replay = await replayScenario(file, { target, timeoutMs: 1000 })
  return { ...replay, sent, ran: replay.steps.map(({ stepId }) => stepId) }
}

const token = { name: 'Authorization', in: 'header', value: 'Bearer t' } as const
const passing = [{ condition: '$statusCode == 200' }]
const failing = [{ condition: '$statusCode == 404' }]
const getStore = '$sourceDescriptions.service.getStore'
const step = (stepId: string, more: Partial<Step> = {}): Step => ({
  stepId,
  operationId: getStore,
  parameters: [token],
  successCriteria: passing,
  ...more,
})
const workflow = (workflowId: string, steps: Step[], more: Partial<Workflow> = {}): Workflow => ({
  workflowId,
  steps,
  ...more,
})

describe('steps', () => {
  it('run in order until one fails', async () => {
    const { verdict, ran } = await run([
      workflow('one', [step('a'), step('b', { successCriteria: failing }), step('c')]),
    ])
    expect(verdict).toBe('fail')
    expect(ran).toEqual(['a', 'b'])
  })

  it('pass outputs on', async () => {
    const { verdict, sent } = await run([
      workflow('one', [
        step('a', { outputs: { count: '$response.body#/n' } }),
        step('b', {
          parameters: [token, { name: 'X-Count', in: 'header', value: 'n={$steps.a.outputs.count}' }],
        }),
      ]),
    ])
    expect(verdict).toBe('pass')
    expect(sent[1]?.headers['x-count']).toBe('n=1')
  })

  it('fail if an output is missing in the response', async () => {
    const { verdict, steps, reasons } = await run([
      workflow('one', [step('a', { outputs: { count: '$response.body#/absent' } }), step('b')]),
    ])
    expect(verdict).toBe('fail')
    expect(steps.map(({ failures }) => failures)).toEqual([
      [
        {
          kind: 'unresolved-expression',
          pointer: '/workflows/0/steps/0/outputs/count',
          expression: '$response.body#/absent',
        },
      ],
    ])
    expect(reasons.join()).toContain('expected  a value of $response.body#/absent')
  })

  it('send path, query and body with their expressions replaced', async () => {
    const { sent } = await run([
      workflow(
        'one',
        [
          step('balance', {
            operationId: '$sourceDescriptions.service.checkExchangeBalance',
            parameters: [
              token,
              { name: 'exchange_name', in: 'path', value: '$inputs.exchange' },
              { name: 'merchantId', in: 'query', value: 'a b&{$inputs.coin}' },
            ],
          }),
          step('cancel', {
            operationId: '$sourceDescriptions.service.cancelSubscription',
            requestBody: {
              payload: { merchantId: '$inputs.coin', merchantAuth: 'x', subscriptionId: 'y' },
              replacements: [{ target: '/subscriptionId', value: 'sub-{$inputs.coin}' }],
            },
          }),
        ],
        { inputs: { type: 'object', properties: { exchange: {}, coin: {} } } },
      ),
    ])
    expect(sent.map(({ path }) => path)).toEqual([
      '/exchanges/check-balance/alphaexchange?merchantId=a%20b%26BTC',
      '/subscription/cancel',
    ])
    expect(sent[1]).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: { merchantId: 'BTC', merchantAuth: 'x', subscriptionId: 'sub-BTC' },
    })
  })
})

describe('components', () => {
  it('provide parameters, inputs and actions', async () => {
    const { verdict, sent, ran } = await run(
      [
        workflow(
          'one',
          [
            step('a', {
              parameters: [
                { reference: '$components.parameters.token' },
                { reference: '$components.parameters.version', value: '2' },
              ],
              onSuccess: [{ reference: '$components.successActions.done' }],
            }),
            step('b'),
          ],
          { inputs: { $ref: '#/components/inputs/shop' } },
        ),
      ],
      {
        components: {
          inputs: { shop: { type: 'object', properties: { token: { default: 'shop-token' } } } },
          parameters: {
            token: { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.token}' },
            version: { name: 'X-Version', in: 'header', value: '1' },
          },
          successActions: { done: { name: 'done', type: 'end' } },
        },
      },
    )
    expect(verdict).toBe('pass')
    expect(ran).toEqual(['a'])
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer shop-token', 'x-version': '2' })
  })

  it('of a workflow apply to steps that do not set the parameter', async () => {
    const version = (value: string) => ({ name: 'X-Version', in: 'header', value }) as const
    const { sent } = await run([
      workflow('one', [step('a'), step('b', { parameters: [token, version('2')] })], {
        parameters: [version('1')],
      }),
    ])
    expect(sent.map(({ headers }) => headers['x-version'])).toEqual(['1', '2'])
  })
})

describe('actions', () => {
  it('retry a failed step, and only the last attempt counts', async () => {
    const again = { name: 'again', type: 'retry', retryLimit: 3 } as const
    const steps = [
      step('a', { successCriteria: [{ condition: '$response.body#/n == 3' }], onFailure: [again] }),
    ]
    const { verdict, ran, steps: results } = await run([workflow('one', [...steps, step('b')])])
    expect(verdict).toBe('pass')
    expect(ran).toEqual(['a', 'a', 'a', 'b'])
    expect(results.map(({ retried }) => retried)).toEqual([true, true, false, false])
  })

  it('stop retrying at the limit', async () => {
    const again = { name: 'again', type: 'retry', retryLimit: 2 } as const
    const { verdict, ran } = await run([
      workflow('one', [step('a', { successCriteria: failing, onFailure: [again] }), step('b')]),
    ])
    expect(verdict).toBe('fail')
    expect(ran).toEqual(['a', 'a', 'a'])
  })

  it('go to a step, the first whose criteria pass', async () => {
    const { verdict, ran } = await run([
      workflow('one', [
        step('a', {
          onSuccess: [
            { name: 'no', type: 'end', criteria: failing },
            { name: 'skip', type: 'goto', stepId: 'c', criteria: passing },
          ],
        }),
        step('b'),
        step('c'),
      ]),
    ])
    expect(verdict).toBe('pass')
    expect(ran).toEqual(['a', 'c'])
  })

  it('of a workflow apply to steps without actions', async () => {
    const { ran } = await run([
      workflow('one', [step('a', { onSuccess: [] }), step('b'), step('c')], {
        successActions: [{ name: 'done', type: 'end' }],
      }),
    ])
    expect(ran).toEqual(['a', 'b'])
  })

  it('that never end make the scenario invalid', async () => {
    const loop = { name: 'loop', type: 'goto', stepId: 'a' } as const
    const { verdict, reasons } = await run([workflow('one', [step('a', { onSuccess: [loop] })])])
    expect(verdict).toBe('invalid')
    expect(reasons.join()).toContain('The scenario does not end. It ran one / a 1000 times.')
  })
})

describe('workflows', () => {
  it('are called with parameters and return outputs', async () => {
    const { verdict, sent, ran } = await run([
      workflow('one', [
        {
          stepId: 'call',
          workflowId: 'two',
          parameters: [{ name: 'version', value: 7 }],
          outputs: { count: '$outputs.count' },
        },
        step('b', {
          parameters: [token, { name: 'X-Count', in: 'header', value: '$steps.call.outputs.count' }],
        }),
      ]),
      workflow(
        'two',
        [
          step('a', {
            parameters: [token, { name: 'X-Version', in: 'header', value: '$inputs.version' }],
            outputs: { count: '$response.body#/n' },
          }),
        ],
        {
          inputs: { type: 'object', properties: { version: { default: 1 } } },
          outputs: { count: '$steps.a.outputs.count' },
        },
      ),
    ])
    expect(verdict).toBe('pass')
    expect(ran).toEqual(['a', 'b', 'a'])
    expect(sent.map(({ headers }) => headers['x-version'] ?? headers['x-count'])).toEqual(['7', '1', '1'])
  })

  it('that fail fail the step that called them', async () => {
    const { verdict, ran } = await run([
      workflow('one', [{ stepId: 'call', workflowId: 'two' }, step('b')]),
      workflow('two', [step('a', { successCriteria: failing })]),
    ])
    expect(verdict).toBe('fail')
    expect(ran).toEqual(['a', 'a'])
  })

  it('run once, after those that they depend on', async () => {
    const { verdict, ran, sent } = await run([
      workflow(
        'second',
        [
          step('b', {
            parameters: [token, { name: 'X-Count', in: 'header', value: '$workflows.first.outputs.count' }],
          }),
        ],
        { dependsOn: ['first'] },
      ),
      workflow('first', [step('a', { outputs: { count: '$response.body#/n' } })], {
        outputs: { count: '$steps.a.outputs.count' },
      }),
    ])
    expect(verdict).toBe('pass')
    expect(ran).toEqual(['a', 'b'])
    expect(sent[1]?.headers['x-count']).toBe('1')
  })

  it('do not run if one that they depend on fails', async () => {
    const { verdict, ran } = await run([
      workflow('first', [step('a', { successCriteria: failing })]),
      workflow('second', [step('b')], { dependsOn: ['first'] }),
      workflow('third', [step('c')]),
    ])
    expect(verdict).toBe('fail')
    expect(ran).toEqual(['a', 'c'])
  })

  it('that depend on each other make the scenario invalid', async () => {
    const { verdict, reasons } = await run([
      workflow('one', [step('a')], { dependsOn: ['two'] }),
      workflow('two', [step('b')], { dependsOn: ['one'] }),
    ])
    expect(verdict).toBe('invalid')
    expect(reasons.join()).toContain('The workflow "one" depends on itself.')
  })
})
