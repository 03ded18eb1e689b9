// A service that makes a payment twice, and reports both.

import { expect, it } from 'vitest'
import { verify } from '../commands/verify.ts'
import { sharedWorld } from '../observe/shared-world.ts'

const reportOf = async (makesTwice: boolean) => {
  const { clock: _, ...deployment } = await sharedWorld()
  const send: typeof deployment.send = async (url, init, operationId) => {
    const response = await deployment.send(url, init, operationId)
    return makesTwice && operationId === 'createExchangePayment'
      ? deployment.send(url, init, operationId)
      : response
  }
  const only = ['exchange-payments', 'subscriptions', 'webhooks']
  return verify({ ...deployment, send }, { only, runs: 2, level: 'money' })
}

it('names orders of which the webhook reports another payment than the one that was requested', async () => {
  const { notes } = await reportOf(true)
  expect(notes).toEqual([
    expect.stringMatching(
      /^The webhook reports several transactions of orders that one request paid: pt-\S+ \([\w-]{36}, [\w-]{36}\) and \d+ more\.$/,
    ),
  ])
})

it('names no order of a service that makes each payment once', async () => {
  expect((await reportOf(false)).notes).toEqual([])
})
