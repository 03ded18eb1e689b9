// Merges the reports of the shards of one run of the suite. Each requirement is checked by one shard.

import { UsageError } from '../../core/errors.ts'
import { checkShards, notOneRun, readReportFile } from '../../core/shard.ts'
import { exitCodes, runOutcome } from '../judge/exit-codes.ts'
import {
  nothingSucceeded,
  type Report,
  type RequirementResult,
  report as reportSchema,
  verdicts,
} from '../judge/report.ts'

/** The report of the whole run, from the report.json of its shards. Throws a UsageError for other files. */
export function mergedReport(files: readonly string[], acceptPartial: boolean): Report {
  const read = files.map((file) => ({ file, report: readReport(file) }))
  checkShards(read.map(({ file, report }) => ({ file, shard: report.shard })))
  const [first, ...others] = read
  if (first === undefined) throw notOneRun('There are none.')
  for (const field of ['target', 'level', 'seed', 'runs'] as const) {
    const other = others.find(({ report }) => report[field] !== first.report[field])
    if (other !== undefined)
      throw notOneRun(
        `${other.file} has the ${field} ${other.report[field]}, and ${first.file} has ${first.report[field]}.`,
      )
  }
  const reports = read.map(({ report }) => report)
  const all = <Item>(part: (report: Report) => readonly Item[]): Item[] => reports.flatMap(part)
  const { shard: _, ...base } = first.report
  const requirements = base.requirements.map((result) => checkedResult(result, reports))
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, requirements.filter((result) => result.verdict === verdict).length]),
  )
  const stopped = reports.find(({ exitCode }) => exitCode === exitCodes.usage)
  const earlyEnd =
    stopped === undefined
      ? undefined
      : {
          code: 'target-stopped-responding' as const,
          reason: stopped.outcome.replace(/^has no verdict: /, ''),
        }
  const total = (numberOf: (report: Report) => number) => reports.reduce((sum, one) => sum + numberOf(one), 0)
  return {
    ...base,
    ...runOutcome({ counts, earlyEnd, acceptPartial }),
    tag: [...new Set(reports.map(({ tag }) => tag))].join(', '),
    seconds: Math.round(total(({ seconds }) => seconds) * 1000) / 1000,
    requests: total(({ requests }) => requests),
    counts,
    requirements,
    failures: all(({ failures }) => failures),
    warnings: all(({ warnings }) => warnings),
    diagnosis: [...new Set(all(({ diagnosis }) => diagnosis))],
    notes: [...new Set(all(({ notes }) => notes))].filter(
      (note) => note !== nothingSucceeded || reports.every(({ notes }) => notes.includes(note)),
    ),
    errors: all(({ errors }) => errors),
    created: all(({ created }) => created),
  }
}

/** The result of the shard that checked a requirement. */
function checkedResult(result: RequirementResult, reports: readonly Report[]): RequirementResult {
  const results = reports.flatMap(({ requirements }) => requirements.filter(({ id }) => id === result.id))
  return results.find(({ verdict }) => verdict !== 'disabled') ?? result
}

function readReport(file: string): Report {
  const read = reportSchema.safeParse(readReportFile(file))
  if (read.success) return read.data
  throw new UsageError(
    `${file} is not a report of this version of paytwin verify.`,
    'It does not match report.schema.json.',
    'Give the report.json that --report wrote for each shard.',
  )
}
