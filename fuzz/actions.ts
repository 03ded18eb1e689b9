// The catalogue of actions: what shops, shoppers and tests do with a simulator. An action is a list of requests that refer to the
// records before them as ⟨kind number⟩, where 0 is the newest.

import fc from 'fast-check'
import { defaultWorld } from '../simulator/index.ts'
import type { ControlOperationId } from '../spec/control/operations.ts'
import type { OperationId } from '../spec/operations.ts'
import { orders, sandboxNames } from './document-requests.ts'
import type { ControlTemplate, ServiceTemplate, Template } from './requests.ts'
import { live, reference } from './world.ts'

export type Action = readonly Template[]

const service = (operationId: OperationId, differences: Omit<ServiceTemplate, 'operationId'> = {}) => ({
  operationId,
  ...differences,
})

const control = (
  controlId: ControlOperationId,
  params: Record<string, unknown> = {},
  body?: unknown,
): ControlTemplate => ({ controlId, params, ...(body === undefined ? {} : { body }) })

const places = fc.nat(7)
const [merchant] = defaultWorld.merchants
const [ready] = defaultWorld.shoppers
const [exchange] = defaultWorld.exchanges

const webhook = reference('webhook', 0)

const advance = (body: object) => [control('advanceClock', {}, body)]

const payByExchange = (order: number) =>
  service('createExchangePayment', { order, changes: { assets: 'BTC' } })

const payFromWallet = (place: number, share: string) =>
  control('payFromWallet', { id: reference('wallet', place) }, { share })

const createQrTransaction = (order: number, returnMethod?: string) =>
  service('createQrTransaction', {
    order,
    changes: { customParameter: { returnMethod, params: [{ name: 'basket', value: `b ${order}` }] } },
  })

const payments = {
  pay: fc
    .tuple(orders, fc.constantFrom(undefined, 'shopper-low-balance'))
    .map(([order, token]) => [{ ...payByExchange(order), token }]),
  createQrTransaction: fc
    .tuple(orders, fc.constantFrom('GET', 'POST'))
    .map(([order, method]) => [createQrTransaction(order, method)]),
  payFromWallet: fc
    .tuple(places, fc.constantFrom('0.1', '0.5', '0.9', '1', '1.2'))
    .map(([place, share]) => [payFromWallet(place, share)]),
  closePartialPayment: places.map((place) => [service('closePartialPayment', { place })]),
  /** At the end of the time in which it can be closed, which starts with the last payment, or a millisecond off it. */
  closeAtDeadline: fc
    .tuple(orders, fc.constantFrom('PT1209599.999S', 'PT1209600S', 'PT1209600.001S'))
    .map(([order, by]) => [
      ...[createQrTransaction(order), payFromWallet(0, '0.5'), ...advance({ by: 'P1D' })],
      ...[payFromWallet(0, '0.1'), ...advance({ by }), service('closePartialPayment')],
    ]),
  payByBank: fc
    .tuple(orders, fc.integer({ min: 1, max: 900 }))
    .map(([order, amount]) => [service('createBankPayment', { order, changes: { amount } })]),
  payInvoice: fc
    .tuple(
      orders,
      fc.constantFrom(
        ...['wallet', 'bank'].map((by) => ({ as: 'shopper-ready', by })),
        ...[{}, { password: 'any' }, { password: 'any', savePassword: true }].map((password) => ({
          ...{ as: 'shopper-asks-password', by: 'exchange', ...password },
        })),
      ),
    )
    .map(([order, payment]) => [
      service('createInvoice', { order }),
      control('payInvoice', { uuid: reference('invoice', 0) }, payment),
    ]),
  subscribe: fc
    .record({
      ...{ order: orders, autoRenewal: fc.boolean() },
      frequency: fc.constantFrom('weekly', 'monthly', 'quarterly'),
      subscriptionPeriod: fc.constantFrom('5w', '3m', '1y'),
    })
    .map(({ order, ...subscription }) => [
      service('createInvoice', { order, subscription }),
      payByExchange(order),
    ]),
  debit: places.map((place) => [service('debitSubscription', { place })]),
  cancel: places.map((place) => [service('cancelSubscription', { place })]),
  renew: live('subscription').map((id) => [control('renewSubscription', { id })]),
}

const otherParties = {
  requestRefund: live('transaction').map((id) => [control('requestRefund', { id })]),
  setStatus: fc
    .tuple(
      live('transaction'),
      fc.constantFrom(
        'processTransaction' as const,
        'completeTransaction' as const,
        'cancelTransaction' as const,
      ),
    )
    .map(([id, event]) => [control(event, { id })]),
  settle: fc.constant([control('settle')]),
  setBalance: fc
    .constantFrom('0', '0.0003', '5')
    .map((amount) => [
      control('setBalance', { id: ready?.id }, { exchange: exchange?.name, coin: 'BTC', amount }),
    ]),
  advanceBy: fc.constantFrom('PT1M', 'PT30M', 'PT3H', 'P1D', 'P8D', 'P1M').map((by) => advance({ by })),
  advanceToNext: fc.constant(advance({ next: true })),
  advanceByBankingDays: fc.nat(6).map((bankingDays) => advance({ bankingDays })),
}

const sandboxes = {
  takeSnapshot: fc.constant([control('takeSnapshot')]),
  restoreSnapshot: live('snapshot').map((snapshot) => [control('restoreSnapshot', {}, snapshot)]),
  forkSandbox: fc
    .constantFrom(...sandboxNames)
    .map((name) => [
      control('forkSandbox', {}, { name }),
      { ...control('advanceClock', {}, { by: 'P1M' }), sandbox: name },
    ]),
  setFaultRules: fc
    .subarray([
      { do: 'delay', by: 'PT5M', every: 2 },
      { do: 'duplicate', times: 2, share: 0.5 },
      { do: 'reorder' },
      { do: 'drop', count: 1 },
      { do: 'retry', times: 2 },
    ])
    .map((rules) => [control('setWebhookFaultRules', {}, { rules })]),
  /** While deliveries are under way. No delivery by GET fits the longer URL. */
  registerWebhook: fc
    .constantFrom(webhook, `${webhook}?${'x'.repeat(2040)}`, null)
    .map((url) => [
      ...[createQrTransaction(0, 'GET'), payFromWallet(0, '1')],
      control('registerWebhook', { id: merchant?.id }, { url }),
    ]),
}

const drawn = (weight: number, group: Readonly<Record<string, fc.Arbitrary<Action>>>) =>
  Object.values(group).map((arbitrary) => ({ weight, arbitrary }))

/** Actions; those that make others possible are more frequent. */
export const actions: fc.Arbitrary<Action> = fc.oneof(
  ...drawn(2, payments),
  ...drawn(2, otherParties),
  ...drawn(1, sandboxes),
  ...drawn(4, { again: payments.payFromWallet, later: otherParties.advanceBy }),
)
