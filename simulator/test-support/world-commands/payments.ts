// Commands about payments: exchange, wallet and bank payments, and what happens to their transactions.

import fc from 'fast-check'
import type { TransactionState } from '../../world/state.ts'
import {
  type Counts,
  done,
  granted,
  nextOrder,
  type Outcome,
  places,
  recordAt,
  type System,
  type WorldCommand,
  walletsOf,
  worldOf,
} from './world-command.ts'

const closingWindowMs = 14 * 86_400_000
const always = () => true
const hasWallet = (place: number) => (counts: Counts) => -place <= counts.wallets
const hasTransaction = (place: number) => (counts: Counts) => -place <= counts.transactions

/** Whether a shopper has that much bitcoin at the first exchange. */
export function hasBitcoin(system: System, shopperName: string, amount: string): boolean {
  const world = worldOf(system)
  const shopper = world.accounts.shoppers.find(({ name }) => name === shopperName)
  const [exchange] = world.accounts.exchanges
  if (shopper === undefined || exchange === undefined) return false
  return Number(world.balancesOf(shopper, exchange).BTC) >= Number(amount)
}

const payThroughExchange = (shopper: string): WorldCommand => ({
  check: always,
  perform: async (system) => ({
    expected: hasBitcoin(system, shopper, '0.0008'),
    done: await granted(system.shop.pay(nextOrder(system), { shopper })),
  }),
  toString: () => `PayThroughExchange(${shopper})`,
})

const createQrTransaction = (returnMethod: 'GET' | 'POST' | undefined): WorldCommand => ({
  check: always,
  perform: async (system) => {
    const params = [{ name: 'basket', value: `b ${system.orders}` }]
    const changes = returnMethod === undefined ? {} : { customParameter: { returnMethod, params } }
    return { expected: true, done: await granted(system.shop.qr(nextOrder(system), changes)) }
  },
  toString: () => `CreateQrTransaction(${returnMethod ?? 'no parameters'})`,
})

const payFromWallet = (place: number, share: string): WorldCommand => ({
  check: hasWallet(place),
  perform: async (system) => {
    const transaction = recordAt(walletsOf(worldOf(system)), place)
    const { id, status } = transaction
    const { control } = system.shop
    const paid = await done(control.payFromWallet({ params: { id }, body: { share } }))
    if (paid) system.auditor?.wasPaid(transaction, worldOf(system).now)
    return { expected: status === 'awaiting' || status === 'partially-paid', done: paid }
  },
  toString: () => `PayFromWallet(tx ${place}, ${share})`,
})

/** Closes a wallet transaction. It must succeed when it is partially paid and its window is open. */
async function close(system: System, { status, id, offerId }: TransactionState): Promise<Outcome> {
  const paidAt = system.auditor?.knowledge.known.get(id)?.partialAt ?? Number.NaN
  const expected = status === 'partially-paid' && worldOf(system).now - paidAt <= closingWindowMs
  const response = await system.shop.close(offerId)
  return { expected, done: response.status === 200 }
}

const closePartialPayment = (place: number): WorldCommand => ({
  check: hasWallet(place),
  perform: (system) => close(system, recordAt(walletsOf(worldOf(system)), place)),
  toString: () => `ClosePartialPayment(tx ${place})`,
})

/** Advances to the closing deadline of the oldest open partial payment, or a millisecond off it, and closes it. */
const closeAtDeadline = (offsetMs: number): WorldCommand => ({
  check: hasWallet(-1),
  perform: async (system) => {
    const transaction = walletsOf(worldOf(system)).find(({ status }) => status === 'partially-paid')
    const deadline = (transaction?.lastPartialAt ?? Number.NaN) + closingWindowMs + offsetMs
    if (transaction === undefined || !(deadline >= worldOf(system).now)) return { done: false }
    const to = new Date(deadline).toISOString()
    await done(system.shop.control.advanceClock({ body: { to } }))
    return close(system, transaction)
  },
  toString: () => `CloseAtDeadline(${offsetMs} ms)`,
})

const payByBank = (amount: number): WorldCommand => ({
  check: always,
  perform: async (system) => ({
    expected: true,
    done: await granted(system.shop.payByBank(nextOrder(system), amount)),
  }),
  toString: () => `PayByBank(${amount})`,
})

const requestRefund = (place: number): WorldCommand => ({
  check: hasTransaction(place),
  perform: async (system) => {
    const { id } = recordAt(worldOf(system).transactions, place)
    return { done: await done(system.shop.control.requestRefund({ params: { id } })) }
  },
  toString: () => `RequestRefund(tx ${place})`,
})

const setStatus = (place: number, to: 'processing' | 'completed' | 'canceled'): WorldCommand => ({
  check: hasTransaction(place),
  perform: async (system) => {
    const { id, status } = recordAt(worldOf(system).transactions, place)
    const expected =
      status === 'pending' ||
      (status === 'processing' && to !== 'processing') ||
      (status === 'awaiting' && to === 'canceled')
    system.auditor?.knowledge.moved.add(id)
    const { control } = system.shop
    return {
      expected,
      done: await done(control.setTransactionStatus({ params: { id }, body: { status: to } })),
    }
  },
  toString: () => `SetStatus(tx ${place}, ${to})`,
})

const settle: WorldCommand = {
  check: always,
  perform: async (system) => {
    system.auditor?.knowledge.settledByRequest.add(worldOf(system).now)
    return { expected: true, done: await done(system.shop.control.settle()) }
  },
  toString: () => 'Settle()',
}

const setBalance = (amount: string): WorldCommand => ({
  check: always,
  perform: async (system) => {
    const world = worldOf(system)
    const shopper = recordAt(world.accounts.shoppers, 0)
    const exchange = recordAt(world.accounts.exchanges, 0)
    const before = world.balancesOf(shopper, exchange).BTC ?? '0'
    const body = { exchange: exchange.name, coin: 'BTC', amount }
    await system.shop.control.setBalance({ params: { id: shopper.id }, body })
    system.auditor?.balanceSet('BTC', before, amount)
    return { done: true }
  },
  toString: () => `SetBalance(${amount} BTC)`,
})

const shares = fc.constantFrom('0.1', '0.5', '0.9', '1', '1.2')
const statuses = fc.constantFrom('processing', 'completed', 'canceled')

export const paymentCommands = {
  payThroughExchange: fc.constantFrom('ready', 'low-balance').map(payThroughExchange),
  createQrTransaction: fc.constantFrom(undefined, 'GET', 'POST').map(createQrTransaction),
  payFromWallet: fc.tuple(places, shares).map(([place, share]) => payFromWallet(place, share)),
  closePartialPayment: places.map(closePartialPayment),
  closeAtDeadline: fc.constantFrom(-1, 0, 1).map(closeAtDeadline),
  payByBank: fc.integer({ min: 1, max: 900 }).map(payByBank),
  requestRefund: places.map(requestRefund),
  setStatus: fc.tuple(places, statuses).map(([place, to]) => setStatus(place, to)),
  settle: fc.constant(settle),
  setBalance: fc.constantFrom('0', '0.0003', '5').map(setBalance),
} satisfies Record<string, fc.Arbitrary<WorldCommand>>
