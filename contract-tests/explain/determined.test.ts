// Places that every option leaves as they are, and places that one changes.

import { expect, it } from 'vitest'
import { invoice, sampleSource } from '../../client/sample-requests.ts'
import type { Action, RequestAction } from '../histories/action.ts'
import { answerOf, Side } from '../histories/side.ts'
import { inProcess, type ResponseSeam } from '../observe/in-process.ts'
import { isDetermined } from './determined.ts'
import { shown } from './differences.ts'
import { replayed } from './replay.ts'

const hypothesis = { assumptions: {} }

/** Runs actions at a simulator whose last response has another text, and asks about the place where it differs. */
async function determined(actions: readonly RequestAction[], change: (text: string) => string) {
  const last = actions.at(-1)?.operation
  const response: ResponseSeam = (sent, { operationId }) =>
    operationId === last ? { ...sent, json: JSON.parse(change(JSON.stringify(sent.json))) } : sent
  const side = new Side(inProcess({ response }))
  await side.begin()
  const steps = actions.map((action: Action, at) => ({ number: at + 1, action }))
  const answers = []
  for (const step of steps) answers.push(await answerOf(side, step))
  const observed = { steps, answers }
  const { differences } = await replayed(hypothesis, observed)
  const [{ key, place, expected } = { key: '', place: '', expected: '' }] = differences
  return {
    place,
    determined: await isDetermined(hypothesis, observed, { key, place, expected: shown(expected) }),
  }
}

it('the order id of an invoice is the same with every option', async () => {
  const body = invoice(sampleSource(inProcess().target))
  const actions = [
    { operation: 'createInvoice', body },
    { operation: 'getInvoice', query: { uuid: '⟨invoice 1⟩' } },
  ] as const
  expect(await determined(actions, (text) => text.replace('"order":"', '"order":"x'))).toEqual({
    place: 'body.result.returnval.order',
    determined: true,
  })
})

it('a balance is not: an option writes it as a number', async () => {
  const query = { merchantId: '⟨merchant 0 id⟩' }
  const actions = [{ operation: 'checkExchangeBalance', exchange: '⟨exchange 0⟩', query }] as const
  expect(await determined(actions, (text) => text.replace(/"balance":"[^"]*"/, '"balance":"7"'))).toEqual({
    place: 'body.result.accounts.0.balance',
    determined: false,
  })
})
