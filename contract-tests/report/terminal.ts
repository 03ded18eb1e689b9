// The report for a person at a terminal: the verdicts by resource, each failure with its evidence, the reasons of what has no
// verdict, and what the run created.

import { join } from 'node:path'
import { idBeginnings } from '../../client/sample-ids.ts'
import { printable, singleLine } from '../../core/terminal-text.ts'
import { exitCodes } from '../judge/exit-codes.ts'
import {
  type Failure,
  type Report,
  type RequirementResult,
  resourcesIn,
  type Verdict,
} from '../judge/report.ts'
import { stepsAtIssue } from '../judge/steps-at-issue.ts'
import { entryText, shortened } from '../judge/transcript.ts'
import { type Paint, type Style, withoutColor } from './color.ts'
import { byReason, byRequirement, type Fact, failureFacts, labeledLines } from './failure-facts.ts'

const marks: Readonly<Record<Verdict, { sign: string; style: Style }>> = {
  pass: { sign: '✓', style: 'green' },
  fail: { sign: '✗', style: 'red' },
  warning: { sign: '⚠', style: 'yellow' },
  'not applicable': { sign: '–', style: 'dim' },
  disabled: { sign: 'o', style: 'dim' },
  inconclusive: { sign: '?', style: 'yellow' },
  error: { sign: '!', style: 'red' },
}

const factStyles: Readonly<Record<string, Style>> = { Requirement: 'bold', Expected: 'green', Actual: 'red' }

/** Before the step whose response shows the failure. */
const decidingMark = '→ '
const maxSteps = 12
/** The last steps, which are shown whatever they are about. */
const lastSteps = 2
const maxStepCharacters = 300
const maxTextCharacters = 600
const maxCommandCharacters = 1000
const maxIdCharacters = 120
const maxIds = 20
const maxShortIds = 3
const maxReasonCharacters = 300

interface TerminalOptions {
  /** Where the report's files are, if they were written. */
  directory?: string | undefined
  /** No colors by default. */
  paint?: Paint
}

/** The whole report as text. */
export function terminalReport(
  original: Report,
  { directory, paint = withoutColor }: TerminalOptions = {},
): string {
  const report = escaped(original)
  const all =
    directory === undefined ? '--report writes' : `${singleLine(join(directory, 'report.json'))} has`
  const blocks = (verdict: Verdict, failures: readonly Failure[]) =>
    byRequirement(failures).flatMap((found) => failureLines(found, verdict, paint, { tag: report.tag, all }))
  const open = report.requirements.filter(
    ({ verdict }) => !['pass', 'fail', 'warning', 'disabled'].includes(verdict),
  )
  return [
    ...report.diagnosis.map((line) => `${markOf('inconclusive', paint)} ${line}`),
    ...levelLines(report),
    `seed ${report.seed} · ${report.runs} runs · level ${report.level} · ${report.target}`,
    '',
    ...resourcesIn(report).flatMap((resource) => resourceLine(resource, report.requirements, paint)),
    '',
    ...blocks('fail', report.failures),
    ...(report.warnings.length === 0 ? [] : [warningsHeading, '']),
    ...blocks('warning', report.warnings),
    ...report.errors.flatMap(({ property, message }) => [
      `${markOf('error', paint)} Internal error in the property "${property}":`,
      indented(message, 4),
      '',
    ]),
    ...reasonLines(open, report.diagnosis, paint),
    ...notApplicableLines(open, paint),
    ...createdLines(report, directory),
    ...profileText(report.profile),
    ...report.notes.flatMap((note) => [note, '']),
    `${countsText(report.counts)} · ${report.requests} requests · ${report.seconds} s`,
    ...(directory === undefined ? [] : [`See ${singleLine(join(directory, 'report.html'))}.`]),
    paint(outcomeStyle(report), `${report.target} ${report.outcome} (exit ${report.exitCode})`),
  ].join('\n')
}

