// The report of a run as JUnit XML: one test case for each scenario.

import { type JunitCase, junitXml } from '../../core/junit.ts'
import type { ScenarioReport, Verdict } from './scenario-report.ts'

/** The run as JUnit XML. */
export function junitReport(target: string, scenarios: readonly ScenarioReport[]): string {
  const cases = scenarios.map(
    ({ file, title, verdict, reasons, durationMs }): JunitCase => ({
      classname: file,
      name: title,
      seconds: durationMs / 1000,
      outcome: outcomeOf(verdict, reasons.join('\n')),
    }),
  )
  const name = `scenarios on ${target}`
  const durationMs = scenarios.reduce((sum, scenario) => sum + scenario.durationMs, 0)
  return junitXml({ name, seconds: durationMs / 1000, suites: [{ name, cases }] })
}

function outcomeOf(verdict: Verdict, reasons: string): JunitCase['outcome'] {
  if (verdict === 'pass') return undefined
  if (verdict === 'not applicable') return { kind: 'skipped', type: verdict, message: reasons }
  return { kind: verdict === 'fail' ? 'failure' : 'error', message: verdict, text: reasons }
}
