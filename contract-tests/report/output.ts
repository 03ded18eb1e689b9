// The output of a run.

import type { Report } from '../judge/report.ts'
import { paintFor } from './color.ts'
import { terminalReport } from './terminal.ts'

/** Prints a report to standard output. */
export function printReport(report: Report, directory: string | undefined): void {
  const paint = paintFor(process.stdout, process.env)
  process.stdout.write(`${terminalReport(report, { directory, paint })}\n`)
}
