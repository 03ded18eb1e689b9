// Opens the place of `--data`. What it needs is loaded only then.

import { singleLine } from '../../core/terminal-text.ts'
import type { DirectoryLog } from '../durability/directory-log.ts'
import type { Database } from '../durability/outside.ts'
import { Store } from '../durability/store.ts'

/** Whether a place is a database, not a directory. */
export function isDatabase(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place)
}

/** Opens a directory, with the data of earlier versions. Throws a UsageError when it cannot be used. */
export async function openDirectory(place: string): Promise<DirectoryLog> {
  const [{ directoryDisk }, { DirectoryLog }, { addOldFiles }] = await Promise.all([
    import('../durability/machine.ts'),
    import('../durability/directory-log.ts'),
    import('../durability/old-files.ts'),
  ])
  const disk = await directoryDisk(place)
  const log = await DirectoryLog.open(disk, place)
  await addOldFiles(disk, log)
  return log
}

/** Opens the store in a place, of which another process may have the data. Throws a UsageError when it cannot be used. */
export async function openStore(place: string, shared?: Database): Promise<Store> {
  const { machine } = await import('../durability/machine.ts')
  return Store.open(await databaseOf(place, shared), machine, (line) =>
    console.error(singleLine(`paytwin: ${line}`)),
  )
}

async function databaseOf(place: string, shared: Database | undefined): Promise<Database> {
  if (isDatabase(place)) return (await import('../durability/postgres-database.ts')).openPostgres(place)
  if (shared !== undefined) return shared
  const log = await openDirectory(place)
  return { ...log.node('server'), close: () => log.close() }
}
