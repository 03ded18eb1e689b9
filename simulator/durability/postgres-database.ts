// Sandboxes in a PostgreSQL database, which nodes on several machines share.

import { Client, type ClientConfig, type Pool, type QueryResult } from 'pg'
import { causeMessage, UsageError } from '../../core/errors.ts'
import { type NodeSettings, requireSame } from './node-settings.ts'
import type { Database, Stored, StoredName, Write, Written } from './outside.ts'
import { abandon, poolOf } from './postgres-pool.ts'

/** After how long without a renewal others may take over. */
const leaseMs = 2500
const maxReaders = 3
const connectMs = 2000
const queryMs = 20_000
const wantedChannel = 'paytwin_wanted'

// In one transaction, one process after the other.
const tables = `
select pg_advisory_xact_lock(7402015);
create sequence if not exists paytwin_numbers;
create table if not exists paytwin_nodes (id bigint primary key, renewed timestamptz not null);
create table if not exists paytwin_sandboxes
  (name text primary key, owner bigint, epoch bigint not null, start text not null);
create table if not exists paytwin_entries (
  sandbox text not null,
  position bigint not null default nextval('paytwin_numbers'),
  entries text not null,
  primary key (sandbox, position)
);
alter table paytwin_sandboxes add column if not exists rows bigint;
alter table paytwin_nodes add column if not exists settings text;
delete from paytwin_nodes where renewed < now() - interval '1 day'`

// Whoever takes a sandbox over ends the lease of its owner, which notices that here, whatever the clocks say.
const renewal = `
with renewed as (
  update paytwin_nodes n set renewed = now()
  from (select id, renewed from paytwin_nodes where id = $1 for no key update) before where n.id = before.id
  returning before.renewed > '-infinity' as same
), added as (
  insert into paytwin_nodes (id, renewed) select $1, now() where not exists (select from renewed)
)
select same from renewed`

// A renewal in the future is from before the clock of the database went back, so it says nothing.
const isAlive = (ms: string) =>
  `n.renewed between now() - ${ms} * interval '1 ms' and now() + ${ms} * interval '1 ms'`

const registration = `insert into paytwin_nodes (id, renewed, settings)
  values (nextval('paytwin_numbers'), now(), $1) returning id`

const settingsOfNodes = `select distinct settings from paytwin_nodes n where settings is not null and ${isAlive('$1')}`

const opening = `
with opened as (
  update paytwin_sandboxes s set owner = $2, epoch = nextval('paytwin_numbers')
  from (select name, owner from paytwin_sandboxes where name = $1 for no key update) before
  where s.name = before.name and (before.owner is null or before.owner = $2 or not exists
    (select from paytwin_nodes n where n.id = before.owner and ${isAlive('$3')}))
  returning s.epoch, s.start, s.rows, before.owner
), ended as (
  update paytwin_nodes n set renewed = '-infinity' from opened where n.id = opened.owner and n.id <> $2
)
select epoch, start, rows from opened`

const wanting = `
select pg_notify('${wantedChannel}', coalesce(owner, 0) || ' ' || name) from paytwin_sandboxes where name = $1`

const reading = 'select entries from paytwin_entries where sandbox = $1 order by position'

// One statement: it is one transaction, which never waits for its client.
const writing = `
with batch as (
  select * from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::boolean[], $7::boolean[])
    as b (name, epoch, start, entries, deleted, released)
), owned as (
  select s.name from paytwin_sandboxes s join batch b using (name)
  where s.epoch = b.epoch or (b.released and b.epoch is null and s.owner = $1)
  order by s.name for no key update of s
), created as (
  insert into paytwin_sandboxes (name, owner, epoch, start, rows)
  select name, $1, nextval('paytwin_numbers'), start, (entries <> '')::int from batch where epoch is null and start is not null
  on conflict do nothing returning name, epoch
), changed as (
  update paytwin_sandboxes s
  set start = coalesce(b.start, s.start), owner = case when b.released then null else s.owner end,
    rows = case when b.start is null then s.rows else 0 end + (b.entries <> '')::int
  from batch b join owned using (name) where s.name = b.name and not b.deleted
), deleted as (
  delete from paytwin_sandboxes s using batch b join owned using (name) where s.name = b.name and b.deleted
), cleared as (
  delete from paytwin_entries e using batch b join owned using (name)
  where e.sandbox = b.name and (b.deleted or b.start is not null)
), added as (
  insert into paytwin_entries (sandbox, entries)
  select b.name, b.entries from batch b
  join (select name from owned union all select name from created) o using (name) where b.entries <> ''
)
select o.name, b.epoch from owned o join batch b using (name) union all select name, epoch from created`

class PostgresDatabase implements Database {
  readonly leaseMs = leaseMs
  readonly isLocal = false
  private readonly config: ClientConfig
  private readonly node: string
  /** One connection, which is opened again when it breaks. */
  private writer: Pool
  private readers: Pool
  /** The connection for renewals. */
  private client: Client | undefined
  private wanted: (name: string) => void = () => undefined

  constructor(config: ClientConfig, node: string, writer: Pool) {
    this.config = config
    this.node = node
    this.writer = writer
    this.readers = poolOf(config, maxReaders)
  }

  onWanted(wanted: (name: string) => void): void {
    this.wanted = wanted
  }

  async renew(): Promise<boolean> {
    try {
      this.client ??= await this.connect()
      const { rows } = await this.client.query({ name: 'renewal', text: renewal, values: [this.node] })
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
    const [row] = (await this.query('open', opening, [name, this.node, leaseMs])).rows
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

/** Makes a new node, and returns its id. Throws a UsageError when nodes that are alive have other settings. */
async function register(writer: Pool, settings: NodeSettings | undefined): Promise<string> {
  const client = await writer.connect()
  let failure: Error | undefined
  try {
    await client.query(`begin; ${tables}`)
    if (settings !== undefined) {
      const { rows } = await client.query(settingsOfNodes, [leaseMs])
      for (const row of rows) requireSame(settings, JSON.parse(row.settings))
    }
    const text = settings === undefined ? null : JSON.stringify(settings)
    const { rows } = await client.query(registration, [text])
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
    return new PostgresDatabase(config, await register(writer, settings), writer)
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
