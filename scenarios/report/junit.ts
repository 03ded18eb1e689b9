// The report of a run as JUnit XML: one test case for each scenario.

import type { Replay, Verdict } from '../run/replay.ts'

/** The run as JUnit XML. */
export function junitReport(target: string, replays: readonly Replay[]): string {
  const count = (...verdicts: Verdict[]) => replays.filter(({ verdict }) => verdicts.includes(verdict)).length
  const cases = replays.map(({ file, title, verdict, reasons, durationMs }) => {
    const open = `    <testcase classname="${escaped(file)}" name="${escaped(title)}" time="${seconds(durationMs)}"`
    const text = escaped(reasons.join('\n'))
    if (verdict === 'pass') return `${open}/>`
    if (verdict === 'not applicable') return `${open}><skipped message="${text}"/></testcase>`
    const kind = verdict === 'fail' ? 'failure' : 'error'
    return `${open}><${kind} message="${escaped(verdict)}">${text}</${kind}></testcase>`
  })
  const total = replays.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="scenarios on ${escaped(target)}" tests="${replays.length}" failures="${count('fail')}" errors="${count('invalid', 'unreachable', 'error')}" skipped="${count('not applicable')}" time="${seconds(total)}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  // XML has no way to hold the other control characters.
  const printable = text.replace(/\p{Cc}/gu, (mark) => (mark === '\n' || mark === '\t' ? mark : ''))
  return printable.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)
}
