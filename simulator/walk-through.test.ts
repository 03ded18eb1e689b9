// The whole service once, as a merchant's program uses it: the built program in its own process, over HTTP, with the client
// that is exported as paytwin/client. Each test shows one way in which money moves.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ControlClient, controlClient } from '../client/control-client.ts'
import {
  address,
  bankPayment,
  exchangeCheck,
  exchangePayment,
  invoice,
  line,
  payee,
  paymentLine,
  qrTransaction,
  type SampleSource,
  sampleSource,
  subscriptionItem,
  transfer,
} from '../client/sample-requests.ts'
import { type ServiceClient, serviceClient } from '../client/service-client.ts'
import { readSimulatorTarget } from '../client/simulator-target.ts'
import type { Target } from '../client/target.ts'
import { operationIds } from '../spec/operations.ts'
import { type ServedProgram, serveProgram } from './test-support/built-program.ts'

let program: ServedProgram
let control: ControlClient
let target: Target
let service: ServiceClient
let samples: SampleSource

beforeAll(async () => {
  program = await serveProgram()
  control = controlClient({ url: program.url })
  target = await readSimulatorTarget(control)
  service = serviceClient(target)
  samples = sampleSource(target)
})

afterAll(async () => {
  expect(await program.stop()).toMatchObject({ code: 0, stderr: '' })
})

describe('an invoice', () => {
  it('is created, read back, opened, paid through an exchange, and becomes an order', async () => {
    const [merchant] = target.merchants
    const amount = '129.95'
    const body = invoice(samples, { order: 'order-1001', amount, shippingAddress: address })
    const { uuid, url } = (await service.createInvoice({ body })).result

    const { returnval } = (await service.getInvoice({ query: { uuid } })).result
    expect(returnval).toMatchObject({
      order: 'order-1001',
      amount,
      cart: body.cart,
      shippingAddress: address,
    })
    expect(await (await fetch(url)).text()).toContain('129.95 USD')
    expect((await service.getStore()).result).toMatchObject({
      merchant: { id: samples.merchant.id },
      settings: { exchangePaymentEnabled: true },
    })
    const currencies = (await service.listCurrencies({ query: { amount, currency: 'USD' } })).result
    expect(currencies.map(({ id }) => id)).toEqual(merchant?.enabledCurrencies)

    expect((await service.getShopper()).result).toMatchObject({ username: 'ready' })
    const balances = await service.checkExchangeBalance({ query: { merchantId: samples.merchant.id } })
    expect(balances.result.accounts[0]?.currency).toBe('BTC')
    const check = exchangeCheck(samples, { offerId: 'order-1001', nativeAmount: amount })
    expect((await service.validateExchangePayment({ payload: check })).result).toMatchObject({
      password: false,
      showWhitelistElement: false,
      currency: 'BTC',
    })

    const payload = exchangePayment(samples, { offerId: 'order-1001', nativeAmount: amount })
    const { id: transaction } = (await service.createExchangePayment({ payload })).result
    await control.advanceClock({
      body: { until: { transaction, status: 'completed' }, maxDuration: 'PT2H' },
    })
    expect(await control.getTransaction({ params: { id: transaction } })).toMatchObject({
      status: 'completed',
      invoice: uuid,
      nativeAmount: amount,
      received: '0.002599',
    })
    expect(await (await fetch(url)).text()).toContain('<h2>Paid</h2>')

    await control.advanceClock({ body: { by: 'P1D' } })
    expect(await control.listSettlements()).toMatchObject({
      settlements: [{ merchantId: samples.merchant.id, kind: 'crypto', currency: 'BTC' }],
    })
  })
})

describe('a QR transaction', () => {
  it('is paid half from a wallet, and closed by the merchant', async () => {
    const body = qrTransaction(samples, { orderId: 'order-2001', amount: '100.00' })
    const { id, crytoCurrency, meta } = (await service.createQrTransaction({ body })).result
    expect(crytoCurrency).toBe('BTC')
    expect(meta.qrString).toBe(`bitcoin:${meta.receiverAddress}?amount=0.002`)
    expect(await control.payFromWallet({ params: { id }, body: { share: '0.5' } })).toMatchObject({
      status: 'partially-paid',
      received: '0.001',
    })
    await control.advanceClock({ body: { by: 'P1D' } })
    expect(await service.closePartialPayment({ payload: { offerId: 'order-2001' } })).toEqual({
      ok: true,
      result: { success: true },
    })
    expect(await control.getTransaction({ params: { id } })).toMatchObject({ status: 'closed' })
  })
})

describe('a bank payment', () => {
  it('is pending at first and reaches the merchant, less the fee, within four banking days', async () => {
    const [bank] = (await service.listBanks()).result.banks
    const payload = bankPayment(samples, { amount: 200, stockId: bank?.stockId ?? '' })
    const params = { id: (await service.createBankPayment({ payload })).result.id }
    expect(await control.getTransaction({ params })).toMatchObject({ kind: 'bank', status: 'pending' })
    await control.advanceClock({ body: { bankingDays: 4 } })
    expect(await control.getTransaction({ params })).toMatchObject({ status: 'completed' })
    const { settlements } = await control.listSettlements()
    expect(settlements).toContainEqual(expect.objectContaining({ kind: 'bank', amount: '198.00' }))
  })
})

describe('a payout', () => {
  it('goes to a payee who was added before', async () => {
    const grace = payee(samples)
    expect((await service.addPayees({ payload: [grace] })).result).toMatchObject({
      success: true,
      insertedCount: 1,
      errorMsg: '',
    })
    const payload = [transfer(grace, { amount: 75.5 })]
    expect((await service.createTransfers({ payload })).result).toMatchObject({
      success: true,
      insertedCount: 1,
      receivers: [{ Email: grace.email }],
    })
    expect(await control.listTransfers()).toMatchObject({
      transfers: [{ email: grace.email, amount: '75.5' }],
    })
  })
})

describe('a subscription', () => {
  it('begins with a paid invoice, is debited by the merchant, and is canceled', async () => {
    const monthly = { ...samples, amount: '12.50' }
    const merchantSubscriptionId = 'magazine-17'
    const item = subscriptionItem(monthly, { merchantSubscriptionId, autoRenewal: false })
    await service.createInvoice({ body: invoice(monthly, { order: 'order-4001', cart: [item] }) })
    const payload = exchangePayment(monthly, {
      offerId: 'order-4001',
      cart: [{ ...paymentLine('12.50'), ...line('12.50') }],
    })
    const paid = await service.createExchangePayment({ payload, exchange: 'betaexchange' })
    const subscriptionId = String(paid.result.subscriptionIds[0])
    const params = { id: subscriptionId }

    await control.advanceClock({ body: { by: 'P1M' } })
    const body = { subscriptionId, amount: 12.5, currency: 'USD' }
    const { data, errors } = (await service.debitSubscription({ body })).result
    expect(errors).toEqual([])
    expect(data).toMatchObject([{ ...body, merchantId: samples.merchant.id }])
    expect(await control.getSubscription({ params })).toMatchObject({
      status: 'active',
      merchantSubscriptionId,
      debits: 2,
    })

    expect(await service.cancelSubscription({ body: { subscriptionId } })).toEqual({
      status: 200,
      result: { success: true },
    })
    expect(await control.getSubscription({ params })).toMatchObject({ status: 'canceled', nextBillAt: null })
  })
})

it('has called every operation of the contract', async () => {
  const { lines } = await control.getJournal()
  expect(new Set(lines.map(({ operation }) => operation))).toEqual(
    new Set([...operationIds, 'advanceClock', 'payFromWallet']),
  )
})
