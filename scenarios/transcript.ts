// The canonical transcript of a replay: what was asked and answered, step by step, in a form that is the same on every
// machine. Encrypted texts are shown by what is inside them; addresses and secrets by name.

import type { Replay } from './replay.ts'
import type { Exchange } from './wire.ts'

const rule = '-'.repeat(72)

/** The transcripts of replays, one after the other. */
export function transcriptOf(replays: readonly Replay[]): string {
  return replays
    .map((replay) => `${[titleLines(replay), ...stepTexts(replay)].join(`\n${rule}\n`)}\n`)
    .join('\n')
}

function titleLines({ title }: Replay): string {
  return `${title}\n${'='.repeat(title.length)}`
}

function stepTexts({ steps, names }: Replay): string[] {
  return steps.map(({ workflowId, stepId, exchange }) =>
    [`${workflowId} / ${stepId}`, ...(exchange === undefined ? [] : exchangeLines(exchange, names))].join(
      '\n',
    ),
  )
}

/** A request and its answer, in lines. */
export function exchangeLines(exchange: Exchange, names: ReadonlyMap<string, string>): string[] {
  const { method, path, headers, status, response, responseText, failure } = exchange
  const shown = new Shown(names, exchange)
  return [
    `${method} ${shown.text(path)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${shown.text(value)}`),
    ...(exchange.body === undefined ? [] : [shown.json(exchange.body)]),
    '',
    failure === undefined ? String(status) : `no answer: ${failure}`,
    ...(response === undefined
      ? responseText === ''
        ? []
        : [shown.text(responseText)]
      : [shown.json(response)]),
  ]
}

/** How values are shown in one exchange. */
class Shown {
  private readonly names: ReadonlyMap<string, string>
  private readonly exchange: Exchange

  constructor(names: ReadonlyMap<string, string>, exchange: Exchange) {
    this.names = names
    this.exchange = exchange
  }

  /** A text with addresses and secrets by name. */
  text(text: string): string {
    let named = text
    for (const [value, name] of this.names) {
      if (value.length < 6) continue
      named = named.replaceAll(value, `{${name}}`)
      const encoded = encodeURIComponent(value)
      if (encoded !== value) named = named.replaceAll(encoded, `{${name}}`)
    }
    return named
  }

  json(value: unknown): string {
    return JSON.stringify(this.value(value), null, 2)
  }

  private value(value: unknown): unknown {
    if (typeof value === 'string') {
      const encrypted = this.exchange.encrypted.find(({ text }) => text === value)
      if (encrypted !== undefined) return { encrypted: this.value(encrypted.payload) }
      return this.text(value)
    }
    if (Array.isArray(value)) return value.map((element) => this.value(element))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.value(inner)]))
  }
}

/** Where a transcript first differs from the one expected, in words; undefined where it does not. */
export function firstDifference(expected: string, actual: string): string | undefined {
  if (expected === actual) return undefined
  const max = Math.min(expected.length, actual.length)
  let at = 0
  while (at < max && expected[at] === actual[at]) at += 1
  const before = expected.slice(0, at).split('\n')
  const line = before.length
  const column = (before.at(-1) ?? '').length + 1
  const wanted = expected.split('\n')
  const got = actual.split('\n')
  const context = wanted.slice(Math.max(0, line - 4), line - 1).map((text) => `    ${text}`)
  return [
    `The transcripts differ first at line ${line}, column ${column}.`,
    ...context,
    `  - ${wanted[line - 1] ?? '(nothing: it ends here)'}`,
    `  + ${got[line - 1] ?? '(nothing: it ends here)'}`,
  ].join('\n')
}
