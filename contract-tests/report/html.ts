// The report as one HTML page that needs nothing else: failures with their evidence, coverage of requirements, what was
// left behind, and the list of what the contract leaves open.

import { type Entry, entryInWords } from '../engine/transcript.ts'
import type { Failure, Report, RequirementResult } from './report.ts'
import { style } from './style.ts'

/** The report as a page. */
export function htmlReport(report: Report): string {
  const { target, outcome, failures, errors, notObservable, unspecifiedBehaviors, created } = report
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>paytwin verify: ${html(target)} ${html(outcome)}</title>
<style>${style}</style></head><body>
<header><h1>${html(target)} ${html(outcome)}</h1>
<p>${summary(report)}</p>${report.notes.map((note) => `<p>${html(note)}</p>`).join('')}</header><main>
${section('failures', 'Failures', failuresHtml(failures))}
${section('errors', 'Errors of the suite', errors.map(({ property, message }) => `<p>${html(property)}</p><pre>${html(message)}</pre>`).join(''))}
${section('coverage', 'Coverage', coverage(report))}
${section('requirements', 'Requirements', requirementTables(report))}
${section('not-observable', 'Not observable', rows(notObservable.map(({ id, statement, why }) => [code(id), `${html(statement)}${small(why)}`])))}
${section('open-items', 'Unspecified behaviors', `<p>What the contract does not show. None of it is asserted.</p>${rows(unspecifiedBehaviors.map(({ id, question, section: at }) => [code(id), `${html(question)}${small(at)}`]))}`)}
${section('left-behind', 'Left behind', created.length === 0 ? '' : rows(created.map(({ operationId, ours, theirs = '' }) => [code(operationId), code(ours), theirs === '' ? '' : code(theirs)])))}
</main></body></html>
`
}

/** A section with its heading; nothing where there is nothing to say. */
function section(id: string, heading: string, content: string): string {
  return content === '' ? '' : `<section id="${id}"><h2>${html(heading)}</h2>${content}</section>`
}

function summary({ counts, notObservable, seed, runs, level, tag, requests, seconds }: Report): string {
  return [
    ...Object.entries(counts).flatMap(([verdict, count]) => (count > 0 ? [`${count} ${html(verdict)}`] : [])),
    `${notObservable.length} not observable`,
    `seed ${seed}`,
    `${runs} runs`,
    `level ${html(level)}`,
    `run ${html(tag)}`,
    `${requests} requests`,
    `${seconds} s`,
  ].join(' · ')
}

function resourcesOf({ requirements }: Report): string[] {
  return [...new Set(requirements.map(({ resource }) => resource))]
}

const columns = ['pass', 'fail', 'error', 'inconclusive', 'not applicable', 'disabled'] as const

/** How many requirements of each resource have which verdict. */
function coverage(report: Report): string {
  const head = ['resource', 'requirements', ...columns].map((name) => `<th scope="col">${html(name)}</th>`)
  const lines = resourcesOf(report).map((resource) => {
    const own = report.requirements.filter((requirement) => requirement.resource === resource)
    const cells = columns.map((column) => own.filter(({ verdict }) => verdict === column).length)
    const told = cells.map(
      (count, index) =>
        `<td class="${count === 0 ? 'none' : className(columns[index] ?? 'pass')}">${count}</td>`,
    )
    return `<tr><th scope="row"><a href="#resource-${html(resource)}">${html(resource)}</a></th><td>${own.length}</td>${told.join('')}</tr>`
  })
  return `<table class="counts"><thead><tr>${head.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

function requirementTables(report: Report): string {
  return resourcesOf(report)
    .map((resource) => {
      const own = report.requirements.filter((requirement) => requirement.resource === resource)
      return `<h3 id="resource-${html(resource)}">${html(resource)}</h3><table><tbody>${own.map(requirementRow).join('')}</tbody></table>`
    })
    .join('')
}

function requirementRow({ id, section: at, statement, verdict, checks, reasons }: RequirementResult): string {
  const why = reasons.length > 0 ? `${at}: ${reasons.join('; ')}` : at
  const name = verdict === 'fail' ? `<a href="#failure-${html(id)}">${code(id)}</a>` : code(id)
  return `<tr><td class="${className(verdict)}">${html(verdict)}</td><td>${name}</td><td>${html(statement)}${small(why)}</td><td title="how often it was checked">${checks}</td></tr>`
}

function className(verdict: string): string {
  return verdict.replace(' ', '-')
}

function failuresHtml(failures: readonly Failure[]): string {
  const linked = new Set<string>()
  return failures
    .map((failure) => {
      const first = !linked.has(failure.requirement)
      linked.add(failure.requirement)
      return failureHtml(failure, first ? ` id="failure-${html(failure.requirement)}"` : '')
    })
    .join('')
}

function failureHtml(failure: Failure, attributes: string): string {
  const steps = failure.transcript.map((entry) => `<li><pre>${html(entryInWords(entry as Entry))}</pre></li>`)
  const facts: [string, string][] = [
    [
      'expected',
      `${html(failure.expected)}${failure.place === undefined ? '' : ` at ${code(failure.place)}`}`,
    ],
    ['actual', code(failure.actual)],
    ...(failure.counterexample === undefined
      ? []
      : [['with', code(failure.counterexample)] as [string, string]]),
    ['in', html(failure.properties.join('; '))],
    ['again', code(failure.reproduce)],
    ...(failure.scenario === undefined
      ? []
      : [
          ['scenario', `<a href="${html(failure.scenario)}">${html(failure.scenario)}</a>`] as [
            string,
            string,
          ],
        ]),
  ]
  return `<article${attributes}><h3>${code(failure.requirement)}</h3>
<p>${html(failure.statement)}${small(failure.section)}</p>
<dl>${facts.map(([name, fact]) => `<dt>${name}</dt><dd>${fact}</dd>`).join('')}</dl>
<details open><summary>What was done, and what came</summary><ol>${steps.join('')}</ol></details></article>`
}

function rows(cells: readonly (readonly string[])[]): string {
  const lines = cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<table><tbody>${lines.join('')}</tbody></table>`
}

function code(text: string): string {
  return `<code>${html(text)}</code>`
}

function small(text: string): string {
  return `<br><small>${html(text)}</small>`
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
