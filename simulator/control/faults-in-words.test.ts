// What the control API says of requests that are not as they should be: the place, and what is asked for there, for the
// form that was meant.

import { expect, it } from 'vitest'
import { createSimulator } from '../embedding/create-simulator.ts'

async function detailOf(method: string, path: string, body?: unknown): Promise<string> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await createSimulator().fetch(path, init)
  expect(response.status).toBe(400)
  const { detail } = (await response.json()) as { detail: string }
  return detail.replace(/^In it, (.*)\.$/, '$1')
}

type Request = [method: string, path: string, body?: unknown]
const faultRules = (rule: object): Request => ['PUT', '/control/webhook-lab', { rules: [rule] }]
const fault = (action: object): Request => ['POST', '/control/faults', { operationId: 'getStore', action }]
const advance = (body: object): Request => ['POST', '/control/clock/advance', body]
const instant = 'an instant in ISO 8601 with its offset, such as 2026-01-05T09:00:00.000Z'
const ways = 'to, by, bankingDays, next, until'

it.each<[Request, string]>([
  [fault({ do: 'explode' }), 'action.do must be one of refuse, answer, hang, drop'],
  [fault({ do: 'hang' }), 'action lacks "ms"'],
  [fault({ do: 'refuse', code: 4.5 }), 'action.code must be string or integer'],
  [fault({}), 'action lacks "do", one of refuse, answer, hang, drop'],
  [
    faultRules({ do: 'duplicat' }),
    'rules.0.do must be one of drop, wrong-signature, delay, reorder, duplicate, retry',
  ],
  [faultRules({ do: 'delay' }), 'rules.0 lacks "by"'],
  [faultRules({ do: 'drop', times: 2 }), 'rules.0 has no field "times"'],
  [advance({ to: '2026-01-20' }), `to must be ${instant}`],
  [advance({ By: 'P1D' }), `it has no field "By"; it must have one of ${ways}`],
  [advance({}), `it must have one of ${ways}`],
  [advance({ by: 'P1D', bankingDays: 1 }), `it may have only one of ${ways}; by and bankingDays are there`],
  [advance({ until: 'x' }), 'it lacks "limit"; until must be object'],
  [['PUT', '/control/merchants/x/webhook', { url: 5 }], 'url must be string or null'],
  [['POST', '/control/fork', { name: 5 }], 'name must be string'],
  [
    ['POST', '/control/restore', { paytwin: 'x', version: 3, digest: '', options: {}, data: {}, plans: {} }],
    'paytwin must be snapshot',
  ],
  [['GET', '/control/calendar/tomorrow'], 'date must be a day as YYYY-MM-DD, such as 2026-01-05'],
  [['GET', '/control/calendar?bankingDays=1&from=today'], `from must be ${instant}`],
  [
    ['PUT', '/sandboxes/-x', {}],
    'name must be up to 64 letters, digits, dots, hyphens and underscores, the first a letter or a digit, such as checkout-suite-7',
  ],
  [
    ['PUT', '/sandboxes/c', { assumptions: { 'transactions.repeated-order': 5 } }],
    'assumptions.transactions.repeated-order must be string or object',
  ],
  [
    ['POST', '/control/restore', { paytwin: 'snapshot' }],
    'it lacks "version"; it lacks "options"; it lacks "data"; it lacks "plans"; it lacks "digest"',
  ],
  [
    ['PUT', '/sandboxes/c', Object.fromEntries('abcdefghij'.split('').map((name) => [name, 1]))],
    `${'abcdefgh'
      .split('')
      .map((name) => `it has no field "${name}"`)
      .join('; ')}; and 2 more`,
  ],
])('%j is told: %s', async (request, detail) => {
  expect(await detailOf(...request)).toBe(detail)
})
