// The canonical transcript of a replay: every request with its response, the same bytes on every machine. Encrypted texts
// are shown as their payloads, addresses and secrets by name.

import { stepName } from '../format/scenario.ts'
import type { Exchange } from '../run/exchange.ts'

/** What a transcript shows of a replay or a recording. */
export interface Transcribed {
  title: string
  steps: readonly { workflowId: string; stepId: string; exchange: Exchange | undefined }[]
  /** Addresses and secrets, each with the name to show instead. */
  names: ReadonlyMap<string, string>
}

const rule = '-'.repeat(72)

/** The transcripts of replays, one after the other. */
export function transcriptOf(replays: readonly Transcribed[]): string {
  return replays
    .map((replay) => `${[titleLines(replay), ...stepTexts(replay)].join(`\n${rule}\n`)}\n`)
    .join('\n')
}

function titleLines({ title }: Transcribed): string {
  return `${title}\n${'='.repeat(title.length)}`
}

function stepTexts({ steps, names }: Transcribed): string[] {
  return steps.map(({ workflowId, stepId, exchange }) =>
    [stepName(workflowId, stepId), ...(exchange === undefined ? [] : exchangeLines(exchange, names))].join(
      '\n',
    ),
  )
}

/** A request and its response. */
export function exchangeLines(exchange: Exchange, names: ReadonlyMap<string, string>): string[] {
  const { method, path, headers, status, response, responseText, noResponse } = exchange
  const redacted = new Redacted(names, exchange)
  return [
    `${method} ${redacted.text(path)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${redacted.text(value)}`),
    ...(exchange.body === undefined ? [] : [redacted.json(exchange.body)]),
    '',
    noResponse === undefined ? String(status) : `no response: ${noResponse.detail}`,
    ...(response === undefined
      ? responseText === ''
        ? []
        : [redacted.text(responseText)]
      : [redacted.json(response)]),
  ]
}

/** How the values of one exchange are shown. */
class Redacted {
  private readonly names: ReadonlyMap<string, string>
  private readonly exchange: Exchange

  constructor(names: ReadonlyMap<string, string>, exchange: Exchange) {
    this.names = names
    this.exchange = exchange
  }

  /** A text with addresses and secrets replaced by their names. */
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

/** Where a transcript first differs from the expected one; undefined if it does not. */
export function firstDifference(expected: string, actual: string): string | undefined {
  if (expected === actual) return undefined
  const max = Math.min(expected.length, actual.length)
  let at = 0
  while (at < max && expected[at] === actual[at]) at += 1
  const before = expected.slice(0, at).split('\n')
  const line = before.length
  const column = (before.at(-1) ?? '').length + 1
  const expectedLines = expected.split('\n')
  const actualLines = actual.split('\n')
  const context = expectedLines.slice(Math.max(0, line - 4), line - 1).map((text) => `    ${text}`)
  return [
    `The transcripts first differ at line ${line}, column ${column}.`,
    ...context,
    `  - ${expectedLines[line - 1] ?? '(the end)'}`,
    `  + ${actualLines[line - 1] ?? '(the end)'}`,
  ].join('\n')
}
