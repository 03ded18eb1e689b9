// Opens the place of `--data`. What it needs is loaded only then.

import { singleLine } from '../../core/terminal-text.ts'
import type { Store } from '../durability/store.ts'

/** Whether a place is a database, not a directory. */
export function isDatabase(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place)
}

/** Opens the store in a place, which may be locked for this process already. Throws a UsageError when it cannot be used. */
export async function openStore(place: string, isLocked = false): Promise<Store> {
  if (isDatabase(place)) {
    const { openPostgresStore } = await import('../durability/postgres-store.ts')
    return openPostgresStore(place, (line) => console.error(singleLine(`paytwin: ${line}`)))
  }
  const { openFileStore, openLockedFileStore } = await import('../durability/file-store.ts')
  return isLocked ? openLockedFileStore(place) : openFileStore(place)
}
