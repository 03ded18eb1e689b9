// The canonical transcript of a replay: every request with its response, the same bytes on every machine. Encrypted texts
// are shown as their payloads, addresses and secrets by name.

import type { Redactor } from '../../core/redaction.ts'
import { atOnce } from '../../core/slices.ts'
import { printable } from '../../core/terminal-text.ts'
import { stepName } from '../format/scenario.ts'
import type { Exchange } from '../run/exchange.ts'

interface Transcribed {
  title: string
  steps: readonly { workflowId: string; stepId: string; exchange: Exchange | undefined }[]
  /** Shows addresses and secrets by their names. */
  redactor: Redactor
}

const rule = '-'.repeat(72)

/** The transcripts of replays, one after the other. */
export function transcriptOf(replays: readonly Transcribed[]): string {
  return replays.map((replay) => atOnce(writeTranscript(replay))).join('\n')
}

/** The transcript of one replay or recording. It yields after each step. */
export function* writeTranscript({ title, steps, redactor }: Transcribed): Generator<undefined, string> {
  const shownTitle = printable(redactor.text(title))
  const sections = [`${shownTitle}\n${'='.repeat(shownTitle.length)}`]
  for (const { workflowId, stepId, exchange } of steps) {
    const lines = exchange === undefined ? [] : exchangeLines(exchange, redactor)
    sections.push([stepName(workflowId, stepId), ...lines].join('\n'))
    yield
  }
  return `${sections.join(`\n${rule}\n`)}\n`
}

/** A request and its response. */
export function exchangeLines(exchange: Exchange, redactor: Redactor): string[] {
  const { method, path, headers, status, response, responseText, noResponse } = exchange
  const json = (value: unknown) =>
    JSON.stringify(redactor.json(withPayloads(value, exchange.encrypted)), null, 2)
  return [
    `${method} ${redactor.text(path)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${redactor.header(name, value)}`),
    ...(exchange.body === undefined ? [] : [json(exchange.body)]),
    '',
    noResponse === undefined ? String(status) : `no response: ${redactor.text(noResponse.detail)}`,
    ...(response === undefined
      ? responseText === ''
        ? []
        : [redactor.text(responseText)]
      : [json(response)]),
  ].map(printable)
}

/** A value with its encrypted texts shown as their payloads. */
function withPayloads(value: unknown, encrypted: Exchange['encrypted']): unknown {
  if (typeof value === 'string') {
    const found = encrypted.find(({ text }) => text === value)
    return found === undefined ? value : { encrypted: withPayloads(found.payload, encrypted) }
  }
  if (Array.isArray(value)) return value.map((element) => withPayloads(element, encrypted))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withPayloads(inner, encrypted)]),
  )
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
