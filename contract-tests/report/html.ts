// The report as one self-contained HTML page: failures with their evidence, the verdict of each requirement, the unspecified
// behaviors, and what the run created.

import { createHash } from 'node:crypto'
import { printable } from '../../core/terminal-text.ts'
import {
  type Failure,
  type Report,
  type RequirementResult,
  resourcesIn,
  type Verdict,
} from '../judge/report.ts'
import { entryText } from '../judge/transcript.ts'
import { byRequirement, type Fact, failureFacts } from './failure-facts.ts'

const style = `
:root{color-scheme:light dark;--ink:light-dark(#1d2430,#e6eaf0);--soft:light-dark(#5b6675,#9aa5b4);--line:light-dark(#dde3ea,#333c49);--back:light-dark(#fff,#161b22);--box:light-dark(#f5f7fa,#1f262f);--good:light-dark(#19703a,#5fca85);--bad:light-dark(#b3261e,#ff8a80);--doubt:light-dark(#8a5a00,#e8b25a)}
body{font:15px/1.45 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--back)}
table{border-collapse:collapse;width:100%}td,th{border-top:1px solid var(--line);padding:.35rem .5rem;vertical-align:top;text-align:left}
td:first-child{white-space:nowrap}small{color:var(--soft)}a{color:inherit}
.counts td,.counts thead th{text-align:right}.counts thead th:first-child{text-align:left}.none{color:var(--soft)}
.pass{color:var(--good);font-weight:600}.fail,.error{color:var(--bad);font-weight:600}.inconclusive,.warning{color:var(--doubt);font-weight:600}
article{border-left:3px solid var(--bad);padding:0 0 0 1rem;margin:1.5rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
pre{background:var(--box);padding:.5rem .75rem;margin:.25rem 0;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.deciding pre{border-left:3px solid var(--bad)}.deciding::before{content:"shows the failure:";color:var(--bad)}
[hidden],section>section:not(:has(tr:not([hidden]))){display:none}
code,pre{font-family:ui-monospace,monospace;font-size:.92em}`

/** Hides what the filters exclude, and copies the command before a button, or selects it where a page may not copy. */
const script = `
const filters=[...document.querySelectorAll('select')]
const filter=()=>{for(const one of document.querySelectorAll('[data-verdict]'))one.hidden=filters.some(({name,value})=>value!==''&&one.dataset[name]!==value)}
for(const one of filters)one.addEventListener('change',filter)
document.addEventListener('click',({target})=>{
if(!target.matches('button'))return
const command=target.previousElementSibling
getSelection().selectAllChildren(command)
navigator.clipboard?.writeText(command.textContent).then(()=>{target.textContent='Copied'})
})`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only its own style and script: texts of a deployment are in the page. */
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}`

/** The report as a page. */
export function htmlReport(report: Report): string {
  const { target, outcome, failures, warnings, errors, notObservable, unspecifiedBehaviors, created } = report
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>paytwin verify: ${html(target)} ${html(outcome)}</title>
<style>${style}</style></head><body>
<header><h1>${html(target)} ${html(outcome)}</h1>
<p>${summary(report)}</p><p>${selectOf('verdict', columns)} ${selectOf('resource', resourcesIn(report))}</p>${[...report.diagnosis, ...report.notes].map((note) => `<p>${html(note)}</p>`).join('')}</header><main>
${section('failures', 'Failures', failuresHtml(failures, 'fail'))}
${section('warnings', 'Warnings', warnings.length === 0 ? '' : `<p>Each requirement below is inferred: the contract suggests it but does not state it.</p>${failuresHtml(warnings, 'warning')}`)}
${section('errors', 'Internal errors', errors.map(({ property, message }) => `<p>${html(property)}</p><pre>${html(message)}</pre>`).join(''))}
${section('coverage', 'Coverage', coverage(report))}
${section('requirements', 'Requirements', requirementTables(report))}
${section('not-observable', 'Not observable', rows(notObservable.map(({ id, statement, why }) => [code(id), `${html(statement)}${small(why)}`])))}
${section('unspecified-behaviors', 'Unspecified behaviors', `<p>What the contract does not specify. The suite does not check it.</p>${rows(unspecifiedBehaviors.map(({ id, question, section: at }) => [code(id), `${html(question)}${small(at)}`]))}`)}
${section('created', 'Created and not removed', created.length === 0 ? '' : rows(created.map(({ operationId, ours, theirs = '' }) => [code(operationId), code(ours), theirs === '' ? '' : code(theirs)])))}
</main><script>${script}</script></body></html>
`
}

