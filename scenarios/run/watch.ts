// Replays again whenever a file of the run changes, until the process is interrupted.

import { type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, UsageError } from '../../core/errors.ts'
import { usageText } from '../../core/terminal-text.ts'

/** Editors write a file in several steps. */
const settleMs = 100

interface Watched {
  /** One run. Returns its exit code and the files that it read. */
  run: () => Promise<{ code: number; files: readonly string[] }>
  /** Other files that are watched, such as a target file. */
  also: readonly string[]
  print: (line: string) => void
  signal: AbortSignal
}

/** Runs now and after each change, until the signal. Returns the exit code of the last run. */
export async function runOnChanges({ run, also, print, signal }: Watched): Promise<number> {
  let known: readonly string[] = []
  let last = 0
  while (!signal.aborted) {
    try {
      const { code, files } = await run()
      known = files
      last = code
    } catch (error) {
      // A scenario that is being written, or none yet. Before the first run there is nothing to watch.
      if (!(error instanceof UsageError) || known.length === 0) throw error
      print(`paytwin: ${usageText(error)}`)
      last = 2
    }
    print('')
    print('Waiting for a change. Press Ctrl-C to stop.')
    await change(new Set([...known, ...also].map((file) => dirname(file))), signal)
  }
  return last
}

/** Resolves when something in one of the directories has changed, or with the signal. */
async function change(directories: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  const watchers: FSWatcher[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => resolve(), { once: true })
      for (const directory of directories)
        watchers.push(
          watch(directory, () => resolve()).on('error', (error) => reject(cannotWatch(directory, error))),
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
    'Omit --watch, and start the replay again after a change.',
  )
}
