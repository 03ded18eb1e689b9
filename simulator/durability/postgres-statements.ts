// The statements of PostgresDatabase. Each is one transaction, which never waits for its client.

export const wantedChannel = 'paytwin_wanted'

// In one transaction, one process after the other.
export const tables = `
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

// A renewal in the future is from before the clock of the database went back, so it says nothing.
const isAlive = (ms: string) =>
  `n.renewed between now() - ${ms} * interval '1 ms' and now() + ${ms} * interval '1 ms'`

export const renewal = `update paytwin_nodes n set renewed = now() where id = $1 and ${isAlive('$2')}`

// Whoever takes a sandbox over ends the lease of its owner, which notices that here, whatever the clocks say.
export const lateRenewal = `
with renewed as (
  update paytwin_nodes n set renewed = now()
  from (select id, renewed from paytwin_nodes where id = $1 for no key update) before where n.id = before.id
  returning before.renewed > '-infinity' as same
), added as (
  insert into paytwin_nodes (id, renewed, settings) select $1, now(), $2 where not exists (select from renewed)
)
select same from renewed`

export const registration = `insert into paytwin_nodes (id, renewed, settings)
  values (nextval('paytwin_numbers'), now(), $1) returning id`

export const settingsOfNodes = `select distinct settings from paytwin_nodes n where settings is not null and ${isAlive('$1')}`

export const opening = `
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

export const wanting = `
select pg_notify('${wantedChannel}', coalesce(owner, 0) || ' ' || name) from paytwin_sandboxes where name = $1`

export const reading = 'select entries from paytwin_entries where sandbox = $1 order by position'

export const writing = `
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
