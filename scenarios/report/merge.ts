// Merges the JSON reports of the shards of one replay.

import { UsageError } from '../../core/errors.ts'
import { valueAt } from '../../core/json.ts'
import { checkShards, notOneRun, readReportFile } from '../../core/shard.ts'
import type { ReplayReport } from './report.ts'

/** The report of the whole run, from the files that `--json` wrote for its shards. Throws a UsageError for other files. */
export function mergedReplays(files: readonly string[]): Pick<ReplayReport, 'target' | 'scenarios'> {
  const reports = files.map((file) => ({ file, ...readReport(file) }))
  checkShards(reports)
  const [{ target } = { target: '' }] = reports
  const other = reports.find((report) => report.target !== target)
  if (other !== undefined) throw notOneRun(`${other.file} has the target ${other.target}, not ${target}.`)
  return {
    target,
    scenarios: reports
      .flatMap(({ scenarios }) => scenarios)
      .sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file))),
  }
}

function readReport(file: string): ReplayReport {
  const report = readReportFile(file)
  if (typeof valueAt(report, 'target') === 'string' && Array.isArray(valueAt(report, 'scenarios')))
    return report as ReplayReport
  throw new UsageError(
    `${file} is not a report of paytwin replay.`,
    'It is no JSON, or it has no target and scenarios.',
    'Give the files that --json wrote.',
  )
}
