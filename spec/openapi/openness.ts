// What it means, item by item, that the document leaves open what the contract does not show. The kinds of conditions are
// in conditions.ts; the test beside this file holds the document to them and breaks each once.

import type { UnspecifiedId } from '../unspecified.ts'
import type { Condition } from './conditions.ts'
import { resourceOpenness } from './openness/resources.ts'
import { serviceOpenness } from './openness/service.ts'

/** The conditions of every unspecified behavior; an item without an entry does not compile. */
export const openness: Record<UnspecifiedId, Condition[]> = { ...serviceOpenness, ...resourceOpenness }
