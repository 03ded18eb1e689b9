// A store in a PostgreSQL database, which several processes share. Each sandbox has an owner and an epoch. The epoch changes
// whenever a process opens the sandbox, and a write about another epoch changes nothing.

import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientConfig, Pool, type QueryResult } from 'pg'
import { causeMessage, errorMessage, UsageError } from '../../core/errors.ts'
import { leaseMs, NodeLease, wantedChannel } from './node-lease.ts'
import { type SharedStore, type Store, type StoredSandbox, unavailable, type Write } from './store.ts'

const readers = 3
const connectMs = 2000
const queryMs = 20_000
/** How long a request waits for a sandbox that another process has. Shorter than the time limit of a proxy. */
const maxWaitMs = 2000
const repetitionMs = 50

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
delete from paytwin_nodes where renewed < now() - interval '1 day'`

const opening = `
update paytwin_sandboxes s set owner = $2, epoch = nextval('paytwin_numbers')
where name = $1 and (owner is null or owner = $2 or not exists
  (select from paytwin_nodes n where n.id = s.owner and n.renewed > now() - $3 * interval '1 ms'))
returning epoch, start`

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
  insert into paytwin_sandboxes (name, owner, epoch, start)
  select name, $1, nextval('paytwin_numbers'), start from batch where epoch is null and start is not null
  on conflict do nothing returning name, epoch
), changed as (
  update paytwin_sandboxes s
  set start = coalesce(b.start, s.start), owner = case when b.released then null else s.owner end
  from batch b join owned using (name) where s.name = b.name and (b.released or b.start is not null)
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
select name, null as epoch from owned union all select name, epoch from created`

class PostgresStore implements Store {
  /** One connection, which is opened again when it breaks. */
  private readonly writer: Pool
  private readonly readers: Pool
  private readonly lease: NodeLease
  private readonly node: string
  /** The epochs of the sandboxes that this process has opened. */
  private readonly epochs = new Map<string, string>()
  readonly shared: SharedStore

  constructor(writer: Pool, readers: Pool, lease: NodeLease, node: string) {
    this.writer = writer
    this.readers = readers
    this.lease = lease
    this.node = node
    this.shared = {
      term: () => lease.term(),
      onWanted: (wanted) => lease.onWanted(wanted),
      names: async () =>
        (await this.query('names', 'select name from paytwin_sandboxes', [])).rows.map(({ name }) => name),
    }
  }

  /** None: each is opened when it is used. */
  async names(): Promise<string[]> {
    return []
  }

  async open(name: string): Promise<StoredSandbox | undefined> {
    const until = performance.now() + maxWaitMs
    for (;;) {
      const stored = await this.tryToOpen(name)
      if (typeof stored !== 'string') return stored
      if (performance.now() > until) throw unavailable(name, stored, 'nothing')
      await sleep(repetitionMs)
    }
  }

  /** The sandbox; undefined when it does not exist; or why it cannot be opened now. */
  private async tryToOpen(name: string): Promise<StoredSandbox | undefined | string> {
    // Without a lease, others would take it over at once.
    const term = this.lease.term()
    if (Number.isNaN(term)) return 'The database that keeps it cannot be reached.'
    try {
      const opened = await this.query('open', opening, [name, this.node, leaseMs])
      const [row] = opened.rows
      if (row === undefined) {
        const { rowCount } = await this.query('want', wanting, [name])
        return rowCount === 0 ? undefined : 'Another process has it and is using it, or has just ended.'
      }
      this.epochs.set(name, row.epoch)
      const { rows } = await this.query('read', reading, [name])
      if (this.lease.term() !== term) return 'This process was interrupted while it opened the sandbox.'
      const entries = rows.flatMap((one) => String(one.entries).split('\n'))
      return { start: row.start, entries }
    } catch (error) {
      return `The database reports: ${errorMessage(error)}.`
    }
  }

  async write(batch: ReadonlyMap<string, Write>): Promise<ReadonlySet<string>> {
    const writes = [...batch]
    const { rows } = await this.writer.query({
      name: 'write',
      text: writing,
      values: [
        this.node,
        writes.map(([name]) => name),
        writes.map(([name]) => this.epochs.get(name) ?? null),
        writes.map(([, { start }]) => (start == null ? null : [...start].join(''))),
        // JSON has no line breaks outside of escapes.
        writes.map(([, { entries }]) => entries.join('\n')),
        writes.map(([, { start }]) => start === null),
        writes.map(([, { release = false }]) => release),
      ],
    })
    for (const { name, epoch } of rows) if (epoch !== null) this.epochs.set(name, epoch)
    const written = new Set<string>(rows.map(({ name }) => name))
    const lost = new Set([...batch.keys()].filter((name) => !written.has(name)))
    for (const [name, { start, release }] of writes)
      if (lost.has(name) || start === null || release === true) this.epochs.delete(name)
    return lost
  }

  private query(name: string, text: string, values: unknown[]): Promise<QueryResult> {
    return this.readers.query({ name, text, values })
  }

  async close(): Promise<void> {
    this.lease.close()
    // Without its row, others need not wait until its lease ends.
    await this.writer.query('delete from paytwin_nodes where id = $1', [this.node]).catch(() => undefined)
    await Promise.all([this.writer.end(), this.readers.end()])
  }
}

/** Opens a store in a database. `report` receives a line when it is lost, and when it is there again. */
export async function openPostgresStore(url: string, report: (line: string) => void): Promise<Store> {
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    application_name: 'paytwin',
    keepAlive: true,
  }
  // A connection that breaks while nobody uses it: the next query opens another one.
  const connect = (max: number) => new Pool({ ...config, max }).on('error', () => undefined)
  const [writer, reader] = [connect(1), connect(readers)]
  try {
    await writer.query(tables)
    const { rows } = await writer.query("select nextval('paytwin_numbers') as node")
    const lease = new NodeLease(String(rows[0].node), config, report)
    await lease.start()
    return new PostgresStore(writer, reader, lease, String(rows[0].node))
  } catch (error) {
    await writer.end()
    throw new UsageError(
      'The database cannot be used.',
      `PostgreSQL reports: ${causeMessage(error)}.`,
      'Correct the URL, such as postgres://user@127.0.0.1:5432/paytwin, or start the database.',
    )
  }
}
