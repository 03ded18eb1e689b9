// The control operations that the suite needs, by the paths and bodies of the simulator's control API: nine of them.

import { type Call, find, type Operations, Refusal } from './requests.ts'
import { amountOf, fieldsOf } from './values.ts'

const transactionOf = ({ world, name }: Call) => find(world.transactions, ({ id }) => id === name, 'state')

/** `reset` starts with a new world. */
export const controls = (reset: () => void): Operations => ({
  'POST /control/reset': reset,
  'PUT /sandboxes/*': ({ name, headers: { host } }) => {
    return { name, baseUrl: `http://${host}`, controlUrl: `http://${host}/control` }
  },
  'DELETE /sandboxes/*': () => undefined,
  'GET /control/credentials': ({ world }) => {
    return { merchants: world.accounts.merchants.map(({ id }) => ({ id, webhookUrl: null })) }
  },
  'GET /control/clock': ({ world }) => ({ now: world.timestamp() }),
  'POST /control/clock/advance': ({ world, body }) => {
    return world.advance(Math.max(0, Date.parse(String(fieldsOf(body).to)) - world.nowMs()) || 0)
  },
  'PUT /control/merchants/*/webhook': ({ world, name, body }) => {
    const { url } = fieldsOf(body)
    if (typeof url === 'string') world.webhooks.set(name, url)
    else world.webhooks.delete(name)
  },
  'POST /control/transactions/*/pay': (call) => {
    const transaction = transactionOf(call)
    if (transaction.kind !== 'wallet' || transaction.status === 'canceled')
      throw new Refusal('state', 'It cannot be paid.')
    call.world.receive(transaction, transaction.amount.times(amountOf(fieldsOf(call.body).share)))
  },
  'POST /control/transactions/*/request-refund': (call) => {
    transactionOf(call).isRefundRequested = true
  },
})
