// Waits until files change.

import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, UsageError } from './errors.ts'

/** Editors write a file in several steps. */
const settleMs = 100

/**
 * Resolves when something in one of the directories has changed that `isMeant` accepts by its path, or with the signal. Throws a
 * UsageError for a directory that cannot be watched.
 */
export async function nextChange(
  directories: ReadonlySet<string>,
  signal: AbortSignal,
  isMeant: (path: string) => boolean = () => true,
): Promise<void> {
  const watchers: FSWatcher[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
      for (const directory of directories)
        watchers.push(
          watch(directory, (_, name) => {
            if (name === null || isMeant(join(directory, name))) resolve()
          }).on('error', (error) => reject(cannotWatch(directory, error))),
        )
    })
  } finally {
    for (const watcher of watchers) watcher.close()
  }
  await sleep(settleMs, undefined, { signal }).catch(() => undefined)
}

function cannotWatch(directory: string, error: unknown): UsageError {
  return new UsageError(
    `Cannot watch ${directory}.`,
    `${errorMessage(error)}.`,
    'Omit --watch, and start again after a change.',
  )
}
