// Learning the twin of a service that refuses in a form, and has values, that no option has.

import { expect, it } from 'vitest'
import { isObject } from '../../core/json.ts'
import { inProcess, type ResponseSeam } from '../observe/in-process.ts'
import { learnTwin } from './twin.ts'

const statuses: Readonly<Record<number, number>> = { 400: 422, 401: 403, 404: 410 }
const codes: Readonly<Record<number, string>> = { 422: 'body', 403: 'who', 410: 'what' }
const field = /(?:body|query|payload)\.?(\w+)[^ ]* (?:is missing|must)/

/** Refuses with its own statuses, envelope and words. */
const response: ResponseSeam = (sent, { operationId }) => {
  const { json, status } = sent
  const body: Record<string, unknown> = isObject(json) ? json : {}
  if (typeof body.message === 'string' && status in statuses) {
    const own = statuses[status] ?? status
    const [, name] = field.exec(body.message) ?? []
    const text = name === undefined ? `No: ${codes[own]} is wrong.` : `The field ${name} is wrong.`
    return { ...sent, status: own, json: { errors: [{ code: codes[own], text }], http: own } }
  }
  if (status >= 400 || operationId !== 'getStore') return sent
  const { result } = body
  const store = isObject(result) ? result : {}
  const whiteLabel = isObject(store.whiteLabel) ? store.whiteLabel : {}
  return {
    ...sent,
    json: { ...body, result: { ...store, whiteLabel: { ...whiteLabel, id: 4711 }, region: null } },
  }
}

const simulator = {
  seed: 7,
  assumptions: { 'stores.tabs': 'all', 'balances.amount-type': 'number' },
} as const

it('learns templates of refusals, constant values and options', async () => {
  const deployment = inProcess({ simulator, response })
  const learned = await learnTwin(deployment, { level: 'money', seed: 3, lengths: [60], proof: 30 })
  const { assumptions } = learned.twin.hypothesis
  expect(assumptions).toMatchObject({
    ...simulator.assumptions,
    'service.response-values': {
      use: 'written',
      value: [{ operation: 'getStore', fields: { 'result.whiteLabel.id': 4711, 'result.region': null } }],
    },
    'errors.envelope': {
      use: 'template',
      value: expect.arrayContaining([
        {
          cause: 'request.no-token',
          status: 403,
          body: { errors: [{ code: 'who', text: 'No: who is wrong.' }], http: 403 },
        },
        { body: { errors: [{ code: '{cause}', text: '{message}' }], http: '{code}' } },
      ]),
    },
  })
  const { all, alike } = learned.proof.actions
  expect(alike).toBeGreaterThan(0.9 * all)
})
