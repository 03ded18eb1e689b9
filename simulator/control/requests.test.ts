// Requests of the control API: unknown paths, invalid and large bodies, and the messages about them.

import { describe, expect, it } from 'vitest'
import { maxBodyBytes } from '../../spec/control/values.ts'
import { createSimulator } from '../embedding/create-simulator.ts'

type Sent = [method: string, path: string, body?: unknown]

async function send([method, path, body]: Sent, simulator = createSimulator()) {
  const init =
    body === undefined ? { method } : { method, body: typeof body === 'string' ? body : JSON.stringify(body) }
  const response = await simulator.fetch(path, init)
  return { status: response.status, ...((await response.json()) as { detail?: string }) }
}

const setBalance = (body: unknown): Sent => ['PUT', '/control/shoppers/x/balances', body]
const filler = 'x'.repeat(maxBodyBytes)

it.each<[Sent, object]>([
  [
    ['GET', '/control/clocks'],
    {
      status: 404,
      fact: 'No such control operation: GET /control/clocks.',
      detail: 'Nothing is at this path.',
      remedy: 'See GET /control/openapi.json.',
    },
  ],
  [['POST', '/control/clock'], { status: 404, detail: 'The methods of this path are GET.' }],
  [['PATCH', '/sandboxes/mine'], { status: 404, detail: 'The methods of this path are GET, PUT, DELETE.' }],
  [['GET', '/sandboxes/none/control/clock'], { status: 404, fact: 'There is no sandbox "none".' }],
  [['GET', '/api/control/clock'], { status: 404 }],
  [
    setBalance({ exchange: 'a', coin: 'b', amount: 5 }),
    {
      status: 400,
      fact: 'Invalid body of setBalance.',
      detail: 'body.amount must be a string.',
      remedy: 'Send, for example, {"exchange":"alphaexchange","coin":"BTC","amount":"0"}.',
    },
  ],
  [setBalance(''), { status: 400, fact: 'setBalance requires a body.' }],
  [setBalance('{'), { status: 400, fact: 'The body of setBalance is not JSON.' }],
  [setBalance({ filler }), { status: 413, detail: 'It may have at most 1048576 bytes.' }],
  [['PUT', '/sandboxes/a', { snapshot: { filler } }], { status: 400 }],
  [
    ['POST', '/control/restore', '['.repeat(2 * maxBodyBytes)],
    { status: 400, fact: 'The body of restoreSnapshot is nested too deep.' },
  ],
])('%.80j is refused', async (sent, refusal) => {
  expect(await send(sent)).toMatchObject(refusal)
})

it('a request may have any content type, as curl sends it', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', headers, body: '{"by":"P1D"}' }
  const response = await createSimulator().fetch('/control/clock/advance', init)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('date')).toBe('Tue, 06 Jan 2026 09:00:00 GMT')
})

it('the document is that of every sandbox', async () => {
  const { fetch, sandbox } = createSimulator()
  await sandbox('mine')
  for (const path of ['/control/openapi.json', '/sandboxes/mine/control/openapi.json'])
    expect(await (await fetch(path)).json()).toHaveProperty(['paths', '/control/clock/advance'])
})

const rules = (rule: object): Sent => ['PUT', '/control/webhooks/fault-rules', { rules: [rule] }]
const fault = (action: object): Sent => [
  'POST',
  '/control/injected-faults',
  { operationId: 'getStore', action },
]
const advance = (body: object): Sent => ['POST', '/control/clock/advance', body]
const ways = 'one of "to", "by", "bankingDays", "next", "until"'

describe('the detail', () => {
  it.each<[Sent, string]>([
    [fault({ do: 'delay' }), 'body.action.delayMs is missing.'],
    [fault({}), 'body.action.do is missing; it must be one of "refuse", "respond", "delay", "drop".'],
    [
      rules({ do: 'drop', count: 1, every: 2 }),
      'Rule 1 has count and every; only one of count, every, share is allowed.',
    ],
    [rules({ do: 'drop', times: 2 }), 'body.rules[0] has the unknown field "times".'],
    [advance({ By: 'P1D' }), `body must have ${ways}.`],
    [advance({ by: 'P1D', bankingDays: 1 }), 'body must have only one of "by", "bankingDays".'],
    [['GET', '/control/calendar?bankingDays=few'], 'query.bankingDays must be an integer.'],
    [['GET', '/control/transactions?merchant=1'], 'query has the unknown field "merchant".'],
    [
      ['GET', '/control/events?from=today'],
      'query.from must be an instant in ISO 8601 with an offset, such as 2026-01-05T09:00:00.000Z.',
    ],
    [['POST', '/control/events/x/redeliver'], 'path.seq must be an integer.'],
    [['GET', '/control/calendar/tomorrow'], 'path.date must be a date as YYYY-MM-DD, such as 2026-01-05.'],
  ])('of %j is: %s', async (sent, detail) => {
    expect(await send(sent)).toMatchObject({ status: 400, detail })
  })
})
