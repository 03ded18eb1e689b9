// The report for a person at a terminal: by noun, then each failure with its evidence.

import { type Entry, entryInWords } from '../transcript.ts'
import type { Failure, Report, RequirementResult } from './report.ts'

const marks: Readonly<Record<RequirementResult['verdict'], string>> = {
  pass: '✓',
  fail: '✗',
  'not applicable': '–',
  disabled: 'o',
  inconclusive: '?',
  error: '!',
}

/** The whole report as text. */
export function terminalReport(report: Report): string {
  const nouns = [...new Set(report.requirements.map(({ noun }) => noun))]
  const lines = nouns.map((noun) => nounLine(noun, report.requirements))
  const told = new Set(['pass', 'fail', 'disabled'])
  const open = report.requirements.filter(({ verdict }) => !told.has(verdict))
  return [
    `seed ${report.seed} · ${report.runs} runs · level ${report.level} · ${report.target}`,
    '',
    ...lines,
    '',
    ...report.failures.flatMap(failureLines),
    ...report.errors.flatMap(({ property, message }) => [
      `! the suite broke in "${property}"`,
      indented(message),
      '',
    ]),
    ...reasonLines(open),
    ...(report.created.length === 0
      ? []
      : [`created: ${report.created.length} things whose ids begin with ${report.tag}`, '']),
    `${verdictWords(report.counts)} · ${report.requests} requests · ${report.seconds} s`,
    `${report.outcome} (exit ${report.exitCode})`,
  ].join('\n')
}

function nounLine(noun: string, requirements: readonly RequirementResult[]): string {
  const own = requirements.filter((requirement) => requirement.noun === noun)
  return `${noun.padEnd(20)} ${own.map(({ verdict }) => marks[verdict]).join('')}`
}

function failureLines(failure: Failure): string[] {
  return [
    `✗ ${failure.requirement}  (${failure.section})`,
    `  stated:  ${failure.statement}`,
    `  lawful:  ${failure.lawful}${failure.place === undefined ? '' : ` at ${failure.place}`}`,
    `  came:    ${failure.came}`,
    ...(failure.counterexample === undefined ? [] : [`  with:    ${failure.counterexample}`]),
    `  in:      ${failure.properties.join('; ')}`,
    ...failure.transcript.map((entry) => `  · ${entryInWords(entry as Entry).replaceAll('\n', '\n  ')}`),
    `  again:   ${failure.reproduce}`,
    '',
  ]
}

function reasonLines(open: readonly RequirementResult[]): string[] {
  const groups = new Map<string, string[]>()
  for (const { id, verdict, reasons } of open) {
    const reason = `${marks[verdict]} ${verdict}: ${reasons.join('; ').slice(0, 300)}`
    groups.set(reason, [...(groups.get(reason) ?? []), id])
  }
  return [...groups].flatMap(([reason, ids]) => [reason, `    ${ids.join(', ')}`, ''])
}

function verdictWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(' · ')
}

function indented(text: string): string {
  return text.replace(/^/gm, '    ')
}
