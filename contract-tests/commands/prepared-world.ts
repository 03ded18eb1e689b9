// A simulator with everything that the fixtures of a target file may name.

import {
  exchangePayment,
  invoice,
  qrTransaction,
  type SampleSource,
  sampleSource,
  subscriptionItem,
} from '../../client/sample-requests.ts'
import { callService } from '../../client/service-client.ts'
import type { Target } from '../../client/target.ts'
import type { Deployment } from '../observe/deployment.ts'
import { subscriptionIdsOf } from '../steps/orders.ts'

/** A deployment that prepares each new world, and whose target names what is in it. Its ids are the same in each world. */
export async function withFixtures(deployment: Deployment): Promise<Deployment> {
  await deployment.fresh()
  const fixtures = await prepare(deployment)
  return {
    ...deployment,
    target: { ...deployment.target, fixtures },
    fresh: async () => {
      await deployment.fresh()
      await prepare(deployment)
    },
  }
}

/** The same at which nobody can move the clock or act as the shopper. All properties share its world; the target names some records. */
export async function sharedFixtures(
  simulator: Deployment,
): Promise<(names: readonly string[], others?: Readonly<Record<string, string>>) => Deployment> {
  const { clock: _, shopper: __, ...rest } = await withFixtures(simulator)
  const { target } = rest
  return (names, others) => {
    const named = Object.entries(target.fixtures).filter(([name]) => names.includes(name))
    const fixtures = { ...Object.fromEntries(named), ...others }
    return { ...rest, target: { ...target, fixtures }, isolates: false, fresh: async () => {} }
  }
}

async function prepare(deployment: Deployment): Promise<Target['fixtures']> {
  const { clock } = deployment
  const source = sampleSource(deployment.target, 'prepared')
  const oldPartialPayment = await partialPayment(deployment, source)
  await clock?.advance({ weeks: 1 })
  const oldSubscription = await subscription(deployment, source)
  const endingSubscription = await subscription(deployment, source)
  await clock?.advance({ days: 8 })
  return {
    oldPartialPayment,
    oldSubscription,
    endingSubscription,
    openPartialPayment: await partialPayment(deployment, source),
    refundRequestedPartialPayment: await partialPayment(deployment, source, true),
    agingPartialPayment: await partialPayment(deployment, source),
    openInvoice: (await newInvoice(deployment, invoice(source))).uuid,
  }
}

async function newInvoice({ target, send }: Deployment, body: ReturnType<typeof invoice>) {
  return (await callService('createInvoice', target, { body }, send)).success.result
}

/** The order id of a QR transaction that a wallet has paid by half. */
async function partialPayment(
  { target, send, shopper }: Deployment,
  source: SampleSource,
  requestsRefund = false,
): Promise<string> {
  const body = qrTransaction(source)
  const { success } = await callService('createQrTransaction', target, { body }, send)
  await shopper?.pay(success.result.id, '0.5')
  if (requestsRefund) await shopper?.requestRefund(success.result.id)
  return body.orderId
}

/** The service's id of a weekly subscription without automatic renewal. */
async function subscription(deployment: Deployment, source: SampleSource): Promise<string> {
  const { target, send } = deployment
  const item = { frequency: 'weekly', subscriptionPeriod: '26w', autoRenewal: false } as const
  const body = invoice(source, { cart: [subscriptionItem(source, item)] })
  await newInvoice(deployment, body)
  const payload = exchangePayment(source, { offerId: body.order })
  const { success } = await callService('createExchangePayment', target, { payload }, send)
  return subscriptionIdsOf(success.result)[0] ?? ''
}
