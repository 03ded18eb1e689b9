// A journal store in PostgreSQL, for several nodes: processes on any machines.
//
// A node has one connection. It holds the locks of the journals that the node has, and everything is written by it. So a node that loses it can
// write nothing more, and the engine frees its journals for others. No clock decides anything.

import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError, type QueryResult } from 'pg'
import { causeMessage, UnavailableError, UsageError } from '../../core/errors.ts'
import type { JournalStore, KeptJournal, KeptName, StoreWatcher } from './journal-store.ts'
import { type Change, damagedJournal, earlierVersion, QueuedStore, unavailable } from './queued-store.ts'

const connectMs = 5000
/** The time without an answer after which a connection counts as lost. */
const queryMs = 10_000
const [minPauseMs, maxPauseMs] = [100, 5000]

const version = 1
const channel = 'paytwin_wanted'

// The engine notices within some 11 s that the machine of a node is gone. One node after the other makes the tables.
const preparing = `
set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;
set tcp_user_timeout = 11000;
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off';
select pg_advisory_xact_lock(7402015);
create table if not exists paytwin_format (version integer not null);
insert into paytwin_format select ${version} where not exists (select from paytwin_format);
create table if not exists paytwin_journal (
  sandbox text not null,
  position bigint not null,
  entry text not null,
  primary key (sandbox, position)
);
listen ${channel}`

const identifying = `
select version, pid, backend_start::text as started
from paytwin_format, pg_stat_activity where pid = pg_backend_pid()`

// A connection that was lost on the way may still be there for the engine.
const ending =
  'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2'

const key = 'hashtextextended($1, 0)'
const locking = `select ${key}::text as key, pg_try_advisory_lock(${key}) as locked`
const reading = 'select position, entry from paytwin_journal where sandbox = $1 order by position'

// Rows are inserted after those that they replace are deleted.
const writing = `
with replaced as (delete from paytwin_journal where sandbox = any($4) returning 1)
insert into paytwin_journal (sandbox, position, entry)
select * from unnest($1::text[], $2::bigint[], $3::text[]) where (select count(*) from replaced) >= 0`

// Reads one row of each sandbox, not all of them.
const naming = `
with recursive names as (
  (select sandbox from paytwin_journal order by sandbox limit 1) union all
  select (select sandbox from paytwin_journal j where j.sandbox > names.sandbox order by sandbox limit 1)
  from names where sandbox is not null
)
select sandbox as name from names where sandbox is not null`

/** A connection. Journals with another name may have the same key, and then belong to the same node. */
interface Session {
  client: Client
  /** The key of the lock of each journal that the node has. */
  locks: Map<string, string>
  pid: number
  started: string
}

/**
 * Connects to a database. `report` receives a line when the connection is lost, and when there is another one. Throws a UsageError when it
 * cannot be used.
 */
export async function openPostgres(url: string, report: (line: string) => void): Promise<JournalStore> {
  const store = new PostgresStore(url, report)
  try {
    await store.connect()
    return store
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      'The database cannot be used.',
      `PostgreSQL reports: ${causeMessage(error)}.`,
      'Correct the URL, such as postgres://user@127.0.0.1:5432/paytwin, or start the database.',
    )
  }
}

class PostgresStore extends QueuedStore implements JournalStore {
  private readonly url: string
  private readonly report: (line: string) => void
  private session: Session | undefined
  private watcher: StoreWatcher | undefined
  private isClosed = false
  /** A round trip that has begun, and the one after it, which has not. */
  private begun: Promise<unknown> = Promise.resolve()
  private next: Promise<void> | undefined

  constructor(url: string, report: (line: string) => void) {
    super()
    this.url = url
    this.report = report
  }

  get isReady(): boolean {
    return this.session !== undefined
  }

  watch(watcher: StoreWatcher): void {
    this.watcher = watcher
  }

