// Settling now, and listing settlements.

import { settleAll } from '../../resources/settlements.ts'
import { formatInstant } from '../../time/instants.ts'
import type { Settlement } from '../../world/state.ts'
import type { TopicHandlers } from '../handler-types.ts'
import { namedPage } from './page.ts'

function controlSettlement({ at, merchant, ...rest }: Settlement) {
  return { at: formatInstant(at), merchantId: merchant, ...rest }
}

export const settlements: TopicHandlers<'settlements'> = {
  settle: ({ sandbox: { world } }) => {
    const before = world.settlements.length
    settleAll(world)
    return { settlements: world.settlements.slice(before).map(controlSettlement) }
  },
  listSettlements: ({ sandbox: { world }, query }) =>
    namedPage('settlements', world.settlements, query, controlSettlement),
}
