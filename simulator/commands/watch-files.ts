// `serve --watch`: starts the simulator again when a file that it was started with changes.

import { dirname, resolve } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import { nextChange } from '../../core/file-changes.ts'
import { usageText } from '../../core/terminal-text.ts'

interface Running {
  shutDown: () => Promise<void>
}

interface Watched {
  files: readonly string[]
  served: Running
  /** Throws a UsageError for files with which no simulator starts. */
  check: () => Promise<void>
  /** Starts a simulator with the files as they are then, at the same address. */
  start: () => Promise<Running>
  ending: Promise<void>
}

/** Resolves when the process is to end and the last simulator is closed. Invalid files are reported, and change nothing. */
export async function startAgainOnChanges({ files, served, check, start, ending }: Watched): Promise<void> {
  const paths = new Set(files.map((file) => resolve(file)))
  const directories = new Set([...paths].map((path) => dirname(path)))
  const ended = new AbortController()
  void ending.then(() => ended.abort())
  let current = served
  for (;;) {
    await nextChange(directories, ended.signal, (path) => paths.has(path))
    if (ended.signal.aborted) return current.shutDown()
    try {
      await check()
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      console.error(`paytwin: ${usageText(error)}\n  The simulator continues as it was.`)
      continue
    }
    await current.shutDown()
    current = await start()
    console.error('paytwin: A file has changed. The simulator has started again with a new world.')
  }
}
