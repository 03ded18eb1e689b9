// The output of a run.

import { writeGithubReport } from '../../core/github.ts'
import type { Report } from '../judge/report.ts'
import { paintFor } from './color.ts'
import { githubReport } from './github.ts'
import { terminalReport } from './terminal.ts'

/** Prints a report to standard output, with what GitHub Actions reads. */
export async function printReport(report: Report, directory: string | undefined): Promise<void> {
  const paint = paintFor(process.stdout, process.env)
  process.stdout.write(`${terminalReport(report, { directory, paint })}\n`)
  await writeGithubReport(githubReport(report), process.env, (line) => process.stdout.write(`${line}\n`))
}
