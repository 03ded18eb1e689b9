// Opens the place of `--data`. What it needs is loaded only then.

import { UsageError } from '../../core/errors.ts'
import { singleLine } from '../../core/terminal-text.ts'
import type { DirectoryLog } from '../durability/directory-log.ts'
import type { NodeSettings } from '../durability/node-settings.ts'
import type { Database } from '../durability/outside.ts'
import { Store } from '../durability/store.ts'

/** True if a place is a database, not a directory. Throws a UsageError for a URL of anything else. */
export function isDatabase(place: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(place) ?? []
  if (scheme !== undefined && !/^postgres(ql)?$/.test(scheme))
    throw new UsageError(
      `Data cannot be kept in a place that starts with ${scheme}://.`,
      'It is a directory, or a database of PostgreSQL (postgres://...).',
      `Use one of the two. A directory of that name is ./${scheme}:.`,
    )
  return scheme !== undefined
}

/** Opens a directory. Throws a UsageError when it cannot be used. */
export async function openDirectory(place: string): Promise<DirectoryLog> {
  const [{ directoryDisk }, { DirectoryLog }] = await Promise.all([
    import('../durability/machine-disk.ts'),
    import('../durability/directory-log.ts'),
  ])
  return DirectoryLog.open(await directoryDisk(place), place)
}

/**
 * Opens the store in a place, of which another process may have the data. Throws a UsageError when it cannot be used, or when
 * other nodes of the same database have other settings.
 */
export async function openStore(place: string, shared?: Database, settings?: NodeSettings): Promise<Store> {
  const { machine } = await import('../durability/machine-disk.ts')
  return Store.open(await databaseOf(place, shared, settings), machine, (line) =>
    console.error(singleLine(`paytwin: ${line}`)),
  )
}

async function databaseOf(
  place: string,
  shared: Database | undefined,
  settings: NodeSettings | undefined,
): Promise<Database> {
  if (isDatabase(place))
    return (await import('../durability/postgres-database.ts')).openPostgres(place, settings)
  if (shared !== undefined) return shared
  const log = await openDirectory(place)
  return { ...log.node('server'), close: () => log.close() }
}
