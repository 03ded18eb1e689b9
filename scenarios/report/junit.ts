// The report of a run as JUnit XML: one test case for each scenario.

import { type JunitCase, junitXml } from '../../core/junit.ts'
import type { Replay } from '../run/replay.ts'
import type { Verdict } from './scenario-report.ts'

/** The run as JUnit XML. */
export function junitReport(target: string, replays: readonly Replay[]): string {
  const cases = replays.map(
    ({ file, title, verdict, reasons, durationMs }): JunitCase => ({
      classname: file,
      name: title,
      seconds: durationMs / 1000,
      outcome: outcomeOf(verdict, reasons.join('\n')),
    }),
  )
  const name = `scenarios on ${target}`
  const durationMs = replays.reduce((sum, replay) => sum + replay.durationMs, 0)
  return junitXml({ name, seconds: durationMs / 1000, suites: [{ name, cases }] })
}

function outcomeOf(verdict: Verdict, reasons: string): JunitCase['outcome'] {
  if (verdict === 'pass') return undefined
  if (verdict === 'not applicable') return { kind: 'skipped', message: reasons }
  return { kind: verdict === 'fail' ? 'failure' : 'error', message: verdict, text: reasons }
}
