// What shows the integers of transactions, how long they take, what money they move, and what a repeated offer means.

import { transactionRecord } from '../../resources/transaction-records.ts'
import { formatInstant } from '../../time/instants.ts'
import { bankPayment, exchangePayment, invoice, qrTransaction } from '../requests.ts'
import type { TestClient } from '../test-client.ts'
import { days, deliveriesOf, eachGranted, hours, minutes, type Observations } from './observation.ts'

async function exchangePaid(client: TestClient): Promise<string> {
  const reply = await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o') })
  return reply.success.result.id
}

async function bankPaid(client: TestClient, amount = 40): Promise<string> {
  const reply = await client.ask('createBankPayment', { payload: bankPayment(client, 'o', { amount }) })
  return reply.success.result.id
}

/** The days on which a dozen bank transfers that begin now complete. */
async function completionDays(client: TestClient): Promise<string[]> {
  const ids = new Set<string>()
  for (let count = 0; count < 12; count += 1) ids.add(await bankPaid(client))
  await client.advance(14 * days)
  const done = client.world.events.filter(
    ({ transaction, status }) => ids.has(transaction) && status === 'completed',
  )
  return [...new Set(done.map((event) => formatInstant(event.at).slice(0, 10)))].sort()
}

/** The four requests that bear an order id. */
function offers(client: TestClient, amount: string) {
  return [
    ['createInvoice', { body: invoice('o', { amount }) }],
    ['createQrTransaction', { body: qrTransaction('o', { amount }) }],
    ['createExchangePayment', { payload: exchangePayment(client, 'o', { nativeAmount: amount }) }],
    ['createBankPayment', { payload: bankPayment(client, 'o', { amount: Number(amount) }) }],
  ] as const
}

export const transactionObservations = {
  'transactions.status-integers': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      const answered = (await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o') }))
        .success
      await client.advance(2 * hours)
      return [answered.result.status, ...deliveries.map(({ facts }) => facts.status)]
    },
    shows: { usual: [0, 0, 2, 1], counted: [1, 1, 2, 3], reversed: [800, 800, 700, 600] },
  },
  'transactions.type-integers': {
    observe: async (client) => {
      const ids = [await exchangePaid(client), await bankPaid(client)]
      return ids.map((id) => transactionRecord(client.world, client.transaction(id)).type)
    },
    shows: { introduced: [0, 2], tens: [40, 20] },
  },
  'transactions.settlement-integers': {
    observe: async (client) => {
      const id = await exchangePaid(client)
      const begun = transactionRecord(client.world, client.transaction(id)).settlementStatus
      await client.advance(2 * days)
      return [begun, transactionRecord(client.world, client.transaction(id)).settlementStatus]
    },
    shows: { introduced: [0, 1], tens: [50, 60] },
  },
  'transactions.refund-integers': {
    observe: async (client) => {
      const id = await exchangePaid(client)
      const begun = transactionRecord(client.world, client.transaction(id)).statusRefund
      await client.advance(2 * hours)
      return [begun, transactionRecord(client.world, client.transaction(id)).statusRefund]
    },
    shows: { twenties: [20, 21], counted: [0, 1] },
  },
  'transactions.path': {
    observe: async (client) => {
      await exchangePaid(client)
      await client.advance(2 * hours)
      return client.world.events.map(({ status }) => status)
    },
    shows: { processing: ['pending', 'processing', 'completed'], direct: ['pending', 'completed'] },
  },
  'transactions.crypto-duration': {
    observe: async (client) => {
      const begun = client.world.now
      await exchangePaid(client)
      await client.advance(2 * hours)
      const took = (client.world.events.at(-1)?.at ?? 0) - begun
      return took === 2 * minutes ? 'min' : took === 2 * hours ? 'max' : took > 2 * minutes && 'between'
    },
    shows: { drawn: 'between', min: 'min', max: 'max' },
  },
  'bank-payments.duration': {
    observe: completionDays,
    shows: { drawn: ['2026-01-08', '2026-01-09'], min: ['2026-01-08'], max: ['2026-01-09'] },
  },
  'bank-payments.banking-days': {
    // From the Friday before a Monday on which banks close.
    observe: async (client) => {
      await client.advance(11 * days)
      return completionDays(client)
    },
    shows: { 'federal-reserve': ['2026-01-22', '2026-01-23'], 'weekends-only': ['2026-01-21', '2026-01-22'] },
  },
  'transactions.merchant-payable': {
    observe: async (client) => {
      const reply = await client.ask('createBankPayment', { payload: bankPayment(client, 'o') })
      return reply.success.result.merchantPayableAmount
    },
    shows: { 'after-fee': '39.60', gross: '40.00' },
  },
  'transactions.nullable-references': {
    observe: async (client) => {
      const { partnerId, partner, stock, description } = (
        await client.ask('createBankPayment', { payload: bankPayment(client, 'o') })
      ).success.result
      return [partnerId, partner, stock, description].map((text) => typeof text)
    },
    shows: {
      null: ['object', 'object', 'object', 'object'],
      filled: ['string', 'string', 'string', 'string'],
    },
  },
  'transactions.repeated-order': {
    observe: async (client) => {
      const first = await eachGranted(client, offers(client, '40.00'))
      return [...first, ...(await eachGranted(client, offers(client, '40.00')))]
    },
    shows: {
      accepted: [true, true, true, true, true, true, true, true],
      refused: [true, true, true, true, false, false, false, false],
    },
  },
  'transactions.amount-mismatch': {
    observe: (client) => eachGranted(client, offers(client, '41.00')),
    shows: { accepted: [true, true, true, true], refused: [false, false, false, false] },
  },
  'transactions.without-invoice': {
    observe: (client) => eachGranted(client, offers(client, '40.00').slice(1)),
    shows: { accepted: [true, true, true] },
  },
  'settlements.hour': {
    observe: async (client) => {
      await exchangePaid(client)
      await client.advance(2 * days)
      return client.world.settlements.map((settlement) => formatInstant(settlement.at))
    },
    shows: { midnight: ['2026-01-06T00:00:00.000Z'], evening: ['2026-01-05T17:00:00.000Z'] },
  },
  'settlements.fee-rounding': {
    // One per cent of it is half a cent.
    observe: async (client) => client.transaction(await bankPaid(client, 0.5)).fee,
    shows: { 'half-even': '0.00', 'half-up': '0.01' },
  },
} as const satisfies Partial<Observations>
