// The report as JUnit XML, one test case for each observable requirement.

import type { Report, RequirementResult } from './report.ts'

/** The report as JUnit XML. */
export function junitReport(report: Report): string {
  const resources = [...new Set(report.requirements.map(({ resource }) => resource))]
  const suites = resources.map((resource) => {
    const own = report.requirements.filter((requirement) => requirement.resource === resource)
    const count = (...verdicts: string[]) => own.filter(({ verdict }) => verdicts.includes(verdict)).length
    const cases = own.map((requirement) => testCase(report, requirement)).join('\n')
    return `  <testsuite name="${xml(resource)}" tests="${own.length}" failures="${count('fail')}" errors="${count('error')}" skipped="${count('not applicable', 'disabled', 'inconclusive')}">\n${cases}\n  </testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="paytwin verify" time="${report.seconds}">\n${suites.join('\n')}\n</testsuites>\n`
}

function testCase(report: Report, { id, resource, statement, verdict, reasons }: RequirementResult): string {
  const open = `    <testcase classname="${xml(resource)}" name="${xml(id)}">`
  const why = xml(reasons.join('; '))
  switch (verdict) {
    case 'pass':
      return `    <testcase classname="${xml(resource)}" name="${xml(id)}"/>`
    case 'fail': {
      const told = report.failures
        .filter(({ requirement }) => requirement === id)
        .map(({ expected, actual, reproduce }) => `lawful: ${expected}\ncame: ${actual}\nagain: ${reproduce}`)
      return `${open}<failure message="${xml(statement)}">${xml(told.join('\n\n'))}</failure></testcase>`
    }
    case 'error':
      return `${open}<error message="${why}"/></testcase>`
    default:
      return `${open}<skipped message="${xml(verdict)}: ${why}"/></testcase>`
  }
}

// XML 1.0 has no control characters; what a server sends may.
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD]/g, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
