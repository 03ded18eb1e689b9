// Messages of the control API about invalid requests: each names the place and what is expected there.

import { expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'

async function detailOf(method: string, path: string, body?: unknown): Promise<string> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await createSimulator().fetch(path, init)
  expect(response.status).toBe(400)
  const { detail } = (await response.json()) as { detail: string }
  return detail
}

type Request = [method: string, path: string, body?: unknown]
const faultRules = (rule: object): Request => ['PUT', '/control/webhooks/fault-rules', { rules: [rule] }]
const faultOf = (fault: object): Request => ['POST', '/control/injected-faults', fault]
const fault = (action: object): Request => faultOf({ operationId: 'getStore', action })
const advance = (body: object): Request => ['POST', '/control/clock/advance', body]
const instant = 'an instant in ISO 8601 with an offset, such as 2026-01-05T09:00:00.000Z'
const ways = 'one of "to", "by", "bankingDays", "next", "until"'

it.each<[Request, string]>([
  [fault({ do: 'explode' }), 'body.action.do must be one of "refuse", "respond", "delay", "drop".'],
  [fault({ do: 'delay' }), 'body.action.delayMs is missing.'],
  [fault({ do: 'refuse', code: 4.5 }), 'body.action.code must be a string or an integer.'],
  [fault({}), 'body.action.do is missing; it must be one of "refuse", "respond", "delay", "drop".'],
  [
    faultRules({ do: 'duplicat' }),
    'body.rules[0].do must be one of "drop", "wrong-signature", "delay", "reorder", "duplicate", "retry".',
  ],
  [faultRules({ do: 'delay' }), 'body.rules[0].by is missing.'],
  [
    faultRules({ do: 'drop', count: 1, every: 2 }),
    'Rule 1 has count and every; only one of count, every, share is allowed.',
  ],
  [faultRules({ do: 'drop', count: 0 }), 'body.rules[0].count must be at least 1.'],
  [faultRules({ do: 'drop', share: 2 }), 'body.rules[0].share must be at most 1.'],
  [faultRules({ do: 'drop', times: 2 }), 'body.rules[0] has the unknown field "times".'],
  [advance({ to: '2026-01-20' }), `body.to must be ${instant}.`],
  [advance({ By: 'P1D' }), `body must have ${ways}.`],
  [advance({}), `body must have ${ways}.`],
  [advance({ by: 'P1D', bankingDays: 1 }), 'body must have only one of "by", "bankingDays".'],
  [advance({ until: 'x' }), 'body.until must be an object; body.maxDuration is missing.'],
  [['PUT', '/control/merchants/x/webhook', { url: 5 }], 'body.url must be a string or null.'],
  [['POST', '/control/fork', { name: 5 }], 'body.name must be a string.'],
  [
    ['POST', '/control/restore', { paytwin: 'x', version: 3, digest: '', options: {}, data: {}, plans: {} }],
    'body.paytwin must be "snapshot".',
  ],
  [['GET', '/control/calendar'], 'query.bankingDays is missing.'],
  [['GET', '/control/calendar?bankingDays=few'], 'query.bankingDays must be an integer.'],
  [
    ['GET', '/control/transactions?merchant=1'],
    'query has the unknown field "merchant" (did you mean "merchantId"?).',
  ],
  [['POST', '/control/events/x/redeliver'], 'path.seq must be an integer.'],
  [['GET', '/control/calendar/tomorrow'], 'path.date must be a date as YYYY-MM-DD, such as 2026-01-05.'],
  [['GET', '/control/calendar?bankingDays=1&from=today'], `query.from must be ${instant}.`],
  [
    ['PUT', '/sandboxes/-x', {}],
    'path.name must be up to 64 letters, digits, dots, hyphens and underscores, starting with a letter or a digit, such as checkout-suite-7.',
  ],
  [
    ['PUT', '/sandboxes/c', { assumptions: { 'transactions.repeated-order': 5 } }],
    'body.assumptions["transactions.repeated-order"] must be a string or an object.',
  ],
  [
    ['POST', '/control/restore', { paytwin: 'snapshot' }],
    'body.version is missing; body.options is missing; body.data is missing; body.plans is missing; body.digest is missing.',
  ],
  [
    ['PUT', '/sandboxes/c', Object.fromEntries([...'abcdefghij'].map((name) => [name, 1]))],
    `${[...'abcdefgh'].map((name) => `body has the unknown field "${name}"`).join('; ')}; and 2 more.`,
  ],
])('refuses %j with: %s', async (request, detail) => {
  expect(await detailOf(...request)).toBe(detail)
})