  /** Connects, after another connection was lost if there was one. */
  async connect(lost?: Session): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'paytwin',
      connectionTimeoutMillis: connectMs,
      query_timeout: queryMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
    })
    // Calls that wait for the connection report the error.
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query("select to_regclass('paytwin_sandboxes') as earlier")
      if (rows[0].earlier !== null) throw earlierVersion('database')
      await client.query(preparing)
      if (lost !== undefined) await client.query(ending, [lost.pid, lost.started])
      const [found] = (await client.query(identifying)).rows
      if (found.version !== version)
        throw new UsageError(
          `The database has version ${found.version} of the journal's format.`,
          `This paytwin reads version ${version}.`,
          'Use the version of paytwin that wrote it, or another database.',
        )
      this.begin({ client, locks: new Map(), pid: found.pid, started: found.started })
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
  }

  private begin(session: Session): void {
    const { client, locks } = session
    if (this.isClosed) throw unavailable('The journal is closed')
    client.on('notification', ({ payload }) => {
      for (const [name, key] of locks) if (key === payload) void this.leave(session, name)
    })
    client.once('end', () => this.lose(session, 'It was closed'))
    this.session = session
  }

  private lose(session: Session, reason: unknown): void {
    if (this.session !== session) return
    this.session = undefined
    this.noteLost()
    session.client.end().catch(() => undefined)
    this.watcher?.lost()
    this.report(`The connection to the database is lost: ${causeMessage(reason)}.`)
    void this.reconnect(session)
  }

  private async reconnect(lost: Session): Promise<void> {
    for (
      let pauseMs = minPauseMs;
      !this.isReady && !this.isClosed;
      pauseMs = Math.min(2 * pauseMs, maxPauseMs)
    ) {
      await sleep(pauseMs, undefined, { ref: false })
      await this.connect(lost).catch(() => undefined)
    }
    if (this.isReady) this.report('There is a connection to the database again.')
  }

  private current(): Session {
    if (this.session === undefined) throw unavailable('There is no connection to the database')
    return this.session
  }

  private async query(session: Session, text: string, values: unknown[] = []): Promise<QueryResult> {
    try {
      return await session.client.query({ name: text === writing ? 'write' : undefined, text, values })
    } catch (error) {
      // A refused statement does not affect the connection.
      if (!(error instanceof DatabaseError)) this.lose(session, error)
      throw unavailable(error)
    }
  }

  open(name: string): Promise<KeptJournal | undefined> {
    return this.run(async () => {
      const session = this.current()
      await this.lock(session, name)
      // A statement that begins after the lock sees everything that another node has written.
      const { rows } = await this.query(session, reading, [name])
      const first = Number(rows[0]?.position)
      const gap = rows.findIndex(({ position }, index) => Number(position) !== first + index)
      if (rows.length === 0 || gap !== -1) await this.unlock(session, name)
      if (gap !== -1)
        throw damagedJournal(name, `Table paytwin_journal, position ${first + gap}: its row is missing.`)
      if (rows.length === 0) return undefined
      this.noteOpen(name, first + rows.length)
      return { first, entries: rows.map(({ entry }) => String(entry)) }
    })
  }

  /** Takes a journal for this node. Throws an UnavailableError while another one has it, which is asked to leave it. */
  private async lock(session: Session, name: string): Promise<void> {
    if (session.locks.has(name)) return
    const [found] = (await this.query(session, locking, [name])).rows
    if (found.locked === true) {
      session.locks.set(name, found.key)
      return
    }
    await this.query(session, `select pg_notify('${channel}', $1)`, [found.key])
    throw new UnavailableError(
      `The sandbox "${name}" is in another process.`,
      'That process is asked to leave it.',
      'Try again.',
    )
  }

  /** Leaves a journal that another node wants, at once if nobody uses it here. */
  private async leave(session: Session, name: string): Promise<void> {
    await this.run(async () => {
      if (this.isOpen(name)) this.watcher?.wanted(name)
      // It fails only if the connection is lost, and the lock with it.
      else await this.unlock(session, name).catch(() => undefined)
    })
  }

  private async unlock(session: Session, name: string): Promise<void> {
    if (session.locks.delete(name)) await this.query(session, `select pg_advisory_unlock(${key})`, [name])
  }

  async release(name: string): Promise<void> {
    this.noteReleased(name)
    await this.run(async () => {
      if (this.session !== undefined) await this.unlock(this.session, name)
    })
  }

  protected async write(changes: readonly Change[]): Promise<void> {
    const session = this.current()
    const replaced = new Set<string>()
    const rows = new Map<string, [position: number, entry: string][]>()
    for (const { kind, name, position, entries } of changes) {
      if (kind === 'append') {
        if (!session.locks.has(name)) throw unavailable('The connection that opened the journal is lost')
      } else {
        await this.lock(session, name)
        replaced.add(name)
        rows.delete(name)
      }
      const added = rows.get(name) ?? []
      rows.set(name, added)
      for (const [index, entry] of entries.entries()) added.push([position + index, entry])
    }
    const all = [...rows].flatMap(([name, added]) => added.map((row) => [name, ...row] as const))
    const columns = [0, 1, 2].map((column) => all.map((row) => row[column]))
    await this.query(session, writing, [...columns, [...replaced]])
    for (const [name, added] of rows) if (added.length === 0) await this.unlock(session, name)
  }

  async names(): Promise<KeptName[]> {
    return (await this.query(this.current(), naming)).rows
  }

  confirm(): Promise<void> {
    this.next ??= this.begun.then(() => {
      this.next = undefined
      const round = this.query(this.current(), 'select 1')
      this.begun = round.catch(() => undefined)
      return round.then(() => undefined)
    })
    return this.next
  }

  async close(): Promise<void> {
    await this.run(async () => {
      const { session } = this
      this.isClosed = true
      this.session = undefined
      // The way to the database may be cut.
      await Promise.race([session?.client.end(), sleep(connectMs, undefined, { ref: false })])
    })
  }
}
