// Debits that are refused in the form of a success. (permitted: service.refuses-with-nothing)

import { expect, it } from 'vitest'
import { parseJson, valueAt } from '../../../core/json.ts'
import { verify } from '../../commands/verify.ts'
import { type InProcessOptions, inProcess } from '../../observe/in-process.ts'
import { sharedWorld } from '../../observe/shared-world.ts'
import { subscriptions } from './merchant-debits.ts'

const id = 'subscriptions.debit-order-id-optional'

/** Lists an error in place of the debits of some requests. */
const listingErrors = (isRefused: (orderId: unknown) => boolean): InProcessOptions => ({
  transport: async ({ operationId, body }, send) =>
    operationId === 'debitSubscription' && isRefused(valueAt(parseJson(body), 'orderId'))
      ? Response.json({ status: 200, result: { data: [], errors: [{ message: 'Refused' }] } })
      : send(),
})

async function verdictWith(options: InProcessOptions, remote: boolean) {
  const { clock: _, shopper: __, ...simulator } = await (remote ? sharedWorld : inProcess)(options)
  const { requirements } = await verify(
    { ...simulator, remote },
    {
      properties: subscriptions,
      only: [id],
      level: 'money',
      time: { now: Date.now, wait: async () => {} },
    },
  )
  return requirements.find((one) => one.id === id)?.verdict
}

it.each([
  ['in this process', false],
  ['elsewhere', true],
])('a service %s must make debits with and without an order id', async (_, remote) => {
  const verdicts: unknown[] = []
  for (const isRefused of [
    (orderId: unknown) => orderId === undefined,
    (orderId: unknown) => orderId !== undefined,
    () => true,
  ])
    verdicts.push(await verdictWith(listingErrors(isRefused), remote))
  expect(verdicts).toEqual(['fail', 'fail', 'inconclusive'])
})
