// The page of a list that a request asks for.

import { valueAt } from '../../core/json.ts'
import type { World } from '../world/world.ts'

/** The rows that the query asks for with `limit` and `offset`; all of them by default. Assumption `service.pagination`. */
export function pageOf<Row>({ assumptions }: World, query: unknown, rows: readonly Row[]): readonly Row[] {
  if (assumptions.is('service.pagination', 'none')) return rows
  const [limit, offset] = [valueAt(query, 'limit'), valueAt(query, 'offset')]
  const start = isCount(offset) ? Number(offset) : 0
  return isCount(limit) ? rows.slice(start, start + Number(limit)) : rows.slice(start)
}

function isCount(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9]{1,9}$/.test(value)
}
