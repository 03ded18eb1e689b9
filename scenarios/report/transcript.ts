// The canonical transcript of a replay: every request with its response, the same bytes on every machine. Encrypted texts
// are shown as their payloads, addresses and secrets by name.

import { redactor } from '../../core/redaction.ts'
import { atOnce } from '../../core/slices.ts'
import { stepName } from '../format/scenario.ts'
import type { Exchange } from '../run/exchange.ts'

/** What a transcript shows of a replay or a recording. */
interface Transcribed {
  title: string
  steps: readonly { workflowId: string; stepId: string; exchange: Exchange | undefined }[]
  /** Addresses and secrets, each with the name to show instead. */
  names: ReadonlyMap<string, string>
}

const rule = '-'.repeat(72)

/** The transcripts of replays, one after the other. */
export function transcriptOf(replays: readonly Transcribed[]): string {
  return replays.map((replay) => atOnce(writeTranscript(replay))).join('\n')
}

/** The transcript of one replay or recording. It yields after each step. */
export function* writeTranscript({ title, steps, names }: Transcribed): Generator<undefined, string> {
  const redact = redactorOf(names)
  const sections = [`${title}\n${'='.repeat(title.length)}`]
  for (const { workflowId, stepId, exchange } of steps) {
    const lines = exchange === undefined ? [] : exchangeLines(exchange, redact)
    sections.push([stepName(workflowId, stepId), ...lines].join('\n'))
    yield
  }
  return `${sections.join(`\n${rule}\n`)}\n`
}

/**
 * A function that returns a text with addresses and secrets replaced by their names, and without the values of the JSON
 * `fields`.
 */
export function redactorOf(
  names: ReadonlyMap<string, string>,
  fields: readonly string[] = [],
): (text: string) => string {
  const secrets = [...names].map(([value, name]) => [value, `{${name}}`] as const)
  return redactor({ secrets, fields })
}

/** A request and its response. */
export function exchangeLines(exchange: Exchange, redact: (text: string) => string): string[] {
  const { method, path, headers, status, response, responseText, noResponse } = exchange
  const redacted = new Redacted(redact, exchange)
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
  /** A text with addresses and secrets replaced by their names. */
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
