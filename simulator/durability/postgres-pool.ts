// Pools of connections that can be given up at once, with what waits for them.

import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'

const clientsOf = new WeakMap<Pool, Set<PoolClient>>()

/** Connections to a database, which are opened when they are needed. */
export function poolOf(config: ClientConfig, max: number): Pool {
  const clients = new Set<PoolClient>()
  const pool = new Pool({ ...config, max })
  clientsOf.set(pool, clients)
  return (
    pool
      .on('connect', (client) => void clients.add(client))
      .on('remove', (client) => void clients.delete(client))
      // A connection that breaks while nobody uses it: the next query opens another one.
      .on('error', () => undefined)
  )
}

/** Closes the connections of a pool. Their queries fail. */
export function abandon(pool: Pool): void {
  for (const client of clientsOf.get(pool) ?? [])
    if (client instanceof Client) client.end().catch(() => undefined)
  pool.end().catch(() => undefined)
}
