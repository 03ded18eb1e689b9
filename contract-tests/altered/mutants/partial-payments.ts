// Mutants of closing partial payments: the closing window, who may close, refund requests, and the resulting state.

import { dayMs } from '../../../core/durations.ts'
import type { TransactionState, World } from '../../observe/in-process.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

const operation = 'closePartialPayment'
const result = op.resultOf(operation)
const twoWeeks = 14 * dayMs

type Call = op.CallOf<typeof operation>
type Close = (call: Call) => op.ResultOf<typeof operation>

const open = (world: World) => [...world.transactions].filter(({ status }) => status === 'partially-paid')
const named = ({ world, payload }: Call) => open(world).find(({ offerId }) => offerId === payload.offerId)
const paidAt = (transaction: TransactionState | undefined) => transaction?.lastPartialAt ?? 0
const sincePaid = (call: Call) => call.world.now - paidAt(named(call))
const isRefundRequested = (call: Call) => named(call)?.refund === 'requested'

const ignoreWindow = (call: Call, real: Close) => {
  const { now } = call.world
  for (const transaction of open(call.world))
    Object.assign(transaction, { firstPartialAt: now, lastPartialAt: now })
  return real(call)
}

/** A closing window of another length, or counted from another instant. */
const window = (words: string, ms: number, from: (transaction: TransactionState) => number = paidAt) =>
  op.handling(operation, `The closing window ${words}`, (call, real) => {
    const transaction = named(call)
    const isLate = transaction !== undefined && call.world.now - from(transaction) > ms
    return isLate ? op.refusalOf(operation) : ignoreWindow(call, real)
  })

/** Sets and reports a status, also one that the states do not permit. */
function setStatus(world: World, transaction: TransactionState, status: 'closed' | 'canceled'): void {
  world.transition(transaction, 'close')
  transaction.status = status
  const event = world.events.at(-1)
  if (event !== undefined) event.status = status
}

/** Changes the status of a transaction although its closing is refused. */
const refuseAndSet = (sentence: string, status: 'closed' | 'canceled', when: (call: Call) => boolean) =>
  op.handling(operation, sentence, (call, real) => {
    const [transaction, changes] = [named(call), when(call)]
    const response = real(call)
    if (transaction?.status === 'partially-paid' && changes) setStatus(call.world, transaction, status)
    return response
  })

const readOrderId = (sentence: string, read: (id: string, world: World) => string) =>
  op.asIf(operation, sentence, (call) => ({
    ...call,
    payload: { ...call.payload, offerId: read(call.payload.offerId, call.world) },
  }))

const transitionTo = (sentence: string, transition: World['transition']) =>
  op.asIf(operation, sentence, (call) => ({ ...call, world: op.withTransition(call.world, transition) }))

