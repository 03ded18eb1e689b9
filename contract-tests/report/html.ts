// The report as one HTML page that needs nothing else: coverage of requirements, failures with their evidence, and the
// list of what the contract leaves open.

import { type Entry, entryInWords } from '../transcript.ts'
import type { Failure, Report } from './report.ts'

/** The report as a page. */
export function htmlReport(report: Report): string {
  const nouns = [...new Set(report.requirements.map(({ noun }) => noun))]
  const rows = nouns.map((noun) => {
    const own = report.requirements.filter((requirement) => requirement.noun === noun)
    return `<h3>${html(noun)}</h3><table>${own
      .map(
        ({ id, section, statement, verdict, checks, reasons }) =>
          `<tr class="${verdict.replace(' ', '-')}"><td>${verdict}</td><td><code>${html(id)}</code></td><td>${html(statement)}<br><small>${html(section)}${reasons.length > 0 ? ` — ${html(reasons.join('; '))}` : ''}</small></td><td>${checks}</td></tr>`,
      )
      .join('')}</table>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>paytwin verify: ${html(report.outcome)}</title>
<style>
body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1d2430;background:#fff}
table{border-collapse:collapse;width:100%}td{border-top:1px solid #dde3ea;padding:.35rem .5rem;vertical-align:top}
td:first-child{white-space:nowrap;font-weight:600}tr.pass td:first-child{color:#19703a}tr.fail td:first-child,tr.error td:first-child{color:#b3261e}
tr.inconclusive td:first-child{color:#8a5a00}small{color:#5b6675}pre{background:#f5f7fa;padding:.75rem;overflow:auto;white-space:pre-wrap}
code{font-family:ui-monospace,monospace;font-size:.92em}
</style></head><body>
<h1>${html(report.target)} ${html(report.outcome)}</h1>
<p>${Object.entries(report.counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${html(verdict)}`)
    .join(
      ' · ',
    )} · ${report.notObservable.length} not observable · seed ${report.seed} · ${report.runs} runs · level ${html(report.level)} · ${report.requests} requests · ${report.seconds} s</p>
${report.failures.length > 0 ? `<h2>Failures</h2>${report.failures.map(failureHtml).join('')}` : ''}
${report.errors.length > 0 ? `<h2>Errors of the suite</h2>${report.errors.map(({ property, message }) => `<p>${html(property)}</p><pre>${html(message)}</pre>`).join('')}` : ''}
<h2>Requirements</h2>${rows.join('')}
<h2>Not observable</h2><table>${report.notObservable
    .map(
      ({ id, statement, why }) =>
        `<tr><td><code>${html(id)}</code></td><td>${html(statement)}<br><small>${html(why)}</small></td></tr>`,
    )
    .join('')}</table>
<h2>Open items</h2><p>What the contract does not show. None of it is asserted.</p><table>${report.openItems
    .map(
      ({ id, question, section }) =>
        `<tr><td><code>${html(id)}</code></td><td>${html(question)}<br><small>${html(section)}</small></td></tr>`,
    )
    .join('')}</table>
</body></html>
`
}

function failureHtml(failure: Failure): string {
  const story = failure.transcript.map((entry) => `· ${entryInWords(entry as Entry)}`).join('\n')
  return `<h3><code>${html(failure.requirement)}</code></h3><p>${html(failure.statement)}<br><small>${html(failure.section)}</small></p>
<p>Lawful: ${html(failure.lawful)}${failure.place === undefined ? '' : ` at <code>${html(failure.place)}</code>`}.<br>Came: <code>${html(failure.came)}</code>${failure.counterexample === undefined ? '' : `<br>With: <code>${html(failure.counterexample)}</code>`}</p>
<pre>${html(story)}</pre><p>Again: <code>${html(failure.reproduce)}</code></p>`
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
