// The report as JUnit XML, with one test case for each observable requirement.

import { type JunitCase, junitXml } from '../../core/junit.ts'
import { exitCodes } from '../judge/exit-codes.ts'
import { type Failure, type Report, type RequirementResult, resourcesIn } from '../judge/report.ts'
import { failureFacts, labeledLines } from './failure-facts.ts'

/** The report as JUnit XML, without what was not asked for. */
export function junitReport(report: Report): string {
  const all = resourcesIn(report).map((name) => ({
    name,
    cases: report.requirements
      .filter(({ resource, verdict }) => resource === name && verdict !== 'disabled')
      .map((result) => testCase(report, result)),
  }))
  const suites = all.filter(({ cases }) => cases.length > 0)
  return junitXml({ name: 'paytwin verify', seconds: report.seconds, suites })
}

function testCase(
  { failures, warnings, exitCode }: Report,
  { id, resource, statement, verdict, reasons, seconds }: RequirementResult,
): JunitCase {
  const testCase = { classname: resource, name: id, seconds }
  const reason = reasons.join('; ')
  switch (verdict) {
    case 'pass':
      return testCase
    case 'fail': {
      return {
        ...testCase,
        outcome: { kind: 'failure', message: statement, text: failureText(failures, id) },
      }
    }
    case 'warning': {
      return { ...testCase, output: `Warning: ${statement}\n${failureText(warnings, id)}` }
    }
    case 'error':
      return { ...testCase, outcome: { kind: 'error', message: reason } }
    // It was asked for, and has no verdict, unless the run only prepares it.
    case 'inconclusive': {
      const kind = exitCode === exitCodes.conforms ? 'skipped' : 'error'
      return { ...testCase, outcome: { kind, type: verdict, message: reason } }
    }
    default:
      return { ...testCase, outcome: { kind: 'skipped', type: verdict, message: `${verdict}: ${reason}` } }
  }
}

function failureText(failures: readonly Failure[], id: string): string {
  const [failure, ...others] = failures.filter(({ requirement }) => requirement === id)
  if (failure === undefined) return ''
  return failureFacts(failure, others)
    .flatMap(labeledLines)
    .map(({ label, text }) => `${label}${text}`)
    .join('\n')
}
