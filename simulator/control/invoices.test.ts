// Paying an invoice through the control API, as a shopper does on the checkout page.

import { describe, expect, it } from 'vitest'
import type { ControlBody } from '../../client/control-client.ts'
import { magazine } from '../test-support/requests.ts'
import { openShop } from '../test-support/shop.ts'

type Payment = ControlBody<'payInvoice'>

async function checkout(overrides = {}) {
  const { simulator, control, clock, shop } = await openShop()
  const { uuid } = await shop.invoice('order-1', overrides)
  const pay = (body: Payment) => control.payInvoice({ params: { uuid }, body })
  return { simulator, control, clock, shop, pay, uuid }
}

describe('an invoice is paid', () => {
  it('in another currency, with the amount in US dollars', async () => {
    const { pay } = await checkout({ amount: '10', currency: 'EUR', cart: [{ id: 'tea', totalPrice: '10' }] })
    expect(await pay({ by: 'exchange', as: 'shopper-ready', coin: 'ETH' })).toMatchObject({
      nativeAmount: '12.50',
      nativeCurrency: 'USD',
      currency: 'ETH',
    })
  })
})

describe('an exchange that asks for a password', () => {
  const asks: Payment = { by: 'exchange', as: 'shopper-asks-password' }

  it('gets no payment without one', async () => {
    const { simulator, pay } = await checkout()
    const { digest } = await simulator.snapshot()
    for (const payment of [asks, { ...asks, savePassword: true }])
      await expect(pay(payment)).rejects.toMatchObject({
        status: 409,
        state: 'password-required',
        fact: 'The exchange alphaexchange asks for the password of shopper-asks-password.',
        remedy: expect.stringContaining('Send `password`.'),
      })
    await expect(pay({ ...asks, password: '' })).rejects.toMatchObject({ status: 400 })
    expect((await simulator.snapshot()).digest).toBe(digest)
  })

  it('gets payments without one after it was saved', async () => {
    const { control, pay, shop } = await checkout()
    await pay({ ...asks, password: 'any', savePassword: true })
    const { uuid } = await shop.invoice('order-2')
    expect(await control.payInvoice({ params: { uuid }, body: asks })).toMatchObject({ status: 'pending' })
  })
})

describe('two invoices of one order', () => {
  const item = (merchantSubscriptionId: string) => ({ ...magazine, merchantSubscriptionId })

  it.each<Payment>([
    { by: 'exchange', as: 'shopper-ready' },
    { by: 'wallet', as: 'shopper-ready' },
    { by: 'bank', as: 'shopper-ready' },
  ])('are paid each by its own payment: $by', async (payment) => {
    const { control, clock, shop } = await openShop()
    const first = await shop.invoice('order-1')
    const second = await shop.invoice('order-1')
    const pay = (uuid: string) => control.payInvoice({ params: { uuid }, body: payment })
    const paid = await pay(first.uuid)
    expect(paid.invoice).toBe(first.uuid)
    await expect(pay(first.uuid)).rejects.toMatchObject({
      status: 409,
      state: 'pending',
      fact: `The invoice ${first.uuid} is being paid.`,
      detail: `The status of its transaction ${paid.id} is pending.`,
    })
    expect((await pay(second.uuid)).invoice).toBe(second.uuid)
    await clock.advance({ by: 'P10D' })
    for (const { uuid } of [first, second])
      await expect(pay(uuid)).rejects.toMatchObject({ status: 409, state: 'paid' })
  })

  it('begin the subscription of the invoice that is paid', async () => {
    const { simulator, control, shop } = await openShop()
    const [first, second] = [
      await shop.invoice('order-1', { amount: '12.50', cart: [item('s1')] }),
      await shop.invoice('order-1', { amount: '12.50', cart: [item('s2')] }),
    ]
    await simulator.fetch(`/checkout/${first.uuid}/pay`, {
      method: 'POST',
      body: new URLSearchParams({ by: 'exchange', as: 'shopper-ready' }),
    })
    const { subscriptions } = await control.listSubscriptions()
    expect(subscriptions.map((one) => one.merchantSubscriptionId)).toEqual(['s1'])
    const pages = [first, second].map(async ({ url }) => (await simulator.fetch(url)).text())
    const [paid, open] = await Promise.all(pages)
    expect(paid).toContain('data-state="pending"')
    expect(open).toContain('data-state="open"')
  })

  it('are paid by their order id from the newest on', async () => {
    const { control, clock, shop } = await openShop()
    const [first, second] = [await shop.invoice('order-1'), await shop.invoice('order-1')]
    const invoiceOf = async ({ id }: { id: string }) =>
      (await control.getTransaction({ params: { id } })).invoice
    expect(await invoiceOf(await shop.pay('order-1'))).toBe(second.uuid)
    await clock.advance({ by: 'PT2H' })
    expect(await invoiceOf(await shop.pay('order-1'))).toBe(first.uuid)
  })
})

it.each<[Payment, string, string]>([
  [{ by: 'exchange', as: 'shopper-expired-link' }, 'exchange-payments.authentication-failed', '418: '],
  [{ by: 'exchange', as: 'shopper-low-balance' }, 'exchange-payments.insufficient-balance', '419: Insuff'],
  [{ by: 'exchange', as: 'shopper-not-whitelisted' }, 'exchange-payments.address-not-whitelisted', '420: '],
  [{ by: 'exchange', as: 'shopper-unsupported-wallet' }, 'exchange-payments.coin-not-supported', '421: '],
  [{ by: 'exchange', as: 'shopper-below-minimum' }, 'exchange-payments.below-minimum', 'by alphaexchange'],
  [{ by: 'bank', as: 'shopper-abroad' }, 'bank-payments.us-only', 'US shoppers only'],
  [{ by: 'bank', as: 'shopper-no-bank' }, 'bank-payments.unknown-shopper-account', 'not a linked bank'],
  [{ by: 'wallet', as: 'shopper-ready', coin: 'XYZ' }, 'qr-transactions.unknown-coin', 'It is "XYZ".'],
])('a refused payment %j changes nothing and returns the refusal %s', async (payment, state, text) => {
  const { simulator, pay } = await checkout()
  const before = await simulator.snapshot()
  await expect(pay(payment)).rejects.toMatchObject({
    status: 409,
    state,
    detail: expect.stringContaining(text),
  })
  expect((await simulator.snapshot()).digest).toBe(before.digest)
})

it.each(['wallet', 'bank'] as const)(
  'a subscription is not paid by %s, and the remedy is an exchange',
  async (by) => {
    const { pay } = await checkout({ amount: '12.50', cart: [magazine] })
    await expect(pay({ by, as: 'shopper-ready' })).rejects.toMatchObject({
      status: 409,
      state: 'transactions.subscription-item',
      remedy: 'Pay by "exchange".',
    })
    await expect(pay({ by: 'exchange', as: 'shopper-low-balance' })).rejects.toMatchObject({
      remedy: expect.stringContaining('Pay as another shopper'),
    })
  },
)

it.each<[Partial<Payment> & { uuid?: string }, string]>([
  [{ uuid: 'none' }, 'No such invoice: "none".'],
  [{ as: 'nobody' }, 'No such shopper: "nobody".'],
  [{ exchange: 'bank' } as Partial<Payment>, 'No such exchange: "bank".'],
])('%j is not found', async ({ uuid, ...changes }, fact) => {
  const { control, uuid: own } = await checkout()
  const body = { by: 'exchange', as: 'shopper-ready', ...changes } as Payment
  await expect(control.payInvoice({ params: { uuid: uuid ?? own }, body })).rejects.toMatchObject({
    status: 404,
    fact,
  })
})
