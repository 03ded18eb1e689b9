// Probes that make the options of unspecified behaviors observable. See ../probe.ts.

import { dayMs } from '../../../core/durations.ts'
import { formatInstant } from '../../time/instants.ts'
import type { ProbesOf } from '../probe.ts'
import { payByBank, payByExchange } from '../requests.ts'

export const settlementsProbes: ProbesOf<'settlements'> = {
  'settlements.hour': {
    observe: async (client) => {
      await payByExchange(client, 'o')
      await client.advance(2 * dayMs)
      return client.world.settlements.map((settlement) => formatInstant(settlement.at))
    },
    expected: { midnight: ['2026-01-06T00:00:00.000Z'], evening: ['2026-01-05T17:00:00.000Z'] },
  },
  'settlements.fee-rounding': {
    // The fee of one percent is half a cent.
    observe: async (client) => client.transaction((await payByBank(client, 'o', { amount: 0.5 })).id).fee,
    expected: { 'half-even': '0.00', 'half-up': '0.01' },
  },
  'settlements.id': {
    observe: async (client) => {
      const paid = [await payByExchange(client, 'o'), await payByExchange(client, 'o')]
      return new Set(paid.map(({ settlementId }) => settlementId)).size
    },
    expected: { daily: 1, single: 2 },
  },
}
