// Short flows of valid requests that reach deep states: paid, partially paid, subscribed, settled, forked, restored.

import fc from 'fast-check'
import { type ControlStep, controlStep } from './control-requests.ts'
import { receiverUrl, sandboxNames } from './control-values.ts'
import { live } from './dictionary.ts'
import { orders } from './samples.ts'
import { type ServiceStep, sampleStep } from './service-requests.ts'

type Step = ServiceStep | ControlStep

const advance = (by: string) => controlStep('advanceClock', 'POST', '/control/clock/advance', { by })
const pay = (share: string) =>
  controlStep('payFromWallet', 'POST', '/control/transactions/⟨transaction 0⟩/pay', { share })
const transactionStep = (action: string, body?: unknown) =>
  controlStep(
    action === 'status' ? 'setTransactionStatus' : 'requestRefund',
    'POST',
    `/control/transactions/⟨transaction 0⟩/${action}`,
    body,
  )

const registerWebhook = controlStep('registerWebhook', 'PUT', '/control/merchants/⟨merchant 1⟩/webhook', {
  url: receiverUrl,
})
const only = (step: Step): fc.Arbitrary<Step[]> => fc.constant<Step[]>([step])

/** What is done to a transaction after it was created. */
const onTransaction: fc.Arbitrary<Step[]> = fc.oneof(
  fc.constantFrom('0.5', '1', '1.5').map((share) => [pay(share)]),
  fc
    .constantFrom('processing', 'completed', 'canceled')
    .map((status) => [transactionStep('status', { status })]),
  only(transactionStep('request-refund')),
  fc.constant<Step[]>([
    registerWebhook,
    controlStep('redeliver', 'POST', '/control/events/⟨event 0⟩/redeliver'),
  ]),
  fc.constantFrom('PT3H', 'P5D').map((by) => [advance(by)]),
)

/** What is done to a subscription after its first payment. */
const onSubscription: fc.Arbitrary<Step[]> = fc.oneof(
  fc
    .constantFrom('debitSubscription', 'cancelSubscription')
    .map((operationId) => [sampleStep(operationId, 0)]),
  only(controlStep('renewSubscription', 'POST', '/control/subscriptions/⟨subscription 0⟩/renew')),
  fc.constantFrom('P8D', 'P1M', 'P3M').map((by) => [advance(by)]),
)

/** A payment from a wallet in parts, which is closed or not. */
const walletFlows: fc.Arbitrary<Step[]> = fc
  .tuple(orders, fc.constantFrom('0.5', '1', '1.5'), fc.boolean(), fc.array(onTransaction, { maxLength: 2 }))
  .map(([order, share, closes, then]) => [
    sampleStep('createQrTransaction', order),
    pay(share),
    ...(closes ? [sampleStep('closePartialPayment', order)] : []),
    ...then.flat(),
  ])

/** Requests that create what others act on, and some that act on it. */
export const flows: fc.Arbitrary<Step[]> = fc.oneof(
  walletFlows,
  fc
    .tuple(orders, fc.array(onSubscription, { maxLength: 3 }))
    .map(([order, then]) => [
      sampleStep('createInvoice', order, true),
      sampleStep('createExchangePayment', order),
      controlStep('listSubscriptions', 'GET', '/control/subscriptions'),
      ...then.flat(),
    ]),
  fc
    .tuple(
      fc.constantFrom('createBankPayment', 'createExchangePayment'),
      orders,
      fc.array(onTransaction, { maxLength: 3 }),
    )
    .map(([operationId, order, then]) => [
      sampleStep(operationId, order),
      controlStep('listEvents', 'GET', '/control/events'),
      ...then.flat(),
    ]),
  orders.map((order) => [
    sampleStep('createInvoice', order),
    controlStep('payInvoice', 'POST', '/control/invoices/⟨invoice 0⟩/pay', {
      as: 'shopper-ready',
      by: 'exchange',
    }),
  ]),
  fc.constantFrom('PT3H', 'P1D', 'P8D', 'P1M').map((by) => [advance(by)]),
  only(registerWebhook),
  only(controlStep('takeSnapshot', 'GET', '/control/snapshot')),
  live('snapshot').map((snapshot) => [controlStep('restoreSnapshot', 'POST', '/control/restore', snapshot)]),
  fc
    .constantFrom(...sandboxNames)
    .map((name) => [
      controlStep('forkSandbox', 'POST', '/control/fork', { name }),
      { ...advance('P1M'), sandbox: name },
    ]),
)
