// A journal store in a directory of a disk in memory.

import { DirectoryStore } from '../directory-store.ts'
import { MemoryDisk } from './memory-disk.ts'

/** An entry of that virtual instant. */
export const entry = (at: number, text = '') => JSON.stringify({ at, text })

export async function opened(
  disk = new MemoryDisk(),
  minBytesToCompact = 1 << 20,
  now = () => 1_700_000_000_000,
) {
  const reports: string[] = []
  const report = (line: string) => void reports.push(line)
  const store = await DirectoryStore.open({ disk, report, now, minBytesToCompact })
  return { disk, store, reports }
}

/** The entries of each journal in a directory. */
export async function keptOf(contents: Readonly<Record<string, Buffer>>): Promise<Record<string, unknown>> {
  const { store } = await opened(new MemoryDisk(contents))
  const names = (await store.names()).map(({ name }) => name)
  const kept = names.map(async (name) => [name, (await store.open(name))?.entries] as const)
  return Object.fromEntries(await Promise.all(kept))
}
