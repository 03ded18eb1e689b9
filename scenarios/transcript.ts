// The canonical transcript of a replay: what was asked and answered, step by step, in a form that is the same on every
// machine. Encrypted texts are shown by what is inside them; addresses and secrets by name.

import { redactor } from '../core/redaction.ts'
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
  const redact = redactorOf(names)
  return steps.map(({ workflowId, stepId, exchange }) =>
    [`${workflowId} / ${stepId}`, ...(exchange === undefined ? [] : exchangeLines(exchange, redact))].join(
      '\n',
    ),
  )
}

/** A function that returns a text with addresses and secrets by name. */
export function redactorOf(names: ReadonlyMap<string, string>): (text: string) => string {
  const secrets = [...names].map(([value, name]) => [value, `{${name}}`] as const)
  return redactor({ secrets, fields: [] })
}

/** A request and its answer, in lines. */
export function exchangeLines(exchange: Exchange, redact: (text: string) => string): string[] {
  const { method, path, headers, status, response, responseText, failure } = exchange
  const shown = new Shown(redact, exchange)
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
  /** A text with addresses and secrets by name. */
  readonly text: (text: string) => string
  private readonly exchange: Exchange

  constructor(redact: (text: string) => string, exchange: Exchange) {
    this.text = redact
    this.exchange = exchange
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