/** The learned profile of a remote deployment. */
const profileText = ({ lines }: NonNullable<Report['profile']> = { lines: [], options: {} }) =>
  lines.length === 0
    ? []
    : ['What the contract leaves open, as the deployment does it:', ...lines.map((line) => `  ${line}`), '']

const warningsHeading =
  'Warnings. Each requirement below is inferred: the contract suggests it but does not state it.'

function outcomeStyle({ exitCode }: Report): Style {
  if (exitCode === exitCodes.conforms) return 'green'
  return exitCode === exitCodes.inconclusive ? 'yellow' : 'red'
}

/** A report whose texts cannot control the terminal. Lines of failures and errors remain, because they are indented. */
function escaped({ failures, errors, ...rest }: Report): Report {
  const texts = <Part>(part: Part, shown: (text: string) => string): Part =>
    JSON.parse(JSON.stringify(part), (_, value: unknown) =>
      typeof value === 'string' ? shown(value) : value,
    )
  return {
    ...texts(rest, singleLine),
    failures: texts(failures, printable),
    errors: texts(errors, printable),
  }
}

function levelLines({ level, levelReason }: Report): string[] {
  if (levelReason === undefined) return []
  return [`level ${level} by default: ${levelReason}. Raise it with --level money.`]
}

function markOf(verdict: Verdict, paint: Paint): string {
  const { sign, style } = marks[verdict]
  return paint(style, sign)
}

function resourceLine(resource: string, requirements: readonly RequirementResult[], paint: Paint): string[] {
  const enabled = requirements.filter((one) => one.resource === resource && one.verdict !== 'disabled')
  if (enabled.length === 0) return []
  const passed = enabled.filter(({ verdict }) => verdict === 'pass').length
  const share = `${passed}/${enabled.length}`
  return [
    `${resource.padEnd(18)} ${share.padStart(7)}  ${enabled.map(({ verdict }) => markOf(verdict, paint)).join('')}`,
  ]
}

function failureLines(
  [failure, ...others]: [Failure, ...Failure[]],
  verdict: Verdict,
  paint: Paint,
  { tag, all }: { tag: string; all: string },
): string[] {
  const facts = [
    ...failureFacts(failure, others).map((fact) => shortFact(fact, all)),
    stepsFact(failure, tag, all),
  ]
  const lines = facts.flatMap((fact) =>
    labeledLines(fact).map(({ label, text }, index) => {
      const style = factStyles[fact.label]
      const isPainted = style !== undefined && (style !== 'bold' || index === 0)
      return `${paint('dim', label)}${isPainted ? paint(style, text) : text}`
    }),
  )
  return [...lines.map((line, index) => `${index === 0 ? markOf(verdict, paint) : ' '} ${line}`), '']
}

/** A fact without long texts. A command is useless if it is cut. */
function shortFact({ label, lines }: Fact, all: string): Fact {
  const shown = ({ text }: Fact['lines'][number]) => {
    if (label !== 'Reproduce') return shortened(text, maxTextCharacters)
    return text.length <= maxCommandCharacters
      ? text
      : `${all} the deciding request as a curl command of ${text.length} characters`
  }
  return { label, lines: lines.map((line) => ({ text: shown(line) })) }
}

/** The step that shows a failure, those about the records at issue, and the last ones. */
function stepsFact(failure: Failure, tag: string, all: string): Fact {
  const { transcript, deciding, expected, actual } = failure
  const atIssue = stepsAtIssue(failure, tag)
  const words = `${expected} ${actual}`
  const steps = transcript.flatMap((entry, at) => {
    const isDeciding = at === deciding
    const isShown = isDeciding || at >= transcript.length - lastSteps || atIssue.has(entry)
    const maxCharacters = isDeciding ? maxTextCharacters : maxStepCharacters
    return isShown ? [`${isDeciding ? decidingMark : ''}${entryText(entry, { words, maxCharacters })}`] : []
  })
  const different = steps.filter((text, index) => text !== steps[index - 1])
  const shown = different.filter(
    (text, at) => at >= different.length - maxSteps || text.startsWith(decidingMark),
  )
  const omitted = transcript.length - shown.length
  return {
    label: 'Steps',
    lines: [
      ...(omitted === 0
        ? []
        : [{ text: `… ${omitted} of ${transcript.length} steps are left out; ${all} all` }]),
      ...shown.map((text) => ({ text })),
    ],
  }
}

