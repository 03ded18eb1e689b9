// The facts of a failure in a report, in the order and with the labels that its terminal, HTML and JUnit forms share, and the
// requirements without a verdict, by reason.

import { groupedBy } from '../../core/grouping.ts'
import type { Failure, RequirementResult } from '../judge/report.ts'

export interface Fact {
  label: string
  lines: readonly FactLine[]
}

interface FactLine {
  text: string
  /** True if it is code or data instead of a sentence. */
  isCode?: boolean
  /** A file next to the report that the line is about. */
  href?: string
}

const maxProperties = 3
const labelWidth = 'Counterexample'.length + 2

/** The failures of one requirement at several places are one. */
export const byRequirement = (failures: readonly Failure[]) => [
  ...groupedBy(failures, ({ requirement }) => requirement).values(),
]

export function failureFacts(failure: Failure, others: readonly Failure[] = []): Fact[] {
  const { requirement, section, sectionLinks, statement, reason, place, counterexample, situation } = failure
  const facts: Fact[] = [
    {
      label: 'Requirement',
      lines: [
        { text: requirement, isCode: true },
        { text: statement },
        { text: `${section} (${sectionLinks.join(', ')})` },
      ],
    },
    {
      label: 'Expected',
      lines: [{ text: `${failure.expected}${place === undefined ? '' : ` at ${place}`}` }],
    },
    { label: 'Actual', lines: [{ text: failure.actual, isCode: true }] },
    { label: 'Inferred', lines: reason === undefined ? [] : [{ text: reason }] },
    { label: 'Assumed', lines: failure.assumed === undefined ? [] : [{ text: failure.assumed }] },
    { label: 'Counterexample', lines: codeLines(counterexample) },
    { label: 'Situation', lines: situation === undefined ? [] : [{ text: situation }] },
    { label: 'Timeline', lines: (failure.timeline ?? []).map((text) => ({ text })) },
    {
      label: 'Reproduce',
      lines: [
        ...codeLines(failure.reproduce),
        ...codeLines(failure.curl),
        ...reasonLines('No curl command', failure.noCurl),
      ],
    },
    { label: 'Scenario', lines: scenarioLines(failure) },
    { label: 'Properties', lines: propertyLines(failure.properties) },
    { label: 'Also', lines: others.map(elsewhere) },
  ]
  return facts.filter(({ lines }) => lines.length > 0)
}

const elsewhere = ({ place = 'elsewhere', expected, actual }: Failure): FactLine => ({
  text: `${place}: expected ${expected}, actual ${actual}`,
})

/** A fact as lines of text, each after a column for the label. */
export function labeledLines({ label, lines }: Fact): { label: string; text: string }[] {
  return lines
    .flatMap(({ text }) => text.split('\n'))
    .map((text, index) => ({ label: (index === 0 ? label : '').padEnd(labelWidth), text }))
}

function codeLines(text: string | undefined): FactLine[] {
  return text === undefined ? [] : [{ text, isCode: true }]
}

const reasonLines = (what: string, reason: string | undefined): FactLine[] =>
  reason === undefined ? [] : [{ text: `${what}: ${reason}.` }]

function scenarioLines({ scenario, replay, noScenario }: Failure): FactLine[] {
  return scenario === undefined
    ? reasonLines('None', noScenario)
    : [{ text: replay ?? scenario, isCode: true, href: scenario }]
}

function propertyLines(titles: readonly string[]): FactLine[] {
  const shown = titles.slice(0, maxProperties).map((text) => ({ text }))
  const rest = titles.length - shown.length
  return rest > 0 ? [...shown, { text: `… and ${rest} more (${titles.length} in total)` }] : shown
}

/** The requirements without a verdict, by the reason, in words with the verdict. */
export function byReason(open: readonly RequirementResult[], shown = (reason: string) => reason) {
  const groups = groupedBy(open, ({ verdict, reasons }) => {
    // The needs of one of its checks are enough.
    const text = reasons.map(shown).join(verdict === 'not applicable' ? ' or ' : '; ')
    return `${verdict}: ${text}`
  })
  return [...groups].map(([reason, found]) => ({ reason, verdict: found[0].verdict, found }))
}
