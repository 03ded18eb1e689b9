// What shows the integers of transactions, how long they take, what money they move, and what a repeated offer means.

import { transactionRecord } from '../../resources/transaction-records.ts'
import { formatInstant } from '../../time/instants.ts'
import type { TestClient } from '../client.ts'
import { bankPayment, exchangePayment, invoice, qrRequest } from '../requests.ts'
import { days, deliveriesOf, eachGranted, hours, minutes, type Observations } from './observation.ts'

async function exchangePaid(client: TestClient): Promise<string> {
  const reply = await client.ask('createExchangePayment', { plain: exchangePayment(client, 'o') })
  return reply.answer.result.id
}

async function bankPaid(client: TestClient, amount = 40): Promise<string> {
  const reply = await client.ask('createBankPayment', { plain: bankPayment(client, 'o', { amount }) })
  return reply.answer.result.id
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
    ['createQrTransaction', { body: qrRequest('o', { amount }) }],
    ['createExchangePayment', { plain: exchangePayment(client, 'o', { nativeAmount: amount }) }],
    ['createBankPayment', { plain: bankPayment(client, 'o', { amount: Number(amount) }) }],
  ] as const
}

export const transactionObservations = {
  'transaction.status-integers': {
    observe: async (client) => {
      const deliveries = deliveriesOf(client)
      const answered = (await client.ask('createExchangePayment', { plain: exchangePayment(client, 'o') }))
        .answer
      await client.advance(2 * hours)
      return [answered.result.status, ...deliveries.map(({ facts }) => facts.status)]
    },
    shows: { usual: [0, 0, 2, 1], counted: [1, 1, 2, 3], reversed: [800, 800, 700, 600] },
  },
  'transaction.type-integers': {
    observe: async (client) => {
      const ids = [await exchangePaid(client), await bankPaid(client)]
      return ids.map((id) => transactionRecord(client.world, client.transaction(id)).type)
    },
    shows: { introduced: [0, 2], tens: [40, 20] },
  },
  'transaction.settlement-integers': {
    observe: async (client) => {
      const id = await exchangePaid(client)
      const begun = transactionRecord(client.world, client.transaction(id)).settlementStatus
      await client.advance(2 * days)
      return [begun, transactionRecord(client.world, client.transaction(id)).settlementStatus]
    },
    shows: { introduced: [0, 1], tens: [50, 60] },
  },
  'transaction.refund-integers': {
    observe: async (client) => {
      const id = await exchangePaid(client)
      const begun = transactionRecord(client.world, client.transaction(id)).statusRefund
      await client.advance(2 * hours)
      return [begun, transactionRecord(client.world, client.transaction(id)).statusRefund]
    },
    shows: { twenties: [20, 21], counted: [0, 1] },
  },
  'transaction.path': {
    observe: async (client) => {
      await exchangePaid(client)
      await client.advance(2 * hours)
      return client.world.events.map(({ status }) => status)
    },
    shows: { processing: ['pending', 'processing', 'completed'], direct: ['pending', 'completed'] },
  },
  'transaction.crypto-duration': {
    observe: async (client) => {
      const begun = client.world.now
      await exchangePaid(client)
      await client.advance(2 * hours)
      const took = (client.world.events.at(-1)?.at ?? 0) - begun
      return took === 2 * minutes ? 'least' : took === 2 * hours ? 'most' : took > 2 * minutes && 'between'
    },
    shows: { drawn: 'between', least: 'least', most: 'most' },
  },
  'transaction.ach-duration': {
    observe: completionDays,
    shows: { drawn: ['2026-01-08', '2026-01-09'], least: ['2026-01-08'], most: ['2026-01-09'] },
  },
  'calendar.working-days': {
    // From the Friday before a Monday on which banks close.
    observe: async (client) => {
      await client.advance(11 * days)
      return completionDays(client)
    },
    shows: { federalReserve: ['2026-01-22', '2026-01-23'], weekendsOnly: ['2026-01-21', '2026-01-22'] },
  },
  'transaction.merchant-payable': {
    observe: async (client) => {
      const reply = await client.ask('createBankPayment', { plain: bankPayment(client, 'o') })
      return reply.answer.result.merchantPayableAmount
    },
    shows: { afterFee: '39.60', gross: '40.00' },
  },
  'transaction.open-references': {
    observe: async (client) => {
      const { partnerId, partner, stock, description } = (
        await client.ask('createBankPayment', { plain: bankPayment(client, 'o') })
      ).answer.result
      return [partnerId, partner, stock, description].map((text) => typeof text)
    },
    shows: {
      null: ['object', 'object', 'object', 'object'],
      filled: ['string', 'string', 'string', 'string'],
    },
  },
  'offers.repeated': {
    observe: async (client) => {
      const first = await eachGranted(client, offers(client, '40.00'))
      return [...first, ...(await eachGranted(client, offers(client, '40.00')))]
    },
    shows: {
      accepted: [true, true, true, true, true, true, true, true],
      refused: [true, true, true, true, false, false, false, false],
    },
  },
  'offers.amount-mismatch': {
    observe: (client) => eachGranted(client, offers(client, '41.00')),
    shows: { accepted: [true, true, true, true], refused: [false, false, false, false] },
  },
  'offers.without-invoice': {
    observe: (client) => eachGranted(client, offers(client, '40.00').slice(1)),
    shows: { accepted: [true, true, true] },
  },
  'settlement.hour': {
    observe: async (client) => {
      await exchangePaid(client)
      await client.advance(2 * days)
      return client.world.settlements.map((settlement) => formatInstant(settlement.at))
    },
    shows: { midnight: ['2026-01-06T00:00:00.000Z'], evening: ['2026-01-05T17:00:00.000Z'] },
  },
  'settlement.fee-rounding': {
    // One per cent of it is half a cent.
    observe: async (client) => client.transaction(await bankPaid(client, 0.5)).fee,
    shows: { halfEven: '0.00', halfUp: '0.01' },
  },
} as const satisfies Partial<Observations>