function indented(text: string, spaces: number): string {
  return text.replace(/^/gm, ' '.repeat(spaces))
}

/** The requirements without a verdict, by reason. */
function reasonLines(
  open: readonly RequirementResult[],
  diagnosis: readonly string[],
  paint: Paint,
): string[] {
  const shown = (reason: string) =>
    diagnosis.includes(reason) ? `${reason.split(': ')[0]}, as the first lines say` : reason
  const others = open.filter(({ verdict }) => verdict !== 'not applicable')
  return byReason(others, shown).flatMap(({ reason, verdict, found }) => {
    const request = found[0]?.request
    return [
      `${markOf(verdict, paint)} ${shortened(reason, maxReasonCharacters)}`,
      `    ${idsText(found)}`,
      ...(request === undefined ? [] : [`    ${request}`]),
      '',
    ]
  })
}

/** The requirements that are not applicable: their number, and for each reason the number, or the ids of a few. */
function notApplicableLines(open: readonly RequirementResult[], paint: Paint): string[] {
  const all = open.filter(({ verdict }) => verdict === 'not applicable')
  if (all.length === 0) return []
  const reasons = byReason(all).sort((a, b) => b.found.length - a.found.length)
  return [
    `${markOf('not applicable', paint)} ${all.length} not applicable:`,
    ...reasons.map(({ found, reason }) => {
      const who = found.length > maxShortIds ? found.length : found.map(({ id }) => id).join(', ')
      return `    ${shortened(reason.replace('not applicable: ', ''), maxReasonCharacters)}: ${who}`
    }),
    '',
  ]
}

/** The ids of requirements, or of many the number by resource. */
function idsText(found: readonly RequirementResult[]): string {
  if (found.length <= maxIds) return found.map(({ id }) => id).join(', ')
  const counts = resourcesIn({ requirements: [...found] }).map(
    (name) => `${name} ${found.filter(({ resource }) => resource === name).length}`,
  )
  return `${found.length} requirements: ${counts.join(', ')}`
}

function createdLines({ created, tag }: Report, directory: string | undefined): string[] {
  if (created.length === 0) return []
  const operations = [...new Set(created.map(({ operationId }) => operationId))]
  const lists = operations.map((operationId) => {
    const ids = created
      .filter((one) => one.operationId === operationId)
      .map(({ ours, theirs }) => (theirs === undefined ? ours : `${ours} (${theirs})`))
    return { operationId, ...firstOf(ids) }
  })
  const all = directory === undefined ? '--report writes' : `${join(directory, 'report.json')} lists`
  const beginnings = idBeginnings(tag).filter(
    (begin, at) => at === 0 || created.some(({ ours }) => ours.startsWith(begin)),
  )
  return [
    `Created ${created.length} records that were not removed. Their ids begin with ${beginnings.join(' or ')}:`,
    ...lists.map(
      ({ operationId, shown, omitted }) =>
        `  ${operationId}: ${shown}${omitted === 0 ? '' : `, … and ${omitted} more`}`,
    ),
    ...(lists.some(({ omitted }) => omitted > 0) ? [`  ${all} all of them.`] : []),
    '',
  ]
}

/** As many ids as fit in one line, at least one. */
function firstOf(ids: readonly string[]): { shown: string; omitted: number } {
  const shown = ids.filter(
    (_, index) => index === 0 || ids.slice(0, index + 1).join(', ').length <= maxIdCharacters,
  )
  return { shown: shown.join(', '), omitted: ids.length - shown.length }
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(' · ')
}
