// The files that a replay writes, and its report for GitHub Actions.

import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeGithubReport } from '../../core/github.ts'
import { writeOutput } from '../../core/output-files.ts'
import { githubReport } from '../report/github.ts'
import { junitReport } from '../report/junit.ts'
import { jsonReport, type ReplayReport } from '../report/report.ts'
import { transcriptOf } from '../report/transcript.ts'
import type { Replay } from './replay.ts'

export interface OutputFlags {
  transcript?: string
  json?: string
  junit?: string
  print: (line: string) => void
}

/** Writes the transcripts: to one file, or to a file for each scenario in a directory. */
export async function writeTranscripts(replays: readonly Replay[], path: string | undefined): Promise<void> {
  if (path === undefined) return
  if (!isDirectory(path)) return writeOutput(path, transcriptOf(replays))
  for (const replay of replays) await writeOutput(transcriptFile(path, replay.file), transcriptOf([replay]))
}

/** Writes the reports that the flags name. */
export async function writeReports(
  { target, scenarios }: Pick<ReplayReport, 'target' | 'scenarios'>,
  { json, junit, print, shard }: OutputFlags & { shard?: string | undefined },
): Promise<void> {
  await writeGithubReport(githubReport(target, scenarios), process.env, print)
  const part = shard === undefined ? {} : { shard }
  if (json !== undefined) await writeOutput(json, jsonReport({ target, scenarios, ...part }))
  if (junit !== undefined) await writeOutput(junit, junitReport(target, scenarios))
}

export function isDirectory(path: string): boolean {
  return path.endsWith('/') || (existsSync(path) && statSync(path).isDirectory())
}

/** The transcript of a scenario in a directory of transcripts. */
export function transcriptFile(directory: string, scenario: string): string {
  return join(directory, `${basename(scenario).replace(/\.(json|ya?ml)$/i, '')}.txt`)
}
