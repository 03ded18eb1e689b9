// The service client and the sample requests against the simulator: whatever the simulator assumes, a client that reads its
// target from the control API succeeds with every operation.

import { describe, expect, it } from 'vitest'
import { createSimulator } from '../simulator/embedding/create-simulator.ts'
import * as samples from './sample-requests.ts'
import { callService, ServiceError, serviceClient } from './service-client.ts'
import { readSimulatorTarget } from './simulator-target.ts'

async function clientOf(options: Parameters<typeof createSimulator>[0] = {}) {
  const { control, fetch } = createSimulator(options)
  const target = await readSimulatorTarget(control)
  const service = serviceClient(target, { send: fetch, seed: 'test' })
  return { control, fetch, target, service, source: samples.sampleSource(target) }
}

describe('a service client', () => {
  it.each([1, 2, 3])(
    'succeeds with every operation, whatever is assumed (seed %i)',
    async (randomAssumptions) => {
      const { control, target, service, source } = await clientOf({ randomAssumptions })
      const item = samples.subscriptionItem(source)
      const body = samples.invoice(source, { cart: [item], shippingAddress: samples.fullAddress(source) })
      const { uuid } = (await service.createInvoice({ body })).result
      const { returnval } = (await service.getInvoice({ query: { uuid } })).result
      expect(returnval.order).toBe(body.order)
      const check = samples.exchangeCheck(source)
      expect((await service.validateExchangePayment({ payload: check })).result.currency).toBe('BTC')
      const payload = samples.exchangePayment(source, { offerId: body.order })
      await service.createExchangePayment({ payload })

      const [subscription] = (await control.listSubscriptions()).subscriptions
      const isMerchants = target.assumptions['subscriptions.id'] === 'merchant'
      const subscriptionId = (isMerchants ? subscription?.merchantSubscriptionId : subscription?.id) ?? ''
      const fields = { subscriptionId, amount: Number(source.amount), currency: 'USD' }
      // The payment was the first debit of the interval, and a month later tokens have expired.
      await control.setAssumption({ params: { id: 'subscriptions.early-debit' }, body: { use: 'accepted' } })
      await service.debitSubscription({ body: samples.debit(source, fields) })
      await service.cancelSubscription({ body: { subscriptionId } })

      const qr = await service.createQrTransaction({ body: samples.qrTransaction(source) })
      await control.payFromWallet({ params: { id: qr.result.id }, body: { share: '0.5' } })
      await service.closePartialPayment(samples.closing(source, qr.result.meta))
      const bankOrder = samples.invoice(source)
      await service.createInvoice({ body: bankOrder })
      await service.createBankPayment({ payload: samples.bankPayment(source, { offerId: bankOrder.order }) })
      const payee = samples.payee(source)
      await service.addPayees({ payload: [payee] })
      await service.createTransfers({ payload: [samples.transfer(payee)] })

      const query = { amount: source.amount, currency: 'USD' }
      expect((await service.listCurrencies({ query })).result.length).toBeGreaterThan(0)
      await service.checkExchangeBalance({ query: { merchantId: source.merchant.id } })
      await service.listBanks()
      expect((await service.getStore()).result.merchant.id).toBe(source.merchant.id)
      expect((await service.getShopper()).result.email).toBe(target.shoppers.ready.email)
    },
  )

  it.each([undefined, '', 'api'])('is not created for the base URL %j', async (baseUrl) => {
    const target = { ...(await clientOf()).target, baseUrl: baseUrl as string }
    const fact = expect.stringContaining('The baseUrl of the target is')
    expect(() => serviceClient(target)).toThrow(expect.objectContaining({ name: 'UsageError', fact }))
    await expect(callService('getStore', target)).rejects.toMatchObject({ name: 'UsageError', fact })
  })

  it('calls for another merchant, shopper and exchange', async () => {
    const { service, target, source } = await clientOf()
    const [, merchant] = target.merchants
    const { lowBalance: shopper } = target.shoppers
    if (merchant === undefined || shopper === undefined) throw new Error('The target lacks accounts.')
    expect((await service.getStore({ merchant })).result.merchant.id).toBe(merchant.id)
    const payload = samples.exchangePayment(source)
    const exchange = target.exchanges[1] ?? ''
    await expect(service.createExchangePayment({ payload, shopper, exchange })).rejects.toMatchObject({
      name: 'ServiceError',
      message: 'createExchangePayment was refused with HTTP 419: Insufficient Balance',
      response: { status: 419, operationId: 'createExchangePayment' },
    })
  })

  it('throws for a refusal with HTTP 200', async () => {
    const { target, fetch, source } = await clientOf()
    const { email: _, ...payee } = samples.payee(source)
    const response = await callService('addPayees', target, { payload: [payee] }, fetch)
    expect([response.status, response.succeeded]).toEqual([200, false])
    expect(response.refusal).toBe('Invalid Data: Row - 1, Key - email')
    expect(() => response.success).toThrow(ServiceError)
  })
})
