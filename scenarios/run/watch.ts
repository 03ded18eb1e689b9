// Replays again whenever a file of the run changes, until the process is interrupted.

import { dirname } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import { nextChange } from '../../core/file-changes.ts'
import { usageText } from '../../core/terminal-text.ts'

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
    await nextChange(new Set([...known, ...also].map((file) => dirname(file))), signal)
  }
  return last
}
