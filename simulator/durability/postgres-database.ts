// Sandboxes in a PostgreSQL database, which nodes on several machines share.

import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type QueryResult } from 'pg'
import { causeMessage, UsageError } from '../../core/errors.ts'
import type { StoredName } from '../sandbox/stored-sandboxes.ts'
import { nodeLeaseMs } from './lease.ts'
import { type NodeSettings, requireSame } from './node-settings.ts'
import type { Database, Stored, Write, Written } from './outside.ts'
import {
  lateRenewal,
  opening,
  reading,
  registration,
  renewal,
  settingsOfNodes,
  tables,
  wantedChannel,
  wanting,
  writing,
} from './postgres-statements.ts'

const maxReaders = 3
const connectMs = 2000
const queryMs = 20_000

class PostgresDatabase implements Database {
  readonly leaseMs = nodeLeaseMs
  readonly isLocal = false
  private readonly config: ClientConfig
  private readonly node: string
  private readonly settings: NodeSettings | undefined
  /** One connection, which is opened again when it breaks. */
  private writer: Pool
  private readers: Pool
  /** The connection for renewals. */
  private client: Client | undefined
  private wanted: (name: string) => void = () => undefined

  constructor(config: ClientConfig, node: string, settings: NodeSettings | undefined, writer: Pool) {
    this.config = config
    this.node = node
    this.settings = settings
    this.writer = writer
    this.readers = poolOf(config, maxReaders)
  }

  onWanted(wanted: (name: string) => void): void {
    this.wanted = wanted
  }

  async renew(): Promise<boolean> {
    try {
      this.client ??= await this.connect()
      const { client, node, settings } = this
      const { rowCount } = await client.query({ name: 'renewal', text: renewal, values: [node, nodeLeaseMs] })
      if (rowCount === 1) return true
      // A node with other settings may have been started meanwhile.
      await requireSettings(client, settings)
      const { rows } = await client.query(lateRenewal, [node, textOf(settings)])
      return rows[0]?.same === true
    } catch (error) {
      this.disconnect()
      this.replacePools()
      throw error
    }
  }

  /** Something on the way may have forgotten all connections. What waits for them, and its sandboxes, would wait for 20 s. */
  private replacePools(): void {
    for (const pool of [this.writer, this.readers]) abandon(pool)
    this.writer = poolOf(this.config, 1)
    this.readers = poolOf(this.config, maxReaders)
  }

  private async connect(): Promise<Client> {
    const client = new Client({ ...this.config, query_timeout: connectMs })
    // The query that fails reports it, or the next one.
    client.on('error', () => this.disconnect())
    client.on('notification', ({ payload = '' }) => {
      const [node, ...name] = payload.split(' ')
      if (node === this.node) this.wanted(name.join(' '))
    })
    await client.connect()
    await client.query(`listen ${wantedChannel}`)
    return client
  }

  private disconnect(): void {
    this.client?.end().catch(() => undefined)
    this.client = undefined
  }

  async names(): Promise<StoredName[]> {
    return (await this.query('names', 'select name from paytwin_sandboxes', [])).rows
  }

  async open(name: string): Promise<Stored | 'owned' | undefined> {
    const [row] = (await this.query('open', opening, [name, this.node, nodeLeaseMs])).rows
    if (row === undefined)
      return (await this.query('want', wanting, [name])).rowCount === 0 ? undefined : 'owned'
    const { rows } = await this.query('read', reading, [name])
    const missing = Number(row.rows ?? rows.length) - rows.length
    return {
      epoch: row.epoch,
      start: row.start,
      entries: rows.flatMap((one) => String(one.entries).split('\n')),
      damage: missing === 0 ? undefined : `${missing} rows of its log are not in the database.`,
    }
  }

  async write(writes: readonly Write[]): Promise<Written> {
    const { rows } = await this.writer.query({
      name: 'write',
      text: writing,
      values: [
        this.node,
        writes.map(({ name }) => name),
        writes.map(({ epoch }) => epoch),
        writes.map(({ start }) => start ?? null),
        // JSON has no line breaks outside of escapes.
        writes.map(({ entries }) => entries.join('\n')),
        writes.map(({ start }) => start === null),
        writes.map(({ release }) => release),
      ],
    })
    return new Map(rows.map(({ name, epoch }) => [name, epoch ?? '']))
  }

  private query(name: string, text: string, values: unknown[]): Promise<QueryResult> {
    return this.readers.query({ name, text, values })
  }

  async close(): Promise<void> {
    this.disconnect()
    // Without its row, others need not wait until its lease ends.
    await this.writer.query('delete from paytwin_nodes where id = $1', [this.node]).catch(() => undefined)
    await Promise.all([this.writer.end(), this.readers.end()])
  }
}

function textOf(settings: NodeSettings | undefined): string | null {
  return settings === undefined ? null : JSON.stringify(settings)
}

/** Throws a UsageError when nodes that are alive have other settings. */
async function requireSettings(client: ClientBase, settings: NodeSettings | undefined): Promise<void> {
  if (settings === undefined) return
  const { rows } = await client.query(settingsOfNodes, [nodeLeaseMs])
  for (const row of rows) requireSame(settings, JSON.parse(row.settings))
}

/** Makes a new node, and returns its id. Throws a UsageError when nodes that are alive have other settings. */
async function register(writer: Pool, settings: NodeSettings | undefined): Promise<string> {
  const client = await writer.connect()
  let failure: Error | undefined
  try {
    await client.query(`begin; ${tables}`)
    await requireSettings(client, settings)
    const { rows } = await client.query(registration, [textOf(settings)])
    await client.query('commit')
    return rows[0].id
  } catch (error) {
    failure = new Error('The transaction is not complete.')
    throw error
  } finally {
    client.release(failure)
  }
}

/**
 * Connects to a database, as a new node of it. Without settings, which is for a short time, those of other nodes do not matter.
 * Throws a UsageError when it cannot be used, or when nodes that are alive have other settings.
 */
export async function openPostgres(url: string, settings?: NodeSettings): Promise<Database> {
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    application_name: 'paytwin',
    keepAlive: true,
  }
  const writer = poolOf(config, 1)
  try {
    return new PostgresDatabase(config, await register(writer, settings), settings, writer)
  } catch (error) {
    await writer.end()
    if (error instanceof UsageError) throw error
    throw new UsageError(
      'The database cannot be used.',
      `PostgreSQL reports: ${causeMessage(error)}.`,
      'Correct the URL, such as postgres://user@127.0.0.1:5432/paytwin, or start the database.',
    )
  }
}

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
