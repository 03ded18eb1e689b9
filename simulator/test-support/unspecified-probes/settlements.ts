// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { transactionRecord } from '../../resources/transaction-records.ts'
import { formatInstant } from '../../time/instants.ts'
import { days, type ProbesOf } from '../probe.ts'
import { bankPayment, exchangePayment } from '../requests.ts'
import type { TestClient } from '../test-client.ts'

async function exchangePaid(client: TestClient): Promise<string> {
  const reply = await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o') })
  return reply.success.result.id
}

async function bankPaid(client: TestClient, amount = 40): Promise<string> {
  const reply = await client.ask('createBankPayment', { payload: bankPayment(client, 'o', { amount }) })
  return reply.success.result.id
}

export const settlementsProbes: ProbesOf<'settlements'> = {
  'settlements.hour': {
    observe: async (client) => {
      await exchangePaid(client)
      await client.advance(2 * days)
      return client.world.settlements.map((settlement) => formatInstant(settlement.at))
    },
    expected: { midnight: ['2026-01-06T00:00:00.000Z'], evening: ['2026-01-05T17:00:00.000Z'] },
  },
  'settlements.fee-rounding': {
    // The fee of one percent is half a cent.
    observe: async (client) => client.transaction(await bankPaid(client, 0.5)).fee,
    expected: { 'half-even': '0.00', 'half-up': '0.01' },
  },
  'settlements.id': {
    observe: async (client) => {
      const ids = [await exchangePaid(client), await exchangePaid(client)]
      return new Set(ids.map((id) => transactionRecord(client.world, client.transaction(id)).settlementId))
        .size
    },
    expected: { daily: 1, single: 2 },
  },
}
