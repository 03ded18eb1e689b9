// A year of weekly subscriptions that the service debits by itself, with every status change delivered to a receiver in
// process: how long it takes and how much memory it leaves. Running and printing are the command's.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createExchangePayment } from '../resources/exchange-payments.ts'
import { createInvoice } from '../resources/invoices.ts'
import { Simulator } from '../simulator.ts'
import { millisecondsPerDay } from '../time/instants.ts'
import { BrokenPromise } from '../world/errors.ts'
import type { World } from '../world/world.ts'

/** What a year cost. */
export interface YearFigures {
  /** Debits that the service made. */
  debits: number
  /** Real seconds for the year, without the making of the subscriptions. */
  seconds: number
  /** Bytes of heap that a debit leaves: its transaction, events, reminder and places in indexes. */
  bytesPerTransaction: number
}

const weeks = 52
/** The last debits of the year need up to two hours to complete. */
const afterwards = millisecondsPerDay

/** Debits that many weekly subscriptions for 52 weeks; throws a BrokenPromise when a debit or a delivery is missing. */
export async function yearOfSubscriptions(count: number): Promise<YearFigures> {
  const { defaultSandbox: sandbox } = new Simulator({ seed: 'a year' })
  const { world } = sandbox
  const heard = { pending: 0, processing: 0, completed: 0 }
  sandbox.onWebhook(({ event, transaction }) => {
    if (transaction.kind !== 'subscription') return
    const { status } = event
    if (status === 'pending' || status === 'processing' || status === 'completed') heard[status] += 1
  })
  subscribe(world, count)
  await sandbox.settled()

  const before = heapBytes()
  const started = performance.now()
  await sandbox.advance(world.now + weeks * 7 * millisecondsPerDay + afterwards, { listed: 0 })
  const seconds = (performance.now() - started) / 1000
  const debits = count * weeks
  for (const [status, times] of Object.entries(heard)) {
    if (times !== debits)
      throw new BrokenPromise(
        `The receiver heard ${times} times that a debit is ${status}; ${debits} were due.`,
      )
  }
  return { debits, seconds, bytesPerTransaction: (heapBytes() - before) / debits }
}

/** Makes that many subscriptions as a shop and its shopper do: an invoice each, paid through an exchange. */
function subscribe(world: World, count: number): void {
  const merchant = world.cast.firstMerchant
  const [shopper] = world.cast.shoppers
  const [exchange] = world.cast.exchanges
  if (shopper === undefined || exchange === undefined) throw new BrokenPromise('The world is empty.')
  world.setBalance(shopper, exchange, 'USDC', '1000000000')
  for (let index = 0; index < count; index += 1) {
    const order = `order ${index}`
    createInvoice({
      world,
      merchant,
      shopper: undefined,
      exchange: undefined,
      query: undefined,
      plain: undefined,
      body: {
        amount: '9.99',
        currency: 'USD',
        order,
        shippingAddress: null,
        cart: [
          {
            id: 'tea',
            name: 'Tea of the week',
            price: '9.99',
            quantity: 1,
            isSubscription: true,
            frequency: 'weekly',
            subscriptionPeriod: '2y',
            merchantSubscriptionId: `subscription ${index}`,
            autoRenewal: true,
          },
        ],
      },
    })
    createExchangePayment({
      world,
      merchant,
      shopper,
      exchange,
      query: undefined,
      body: { data: '' },
      plain: {
        clientId: merchant.id,
        assets: 'USDC',
        cart: [
          {
            id: 'tea',
            name: 'Tea of the week',
            price: 9.99,
            quantity: 1,
            localAmount: 9.99,
            localCurrency: 'USD',
          },
        ],
        shippingAddress: null,
        offerId: order,
        nativeAmount: '9.99',
        savepassword: false,
        code2fa: '',
        merchantStoreCurrency: 'USD',
      },
    })
  }
}

/** Bytes of heap in use, after a collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}
