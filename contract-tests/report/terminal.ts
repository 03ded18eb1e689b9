// The report for a person at a terminal: by resource, then each failure with its evidence, then what was not checked and what
// was left behind.

import { join } from 'node:path'
import { type Entry, entryInWords } from '../engine/transcript.ts'
import type { Failure, Report, RequirementResult } from './report.ts'

const marks: Readonly<Record<RequirementResult['verdict'], string>> = {
  pass: '✓',
  fail: '✗',
  'not applicable': '–',
  disabled: 'o',
  inconclusive: '?',
  error: '!',
}

const maxSteps = 12
const maxOfIds = 120

/** The whole report as text. `directory` is where its files lie, if they were written. */
export function terminalReport(report: Report, directory?: string): string {
  const resources = [...new Set(report.requirements.map(({ resource }) => resource))]
  const lines = resources.flatMap((resource) => resourceLine(resource, report.requirements))
  const told = new Set(['pass', 'fail', 'disabled'])
  const open = report.requirements.filter(({ verdict }) => !told.has(verdict))
  return [
    `seed ${report.seed} · ${report.runs} runs · level ${report.level} · ${report.target}`,
    '',
    ...lines,
    '',
    ...report.failures.flatMap((failure) => failureLines(failure, directory)),
    ...report.errors.flatMap(({ property, message }) => [
      `! the suite broke in "${property}"`,
      message.replace(/^/gm, '    '),
      '',
    ]),
    ...reasonLines(open),
    ...createdLines(report, directory),
    ...report.notes.flatMap((note) => [note, '']),
    `${verdictWords(report.counts)} · ${report.requests} requests · ${report.seconds} s`,
    `${report.target} ${report.outcome} (exit ${report.exitCode})`,
    ...(directory === undefined ? [] : [`See ${join(directory, 'report.html')}.`]),
  ].join('\n')
}

/** One line for each resource; those of which nothing was asked for are left out. */
function resourceLine(resource: string, requirements: readonly RequirementResult[]): string[] {
  const asked = requirements.filter((one) => one.resource === resource && one.verdict !== 'disabled')
  if (asked.length === 0) return []
  const passed = asked.filter(({ verdict }) => verdict === 'pass').length
  const share = `${passed}/${asked.length}`
  return [
    `${resource.padEnd(18)} ${share.padStart(7)}  ${asked.map(({ verdict }) => marks[verdict]).join('')}`,
  ]
}

function failureLines(failure: Failure, directory: string | undefined): string[] {
  const steps = failure.transcript.map((entry) => entryInWords(entry as Entry))
  const left = Math.max(0, steps.length - maxSteps)
  return [
    `✗ ${failure.requirement}  (${failure.section})`,
    `  stated:  ${failure.statement}`,
    `  lawful:  ${failure.expected}${failure.place === undefined ? '' : ` at ${failure.place}`}`,
    `  came:    ${failure.actual}`,
    ...(failure.counterexample === undefined ? [] : [`  with:    ${failure.counterexample}`]),
    `  in:      ${failure.properties.join('; ')}`,
    ...(left === 0 ? [] : [`  · … ${left} earlier steps; --report tells them all`]),
    ...steps.slice(left).map((words) => `  · ${words.replaceAll('\n', '\n  ')}`),
    `  again:   ${failure.reproduce}`,
    ...(failure.scenario === undefined || directory === undefined
      ? []
      : [`  replay:  paytwin replay ${join(directory, failure.scenario)}`]),
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

function createdLines({ created, tag }: Report, directory: string | undefined): string[] {
  if (created.length === 0) return []
  const operations = [...new Set(created.map(({ operationId }) => operationId))]
  const lists = operations.map((operationId) => {
    const own = created.filter((one) => one.operationId === operationId)
    return {
      operationId,
      ...begun(own.map(({ ours, theirs }) => (theirs === undefined ? ours : `${ours} (${theirs})`))),
    }
  })
  const all =
    directory === undefined ? '--report tells them all' : `${join(directory, 'report.json')} has them all`
  return [
    `left behind, ${created.length} things whose ids begin with ${tag}:`,
    ...lists.map(
      ({ operationId, shown, left }) =>
        `  ${operationId}: ${shown}${left === 0 ? '' : `, … and ${left} more`}`,
    ),
    ...(lists.some(({ left }) => left > 0) ? [`  ${all}`] : []),
    '',
  ]
}

/** As many of the ids as a person would read in one line, one at least. */
function begun(ids: readonly string[]): { shown: string; left: number } {
  const kept = ids.filter((_, index) => index === 0 || ids.slice(0, index + 1).join(', ').length <= maxOfIds)
  return { shown: kept.join(', '), left: ids.length - kept.length }
}

function verdictWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(' · ')
}
