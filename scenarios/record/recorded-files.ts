// The files of a recording: the scenario, and its transcript.

import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import { checkOutput, isReplaceable, writeOutput } from '../../core/output-files.ts'
import type { Recorded } from './recorder.ts'

interface FileFlags {
  out: string
  transcript?: string
  target?: string
  privateKey?: readonly string[]
}

/** A flag and its file. */
type Named = [flag: string, file: string | undefined]

export class RecordedFiles {
  private readonly out: string
  private readonly transcript: string | undefined
  private savedCalls = 0

  /** Throws a UsageError for a file that cannot be written, or that is also read. */
  constructor({ out, transcript, target, privateKey = [] }: FileFlags) {
    this.out = out
    this.transcript = transcript
    const read: Named[] = [['--target', target], ...privateKey.map((file): Named => ['--private-key', file])]
    refuseSameFile(['--out', out], [['--transcript', transcript], ...read])
    refuseSameFile(['--transcript', transcript], read)
    checkOutput(out)
    if (transcript !== undefined) checkOutput(transcript)
  }

  /** Replaces the files. Devices and pipes, which cannot be replaced, are left for the end. */
  async save(recorded: Recorded): Promise<void> {
    await this.write(recorded, isReplaceable)
  }

  /** Writes all files at the end of the recording. Throws a UsageError that says what they have if that is not possible. */
  async saveAll(recorded: Recorded): Promise<void> {
    await this.write(recorded, () => true).catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error
      const earlier =
        this.savedCalls === 0
          ? 'No call was written before.'
          : `The scenario written before is complete up to call ${this.savedCalls} of ${recorded.calls}.`
      throw new UsageError(error.fact, `${error.detail} ${earlier}`, error.remedy)
    })
  }

  private async write(recorded: Recorded, isWritten: (path: string) => boolean): Promise<void> {
    const { scenario, transcript, calls } = recorded
    if (calls === 0) return
    if (isWritten(this.out)) {
      await writeOutput(this.out, `${JSON.stringify(scenario, null, 2)}\n`)
      this.savedCalls = calls
    }
    if (this.transcript !== undefined && isWritten(this.transcript))
      await writeOutput(this.transcript, transcript)
  }
}

function refuseSameFile([flag, file]: Named, others: readonly Named[]): void {
  if (file === undefined) return
  for (const [other, path] of others)
    if (path !== undefined && realPath(path) === realPath(file))
      throw new UsageError(
        `${flag} and ${other} are the same file.`,
        `Both are ${realPath(file)}, and the recording would replace it.`,
        `Give ${flag} another path.`,
      )
}

/** The absolute path of a file, of what a symbolic link leads to. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
