// Deployments that are wrong about what a merchant asks of a subscription. Those that debit at the wrong time, or what is
// no subscription, are in renewals.ts.

import { refuse, type World } from '../../targets/in-process.ts'
import { faulty } from '../graded-deployment.ts'
import { rewriting } from '../rewriting.ts'
import { absent, spoiling } from '../spoiling.ts'

const [debit, cancel] = ['debitSubscription', 'cancelSubscription'] as const
const datum = (key: string) => `result.data.*.${key}`

/** Requests for a debit in which what is missing is made up. */
function madeUp(missing: (world: World, body: Readonly<Record<string, unknown>>) => Record<string, unknown>) {
  return rewriting(debit, (body, _, world) => ({ ...missing(world, body), ...body }))
}

/** The newest subscription: what a service takes that does not ask which. */
function newest({ subscriptions }: World) {
  return [...subscriptions].at(-1)
}

export const faultySubscriptions = [
  faulty({
    requirement: 'subscriptions.debit-accepted',
    name: 'debits only what it renews',
    says: 'A debit of a subscription that is left to the merchant is refused.',
    handlers: (real) => ({
      debitSubscription: (call) =>
        [...call.world.subscriptions].some(({ autoRenewal }) => !autoRenewal)
          ? refuse('subscriptions.not-active')
          : real.debitSubscription(call),
    }),
  }),
  faulty({
    requirement: 'subscriptions.debit-accepted',
    name: 'says nothing of the debit',
    says: 'A debit is answered without data.',
    response: spoiling(debit, 'result.data', () => []),
  }),
  faulty({
    requirement: 'subscriptions.debit-order-id-optional',
    name: 'demands an order id',
    says: 'A debit without an orderId is refused.',
    handlers: (real) => ({
      debitSubscription: (call) =>
        call.body.orderId === undefined
          ? refuse('subscriptions.nothing-to-debit')
          : real.debitSubscription(call),
    }),
  }),
  faulty({
    requirement: 'subscriptions.debit-order-id-optional',
    name: 'allows no order id',
    says: 'A debit with an orderId is refused.',
    handlers: (real) => ({
      debitSubscription: (call) =>
        call.body.orderId === undefined
          ? real.debitSubscription(call)
          : refuse('subscriptions.nothing-to-debit'),
    }),
  }),
  faulty({
    requirement: 'subscriptions.debit-required-fields-refused',
    name: 'the usual amount',
    says: "A debit without an amount is of the item's amount.",
    request: madeUp((world) => ({ amount: Number(newest(world)?.amount ?? 0) })),
  }),
  faulty({
    requirement: 'subscriptions.debit-required-fields-refused',
    name: 'the usual currency',
    says: 'A debit without a currency is in US dollars.',
    request: madeUp(() => ({ currency: 'USD' })),
  }),
  faulty({
    requirement: 'subscriptions.debit-required-fields-refused',
    name: 'the newest subscription',
    says: 'A debit that names no subscription is of the newest one.',
    request: madeUp((world) => ({ subscriptionId: newest(world)?.id })),
  }),
  faulty({
    requirement: 'subscriptions.debit-required-fields-refused',
    name: 'the merchant by its credential',
    says: 'A debit without a merchantId is for the merchant whose merchantAuth it bears.',
    request: madeUp(({ accounts }, { merchantAuth }) => ({
      merchantId: accounts.merchantWithToken(String(merchantAuth))?.id,
    })),
  }),
  faulty({
    requirement: 'subscriptions.debit-required-fields-refused',
    name: 'the merchant by its id',
    says: 'A debit without a merchantAuth is made for the merchant that it names.',
    request: madeUp(({ accounts }, { merchantId }) => ({
      merchantAuth: accounts.merchant(String(merchantId))?.accessToken,
    })),
  }),
  faulty({
    requirement: 'subscriptions.debit-response-shape',
    name: 'data by subscription',
    says: 'The data of a debit is an object.',
    response: spoiling(debit, 'result.data', (data) => ({ ...Object(data) })),
  }),
  faulty({
    requirement: 'subscriptions.debit-response-shape',
    name: 'no errors',
    says: 'The result of a debit has no errors.',
    response: spoiling(debit, 'result.errors', () => absent),
  }),
  ...['rateDivisor', 'userId', 'orderId', 'transactionId', 'status'].map((key) =>
    faulty({
      requirement: 'subscriptions.debit-response-shape',
      name: `no ${key}`,
      says: `A debit is answered without its ${key}.`,
      response: spoiling(debit, datum(key), () => absent),
    }),
  ),
  ...(
    [
      ['subscriptions.debit-status-200', debit],
      ['subscriptions.cancel-status-200', cancel],
    ] as const
  ).flatMap(([requirement, operationId]) => [
    faulty({
      requirement,
      name: `${operationId}: status as text`,
      says: 'The status of the answer is the text "200".',
      response: spoiling(operationId, 'status', String),
    }),
    faulty({
      requirement,
      name: `${operationId}: no status`,
      says: 'The answer has no status.',
      response: spoiling(operationId, 'status', () => absent),
    }),
    faulty({
      requirement,
      name: `${operationId}: created`,
      says: 'The status of the answer is 201.',
      response: spoiling(operationId, 'status', () => 201),
    }),
  ]),
  ...(
    [
      ['subscriptions.debit-without-ok', debit],
      ['subscriptions.cancel-without-ok', cancel],
    ] as const
  ).flatMap(([requirement, operationId]) => [
    faulty({
      requirement,
      name: `${operationId}: an ok like the others`,
      says: 'The answer has an `ok`.',
      response: (response, request) =>
        request.operationId === operationId && response.status === 200
          ? { ...response, json: { ok: true, ...Object(response.json) } }
          : response,
    }),
  ]),
  faulty({
    requirement: 'subscriptions.debit-as-asked',
    name: "the merchant's own id",
    says: 'The debit is answered under the merchantSubscriptionId.',
    response: spoiling(
      debit,
      datum('subscriptionId'),
      (id, { world }) => world.subscriptions.get(String(id))?.merchantSubscriptionId,
    ),
  }),
  faulty({
    requirement: 'subscriptions.debit-as-asked',
    name: 'always the first subscription',
    says: "The debit is answered under the id of the merchant's first subscription.",
    response: spoiling(debit, datum('subscriptionId'), (_, { world }) => [...world.subscriptions][0]?.id),
  }),
  faulty({
    requirement: 'subscriptions.debit-as-asked',
    name: 'another merchant',
    says: 'The debit is answered as one of another merchant.',
    response: spoiling(debit, datum('merchantId'), (_, { world }) => world.accounts.merchants[1]?.id),
  }),
  faulty({
    requirement: 'subscriptions.debit-of-the-amount-asked',
    name: 'in cents',
    says: 'The amount of the debit comes back in cents.',
    response: spoiling(debit, datum('amount'), (amount) => Math.round(Number(amount) * 100)),
  }),
  faulty({
    requirement: 'subscriptions.debit-of-the-amount-asked',
    name: 'in whole units',
    says: 'The amount of the debit comes back rounded.',
    response: spoiling(debit, datum('amount'), (amount) => Math.round(Number(amount))),
  }),
  faulty({
    requirement: 'subscriptions.debit-of-the-amount-asked',
    name: 'always that of the item',
    says: 'Whatever amount is asked for, that of the subscription item comes back.',
    response: spoiling(debit, datum('amount'), (amount, { json, world }) => {
      const [first] = Object(json).result.data
      return Number(world.subscriptions.get(first?.subscriptionId)?.amount ?? amount)
    }),
  }),
  faulty({
    requirement: 'subscriptions.cancel-accepted',
    name: 'cancels only what the merchant debits',
    says: 'A subscription that the service renews cannot be cancelled.',
    handlers: (real) => ({
      cancelSubscription: (call) =>
        call.world.subscriptions.get(call.body.subscriptionId)?.autoRenewal
          ? refuse('subscriptions.not-active')
          : real.cancelSubscription(call),
    }),
  }),
  faulty({
    requirement: 'subscriptions.cancel-accepted',
    name: 'success in words',
    says: 'The success of a cancellation is the text "true".',
    response: spoiling(cancel, 'result.success', String),
  }),
  faulty({
    requirement: 'subscriptions.cancel-accepted',
    name: 'cancelled in place of success',
    says: 'A cancellation is answered with `cancelled: true`.',
    response: spoiling(cancel, 'result', () => ({ cancelled: true })),
  }),
]