/** A filter of the requirements and failures. */
function selectOf(name: string, values: readonly string[]): string {
  const options = ['', ...values].map(
    (value) => `<option value="${html(value)}">${html(value || 'all')}</option>`,
  )
  return `<label>${name} <select name="${name}">${options.join('')}</select></label>`
}

/** A section with its heading; empty without content. */
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

const columns = ['pass', 'fail', 'warning', 'error', 'inconclusive', 'not applicable', 'disabled'] as const

function coverage(report: Report): string {
  const head = ['resource', 'requirements', ...columns].map((name) => `<th scope="col">${html(name)}</th>`)
  const lines = resourcesIn(report).map((resource) => {
    const own = report.requirements.filter((requirement) => requirement.resource === resource)
    const cells = columns.map((column) => {
      const count = own.filter(({ verdict }) => verdict === column).length
      return `<td class="${count === 0 ? 'none' : className(column)}">${count}</td>`
    })
    return `<tr><th scope="row"><a href="#resource-${html(resource)}">${html(resource)}</a></th><td>${own.length}</td>${cells.join('')}</tr>`
  })
  return `<table class="counts"><thead><tr>${head.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`
}

function requirementTables(report: Report): string {
  return resourcesIn(report)
    .map((resource) => {
      const own = report.requirements.filter((requirement) => requirement.resource === resource)
      return `<section><h3 id="resource-${html(resource)}">${html(resource)}</h3><table><tbody>${own.map(requirementRow).join('')}</tbody></table></section>`
    })
    .join('')
}

function requirementRow({
  id,
  resource,
  basis,
  section: at,
  statement,
  verdict,
  checks,
  reasons,
}: RequirementResult): string {
  const place = basis === 'inferred' ? `${at} (inferred)` : at
  const detail = reasons.length > 0 ? `${place}: ${reasons.join('; ')}` : place
  const name = ['fail', 'warning'].includes(verdict)
    ? `<a href="#failure-${html(id)}">${code(id)}</a>`
    : code(id)
  return `<tr ${filtered(verdict, resource)}><td class="${className(verdict)}">${html(verdict)}</td><td>${name}</td><td>${html(statement)}${small(detail)}</td><td title="number of checks">${checks}</td></tr>`
}

function className(verdict: string): string {
  return verdict.replace(' ', '-')
}

/** The attributes by which filters find an element. */
const filtered = (verdict: string, resource: string) =>
  `data-verdict="${html(verdict)}" data-resource="${html(resource)}"`

const failuresHtml = (failures: readonly Failure[], verdict: Verdict) =>
  byRequirement(failures)
    .map((found) => failureHtml(found, verdict))
    .join('')

function failureHtml([failure, ...others]: [Failure, ...Failure[]], verdict: Verdict): string {
  const { requirement, expected, actual, deciding } = failure
  const words = `${expected} ${actual}`
  const steps = failure.transcript.map(
    (entry, at) =>
      `<li${at === deciding ? ' class="deciding"' : ''}><pre>${html(entryText(entry, { words }))}</pre></li>`,
  )
  const [resource = ''] = requirement.split('.')
  return `<article id="failure-${html(requirement)}" ${filtered(verdict, resource)}><h3>${code(requirement)}</h3>
<dl>${failureFacts(failure, others).map(factHtml).join('')}</dl>
<details open><summary>Steps</summary><ol>${steps.join('')}</ol></details></article>`
}

function factHtml({ label, lines }: Fact): string {
  const shown = lines.map(({ text, isCode, href }) => {
    const content = isCode === true ? code(text) : html(text)
    const linked = href === undefined ? content : `<a href="${html(href)}">${content}</a>`
    return isCode === true && ['Reproduce', 'Scenario'].includes(label)
      ? `${linked} <button type="button">Copy</button>`
      : linked
  })
  return `<dt>${label}</dt><dd>${shown.join('<br>')}</dd>`
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
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
