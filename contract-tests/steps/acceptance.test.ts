// Requests that must be refused, at a service whose responses do not show whether it refuses them.

import { expect, it } from 'vitest'
import { verify } from '../commands/verify.ts'
import { inProcess, type TransportSeam } from '../observe/in-process.ts'

const requirement = 'subscriptions.debit-required-fields-refused'

/** Responds to debits without a field with a row that has a status. */
const respondingWithout =
  (field: string, status: unknown): TransportSeam =>
  async ({ operationId, body }, send) => {
    if (operationId !== 'debitSubscription' || body.includes(`"${field}":`)) return send()
    const row = { transactionId: '7c12', amount: 30, currency: 'USD', status }
    return Response.json({ status: 200, result: { data: [row], errors: [] } })
  }

it.each<[string, unknown, string]>([
  ['has the status of a debit that is made', 0, 'fail'],
  ['has an unknown status', 9, 'inconclusive'],
  ['has the status of a debit that is not made', 'declined', 'pass'],
])('judges a row for the last invalid debit that %s', async (_, status, verdict) => {
  const deployment = inProcess({ transport: respondingWithout('currency', status) })
  const { requirements } = await verify(deployment, { only: [requirement], runs: 1 })
  expect(requirements.find(({ id }) => id === requirement)?.verdict).toBe(verdict)
})
