// A first walk through the service, as a shop would do it: invoice to order, a QR transaction paid by half and closed, a bank
// payment, payouts, a subscription.

import { controlClient } from '../../client/control-client.ts'
import {
  bankPayment,
  exchangePayment,
  invoice,
  line,
  payee,
  qrTransaction,
  sampleSource,
  subscriptionItem,
  transfer,
} from '../../client/sample-requests.ts'
import { callService, serviceClient } from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import { WebhookReceiver } from '../../client/webhook-receiver.ts'

/** Walks through the service of a simulator at an origin. */
export async function walkThrough(url: string): Promise<void> {
  const control = controlClient({ url })
  const target = await readSimulatorTarget(control)
  const service = serviceClient(target)
  const samples = { ...sampleSource(target, 'walk'), amount: '40.00' }
  const { id: merchantId } = samples.merchant
  const receiver = await WebhookReceiver.listen()
  await control.registerWebhook({ params: { id: merchantId }, body: { url: receiver.url } })

  const cart = [subscriptionItem(samples, { id: 'tea', name: 'Tea', autoRenewal: false })]
  const { uuid } = (await service.createInvoice({ body: invoice(samples, { order: 'walk-1', cart }) })).result
  await service.getInvoice({ query: { uuid } })
  const payment = exchangePayment(samples, { offerId: 'walk-1' })
  const { id: transaction } = (await service.createExchangePayment({ payload: payment })).result
  await control.advanceClock({ body: { until: { transaction, status: 'completed' }, maxDuration: 'PT2H' } })
  await control.getTransaction({ params: { id: transaction } })

  const qr = await service.createQrTransaction({
    body: qrTransaction(samples, { orderId: 'walk-2', cart: [line('40.00')] }),
  })
  const { id, meta } = qr.result
  await control.payFromWallet({ params: { id }, body: { share: '0.5' } })
  await service.closePartialPayment({ payload: { offerId: meta.offerId } })

  await service.createBankPayment({ payload: bankPayment(samples, { offerId: 'walk-3' }) })
  await control.advanceClock({ body: { bankingDays: 4 } })

  const grace = payee(samples)
  await service.addPayees({ payload: [grace] })
  await callService('addPayees', target, { payload: [{ ...grace, email: 7 }] })
  await service.createTransfers({ payload: [transfer(grace, { amount: 5 })] })

  const [subscription] = (await control.listSubscriptions({ query: { merchantId } })).subscriptions
  const subscriptionId = subscription?.id ?? ''
  await service.debitSubscription({ body: { subscriptionId, amount: 40, currency: 'USD' } })
  await service.cancelSubscription({ body: { subscriptionId } })
  await control.advanceClock({ body: { by: 'PT1S' } })
  await control.listEvents({ query: { merchantId } })
  await receiver.close()
}
