// The catalogue of actions: what shops, shoppers and tests do with a simulator. Everything that drives it at random draws from it: the
// fuzzer, the model, and the comparison of bytes. An action is a list of requests
// that refer to the records before them as ⟨kind number⟩, where 0 is the newest; it is possible when these records are known.

import fc from 'fast-check'
import { defaultWorld } from '../simulator/world/default-world.ts'
import type { FaultRule } from '../simulator/world/state.ts'
import { type ControlStep, controlStep } from './control-requests.ts'
import { faultRule, receiverUrl, sandboxNames } from './control-values.ts'
import { live, reference } from './dictionary.ts'
import { type ServiceStep, sampleStep } from './service-requests.ts'

export type Action = readonly (ServiceStep | ControlStep)[]

const places = fc.nat(7)
const { merchants, shoppers, exchanges } = defaultWorld

/** Advances, and renews the tokens that may have expired. */
const advance = (body: object): Action => [
  controlStep('advanceClock', {}, body),
  ...['merchant-lamp-shop', 'shopper-ready'].map((accessToken) =>
    controlStep('issueToken', {}, { accessToken }),
  ),
]

const payByExchange = (order: number) =>
  sampleStep('createExchangePayment', { order, changes: { assets: 'BTC' } })

export const payFromWallet = (place: number, share: string) =>
  controlStep('payFromWallet', { id: reference('wallet', place) }, { share })

export const createQrTransaction = (order: number, returnMethod?: 'GET' | 'POST') => {
  const params = [{ name: 'basket', value: `b ${order}` }]
  const customParameter = returnMethod && { returnMethod, params }
  return sampleStep('createQrTransaction', { order, changes: { customParameter } })
}

export const registerWebhook = (url: string | null) =>
  controlStep('registerWebhook', { id: merchants[0]?.id ?? '' }, { url })

export const setFaultRules = (rules: readonly FaultRule[]) =>
  controlStep('setWebhookFaultRules', {}, { rules })

const returnMethods = fc.constantFrom(undefined, 'GET', 'POST')

/** Actions of shops and shoppers. `orders` are numbers of orders. */
export const paymentActions = (orders: fc.Arbitrary<number>) =>
  ({
    pay: fc
      .tuple(orders, fc.constantFrom('usual', 'other account'))
      .map(([order, token]) => [{ ...payByExchange(order), token }]),
    createQrTransaction: fc
      .tuple(orders, returnMethods)
      .map(([order, method]) => [createQrTransaction(order, method)]),
    payFromWallet: fc
      .tuple(places, fc.constantFrom('0.1', '0.5', '0.9', '1', '1.2'))
      .map(([place, share]) => [payFromWallet(place, share)]),
    closePartialPayment: places.map((place) => [sampleStep('closePartialPayment', { place })]),
    /** At the end of the time in which it can be closed, or a millisecond off it. */
    closeAtDeadline: fc
      .tuple(orders, fc.constantFrom('PT1209599.999S', 'PT1209600S', 'PT1209600.001S'))
      .map(([order, by]) => [
        ...[createQrTransaction(order), payFromWallet(0, '0.5'), ...advance({ by })],
        sampleStep('closePartialPayment'),
      ]),
    payByBank: fc
      .tuple(orders, fc.integer({ min: 1, max: 900 }))
      .map(([order, amount]) => [sampleStep('createBankPayment', { order, changes: { amount } })]),
    payInvoice: orders.map((order) => [
      sampleStep('createInvoice', { order }),
      controlStep('payInvoice', { uuid: reference('invoice', 0) }, { as: 'shopper-ready', by: 'exchange' }),
    ]),
    requestRefund: live('transaction').map((id) => [controlStep('requestRefund', { id })]),
    setStatus: fc
      .tuple(live('transaction'), fc.constantFrom('processing', 'completed', 'canceled'))
      .map(([id, status]) => [controlStep('setTransactionStatus', { id }, { status })]),
    settle: fc.constant([controlStep('settle')]),
    setBalance: fc.constantFrom('0', '0.0003', '5').map((amount) => {
      const body = { exchange: exchanges[0]?.name, coin: 'BTC', amount }
      return [controlStep('setBalance', { id: shoppers[0]?.id ?? '' }, body)]
    }),
    subscribe: fc
      .record({
        ...{ order: orders, autoRenewal: fc.boolean() },
        frequency: fc.constantFrom('weekly', 'monthly', 'quarterly'),
        subscriptionPeriod: fc.constantFrom('5w', '3m', '1y'),
      })
      .map(({ order, ...subscription }) => [
        sampleStep('createInvoice', { order, subscription }),
        payByExchange(order),
        // The form of `subscriptionIds` in its response is an assumption.
        controlStep('listSubscriptions'),
      ]),
    debit: fc
      .tuple(places, fc.constantFrom('debitSubscription', 'cancelSubscription'))
      .map(([place, operationId]) => [sampleStep(operationId, { place })]),
    renew: live('subscription').map((id) => [controlStep('renewSubscription', { id })]),
  }) satisfies Record<string, fc.Arbitrary<Action>>

export const clockActions = {
  advanceBy: fc.constantFrom('PT1M', 'PT30M', 'PT3H', 'P1D', 'P8D', 'P1M').map((by) => advance({ by })),
  advanceToNext: fc.constant(advance({ next: true })),
  advanceByBankingDays: fc.nat(6).map((bankingDays) => advance({ bankingDays })),
  advanceUntilCompleted: live('transaction').map((transaction) =>
    advance({ until: { transaction, status: 'completed' }, maxDuration: 'PT2H' }),
  ),
} satisfies Record<string, fc.Arbitrary<Action>>

/** After these, deliveries and requests do not have their usual outcomes. */
export const disturbances = {
  injectFault: fc.integer({ min: 1, max: 3 }).map((times) => {
    const action = { do: 'respond', status: 503, body: { down: true } }
    return [controlStep('injectFault', {}, { operationId: 'createInvoice', action, times })]
  }),
  setFaultRules: fc.array(faultRule, { maxLength: 3 }).map((rules) => [setFaultRules(rules)]),
  // While two deliveries are under way. No delivery by GET fits the longer URL.
  registerWebhook: fc
    .constantFrom(receiverUrl, `${receiverUrl}?${'x'.repeat(2040)}`, null)
    .map((url) => [createQrTransaction(0), payFromWallet(0, '1'), registerWebhook(url)]),
  redeliver: live('event').map((seq) => [controlStep('listEvents'), controlStep('redeliver', { seq })]),
} satisfies Record<string, fc.Arbitrary<Action>>

export const takeSnapshot = fc.constant<Action>([controlStep('takeSnapshot')])
export const restoreSnapshot = live('snapshot').map(
  (one): Action => [controlStep('restoreSnapshot', {}, one)],
)
export const forkSandbox = fc
  .constantFrom(...sandboxNames)
  .map(
    (name): Action => [
      controlStep('forkSandbox', {}, { name }),
      { ...controlStep('advanceClock', {}, { by: 'P1M' }), sandbox: name },
    ],
  )

/** Actions as often as their weights say, each with all of its arguments. */
export function drawn(
  ...groups: [weight: number, actions: Readonly<Record<string, fc.Arbitrary<Action>>>][]
) {
  return fc.oneof(
    ...groups.flatMap(([weight, actions]) =>
      Object.values(actions).map((arbitrary) => ({ weight, arbitrary })),
    ),
  )
}