export const partialPayments = mutantsOf({
  'partial-payments.after-two-weeks-refused': [
    op.handling(operation, 'Closes regardless of how long ago the shopper paid', ignoreWindow),
    window('is 16 days long', 16 * dayMs),
    op.handling(operation, 'Closes after a window that ends on a weekend', (call, real) =>
      new Date(paidAt(named(call)) + twoWeeks).getUTCDay() % 6 === 0 ? ignoreWindow(call, real) : real(call),
    ),
    op.handling(operation, 'Closes after the window if forceUpdate is true', (call, real) =>
      call.body.forceUpdate ? ignoreWindow(call, real) : real(call),
    ),
    op.handling(
      operation,
      'Closes after the window if a refund is requested and closing is forced',
      (call, real) =>
        call.body.forceUpdate && isRefundRequested(call) ? ignoreWindow(call, real) : real(call),
    ),
  ],
  'partial-payments.within-two-weeks': [
    window('is 10 days long', 10 * dayMs),
    window('ends with its last whole day', 13 * dayMs, (one) => paidAt(one) - (paidAt(one) % dayMs)),
    window('begins when the transaction is created', twoWeeks, ({ createdAt }) => createdAt),
    op.refuseWhen(operation, 'the shopper paid in two parts', (call) => {
      const { firstPartialAt, lastPartialAt } = named(call) ?? {}
      return firstPartialAt !== lastPartialAt
    }),
    op.turnAway(
      'Refuses a forced closing while no transaction has a refund request',
      ({ operationId, body }, world) =>
        operationId === operation &&
        body.includes('"forceUpdate":true') &&
        !open(world).some(({ refund }) => refund === 'requested'),
    ),
  ],
  'partial-payments.wait-is-recommended': [
    op.refuseWhen(operation, 'the shopper paid less than 24 hours ago', (call) => sincePaid(call) < dayMs),
    op.refuseWhen(
      operation,
      'the shopper paid less than 12 hours ago',
      (call) => sincePaid(call) < dayMs / 2,
    ),
  ],
  'partial-payments.closes': [
    transitionTo('Returns success and leaves the transaction open', () => undefined),
    transitionTo('Closes the transaction without a webhook delivery', (one) =>
      Object.assign(one, { status: 'closed' }),
    ),
  ],
  'partial-payments.refused-changes-nothing': [
    refuseAndSet(
      'Refuses to close after the window, and closes',
      'closed',
      (call) => sincePaid(call) > twoWeeks,
    ),
    refuseAndSet('Refuses to close because of a refund request, and cancels', 'canceled', isRefundRequested),
  ],
  'partial-payments.unforced-refund-request-blocks': [
    op.accepting('Ignores forceUpdate: false', operation, (body) => ({ ...body, forceUpdate: true })),
    op.asIf(operation, 'Forgets a refund request when a closing is requested', (call) => {
      const transaction = named(call)
      if (transaction?.refund === 'requested') transaction.refund = 'none'
      return call
    }),
    op.asIf(operation, 'Forgets a refund request if more than half is paid', (call) => {
      const transaction = named(call)
      const isMost =
        transaction !== undefined && Number(transaction.received) > Number(transaction.amount) / 2
      if (isMost && transaction.refund === 'requested') transaction.refund = 'none'
      return call
    }),
  ],
  'partial-payments.unforced-without-refund-request': [
    op.refuseWhen(operation, 'forceUpdate is false', ({ body }) => !body.forceUpdate),
    op.refuseWhen(
      operation,
      'forceUpdate is false more than a week after the payment',
      (call) => !call.body.forceUpdate && sincePaid(call) > twoWeeks / 2,
    ),
    op.refuseWhen(
      operation,
      'forceUpdate is false and any transaction has a refund request',
      ({ body, world }) => !body.forceUpdate && open(world).some(({ refund }) => refund === 'requested'),
    ),
  ],
  'partial-payments.forced-despite-refund-request': [
    op.refuseWhen(operation, 'a refund is requested', isRefundRequested),
    op.refuseWhen(
      operation,
      'a refund is requested and forceUpdate is true',
      (call) => call.body.forceUpdate && isRefundRequested(call),
    ),
  ],
  'partial-payments.forced-by-default': [
    op.accepting('Takes a missing forceUpdate for false', operation, (body) => ({
      forceUpdate: false,
      ...body,
    })),
    op.turnAway(
      'Refuses closePartialPayment if forceUpdate is missing',
      ({ operationId, body }) => operationId === operation && !body.includes('"forceUpdate"'),
    ),
  ],
  'partial-payments.by-order-id': [
    readOrderId('Reads each byte of the order id as a character', (id) => Buffer.from(id).toString('latin1')),
    readOrderId('Reads a plus sign of the order id as a space', (id) => id.replaceAll('+', ' ')),
    readOrderId('Reads an order id of digits as a number', (id) => id.replace(/^0+(?=\d+$)/, '')),
    readOrderId(
      'Closes the latest partial payment, whatever order is named',
      (id, world) => open(world).at(-1)?.offerId ?? id,
    ),
    op.refuseWhen(
      operation,
      'forceUpdate is false and any merchant has a refund request of the order id',
      (call) =>
        open(call.world).some(
          ({ offerId, refund }) =>
            !call.body.forceUpdate && offerId === call.payload.offerId && refund === 'requested',
        ),
    ),
    op.refuseWhen(operation, 'there are ten newer partial payments', (call) => {
      const transaction = named(call)
      return transaction !== undefined && open(call.world).indexOf(transaction) < open(call.world).length - 10
    }),
    op.handling(operation, 'Closes all partial payments of the merchant together', (call, real) => {
      const others = open(call.world).filter((one) => one !== named(call))
      const response = real(call)
      for (const other of others) call.world.transition(other, 'close')
      return response
    }),
  ],
  'partial-payments.by-its-merchant-only': [
    op.asIf(operation, 'Closes partial payments to other merchants', (call) => {
      const owner = call.world.accounts.merchants.find(({ id }) => id === named(call)?.merchant)
      return owner === undefined ? call : { ...call, merchant: owner }
    }),
    op.handling(operation, 'Closes the partial payments of an order id to all merchants', (call, real) => {
      const transaction = named(call)
      const response = real(call)
      if (transaction?.status !== 'closed') return response
      for (const other of open(call.world))
        if (other.offerId === call.payload.offerId) call.world.transition(other, 'close')
      return response
    }),
  ],
  'partial-payments.required-fields-refused': [
    op.accepting('Closes for the first merchant if clientId is missing', operation, (body, { accounts }) => ({
      clientId: accounts.firstMerchant.id,
      ...body,
    })),
    op.acceptPayload(operation, 'an empty object', (payload, world) => {
      const last = open(world).at(-1)
      return last !== undefined && Object.keys(payload).length === 0 ? { offerId: last.offerId } : undefined
    }),
  ],
  'partial-payments.encrypted-with-the-client-secret': [
    ...[op.acceptPlainText(operation), op.acceptBase64(operation)],
    ...[op.acceptAnySecret(operation), op.ignoreClientId(operation)],
  ],
  'partial-payments.response-shape': [
    op.omit,
    op.wrongType,
    op.on(result(''), op.set('closed'), op.empty),
    op.on(result('success'), op.set('true'), op.set(1), op.set(false)),
    op.unwrap('result')({ operations: [operation], path: '' }),
  ],
})
