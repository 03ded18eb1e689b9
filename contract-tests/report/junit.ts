// The report as JUnit XML, one test case for each observable requirement.

import { type JunitCase, junitXml } from '../../core/junit.ts'
import type { Report, RequirementResult } from './report.ts'

/** The report as JUnit XML. */
export function junitReport(report: Report): string {
  const resources = [...new Set(report.requirements.map(({ resource }) => resource))]
  const suites = resources.map((name) => ({
    name,
    cases: report.requirements
      .filter(({ resource }) => resource === name)
      .map((result) => testCase(report, result)),
  }))
  return junitXml({ name: 'paytwin verify', seconds: report.seconds, suites })
}

function testCase(
  { failures }: Report,
  { id, resource, statement, verdict, reasons }: RequirementResult,
): JunitCase {
  const testCase = { classname: resource, name: id }
  const why = reasons.join('; ')
  switch (verdict) {
    case 'pass':
      return testCase
    case 'fail': {
      const texts = failures
        .filter(({ requirement }) => requirement === id)
        .map(
          ({ expected, actual, reproduce }) =>
            `expected: ${expected}\nactual: ${actual}\nreproduce: ${reproduce}`,
        )
      return { ...testCase, outcome: { kind: 'failure', message: statement, text: texts.join('\n\n') } }
    }
    case 'error':
      return { ...testCase, outcome: { kind: 'error', message: why } }
    default:
      return { ...testCase, outcome: { kind: 'skipped', message: `${verdict}: ${why}` } }
  }
}
