// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import type { TestClient } from '../../testing/client.ts'
import { bankPayment, exchangePayment } from '../../testing/requests.ts'
import { formatInstant } from '../../time/instants.ts'
import { days, type ProbesOf } from '../probe.ts'

async function exchangePaid(client: TestClient): Promise<string> {
  const reply = await client.ask('createExchangePayment', { payload: exchangePayment(client, 'o') })
  return reply.response.result.id
}

async function bankPaid(client: TestClient, amount = 40): Promise<string> {
  const reply = await client.ask('createBankPayment', { payload: bankPayment(client, 'o', { amount }) })
  return reply.response.result.id
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
}
