// Worlds for benchmarks: many invoices, each paid through an exchange. The handlers are called directly, without encryption
// and HTTP.

import { exchangePayment, invoice, type SampleSource } from '../../client/sample-requests.ts'
import { InvariantError } from '../../core/errors.ts'
import { createExchangePayment } from '../resources/exchange-payments.ts'
import { createInvoice } from '../resources/invoices.ts'
import type { CartLine } from '../world/state.ts'
import type { World } from '../world/world.ts'

const tea = { id: 'tea', name: 'Tea of the week', price: 9.99, quantity: 1 }
const amount = '9.99'

/** Sample requests to a merchant, paid in USDC. */
export function benchSamples(merchantId: string): SampleSource {
  return {
    merchant: { id: merchantId, merchantAuth: '', bankAccountId: null },
    shopper: {},
    coin: 'USDC',
    amount,
    emailDomain: 'shop.example',
    debitFields: 'top-level',
    id: (kind) => `${kind}-1001`,
  }
}

/** The fields that make a cart line a weekly subscription. */
export function weekly(index: number): Partial<CartLine> {
  return {
    isSubscription: true,
    frequency: 'weekly',
    subscriptionPeriod: '2y',
    merchantSubscriptionId: `subscription ${index}`,
    autoRenewal: true,
  }
}

/** A value as a request has it. Objects that were built by spreading others, and texts that were joined, take twice the memory of parsed ones. */
function parsed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value))
}

const order = (index: number) => `order ${index}`

/** Creates invoices of one line each, to which `more` may add fields. */
export function orderEach(
  world: World,
  count: number,
  more: (index: number) => Partial<CartLine> = () => ({}),
): void {
  const samples = benchSamples(world.accounts.firstMerchant.id)
  for (let index = 0; index < count; index += 1) {
    const {
      redirectUrl: _,
      customParameter: __,
      ...body
    } = invoice(samples, {
      order: order(index),
      cart: [{ ...tea, price: amount, ...more(index) }],
      customerInfo: { name: `Shopper ${index}`, email: `shopper-${index}@shop.example` },
    })
    const call = { ...callOf(world), shopper: undefined, exchange: undefined, payload: undefined }
    createInvoice({ ...call, body: parsed(body) })
  }
}

/** Pays the invoices that orderEach created. */
export function payEach(world: World, count: number): void {
  const [shopper] = world.accounts.shoppers
  const [exchange] = world.accounts.exchanges
  if (shopper === undefined || exchange === undefined)
    throw new InvariantError('The world has no shopper or no exchange.')
  world.setBalance(shopper, exchange, 'USDC', '1000000000')
  const samples = benchSamples(world.accounts.firstMerchant.id)
  for (let index = 0; index < count; index += 1) {
    const cart = [{ ...tea, localAmount: 9.99, localCurrency: 'USD' }]
    const payload = parsed(exchangePayment(samples, { offerId: order(index), cart, shippingAddress: null }))
    createExchangePayment({ ...callOf(world), shopper, exchange, payload, body: { data: '' } })
  }
}

function callOf(world: World) {
  return { query: undefined, world, merchant: world.accounts.firstMerchant }
}

/** Creates invoices and pays each of them. */
export function sellEach(world: World, count: number, more?: (index: number) => Partial<CartLine>): void {
  orderEach(world, count, more)
  payEach(world, count)
}
