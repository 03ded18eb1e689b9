// The output of a run, and the report of a whole run from those of its shards.

import { writeGithubReport } from '../../core/github.ts'
import type { Report } from '../judge/report.ts'
import { paintFor } from './color.ts'
import { checkReports, writeReportFiles } from './files.ts'
import { githubReport } from './github.ts'
import { mergedReport } from './merge.ts'
import { terminalReport } from './terminal.ts'

/** Prints and writes the report of a whole run, from those of its shards. Returns its exit code. */
export async function mergeReports(
  files: readonly string[],
  flags: { report?: string; acceptPartial?: boolean },
): Promise<number> {
  if (flags.report !== undefined) checkReports(flags.report)
  const report = mergedReport(files, flags.acceptPartial ?? false)
  if (flags.report !== undefined) await writeReportFiles(flags.report, report)
  await printReport(report, flags.report)
  return report.exitCode
}

/** Prints a report to standard output, with what GitHub Actions reads. */
export async function printReport(report: Report, directory: string | undefined): Promise<void> {
  const paint = paintFor(process.stdout, process.env)
  process.stdout.write(`${terminalReport(report, { directory, paint })}\n`)
  await writeGithubReport(githubReport(report), process.env, (line) => process.stdout.write(`${line}\n`))
}
