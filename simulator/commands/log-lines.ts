// The lines that a served simulator prints for its requests and deliveries, and the flag that chooses their form.

import { styleText } from 'node:util'
import { Option } from 'commander'
import { singleLine } from '../../core/terminal-text.ts'
import type { LogEntry } from '../http/request-log.ts'

export type LogForm = 'text' | 'json'

/** The flag `--log`. */
export function logFlag(description: string): Option {
  return new Option('--log <text|json>', description).choices(['text', 'json'])
}

/** What prints the entries of a log. */
export function printerOf(form: LogForm, stream: NodeJS.WriteStream): (entry: LogEntry) => void {
  if (form === 'json') return (entry) => printLine(stream, jsonLine(entry))
  return (entry) => printLine(stream, textLine(entry, stream))
}

/** How many failed deliveries are printed where no log is. */
export const maxShownFailures = 5

/** What prints the first failed deliveries, and nothing else: whoever asked for no log still looks for them. */
export function failuresPrinter(stream: NodeJS.WriteStream): (entry: LogEntry) => void {
  let count = 0
  return (entry) => {
    if (entry.event !== 'webhook' || entry.outcome === 'accepted') return
    count += 1
    if (count <= maxShownFailures) printLine(stream, `paytwin: ${textLine(entry, stream)}`)
    else if (count === maxShownFailures + 1)
      printLine(
        stream,
        'paytwin: Further failed deliveries are not printed. Use --log text, or see GET /control/events.',
      )
  }
}

/** Lines that a stalled reader has not taken yet; further ones are dropped. */
const maxBufferedBytes = 1 << 20

function printLine(stream: NodeJS.WriteStream, line: string): void {
  if (stream.writableLength < maxBufferedBytes) stream.write(`${line}\n`)
}

/** A value as JSON that is safe for a terminal: escapes of controls are valid in texts of JSON, too. */
export function jsonLine(value: object): string {
  return singleLine(JSON.stringify(value))
}

/** An entry as a line for people. */
function textLine(entry: LogEntry, stream: NodeJS.WriteStream): string {
  const { at, sandbox, method, status } = entry
  const color = status === null || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green'
  const shownStatus = styleText(color, String(status ?? 'none'), { stream })
  if (entry.event === 'webhook')
    return [
      at,
      singleLine(sandbox),
      `webhook ${method} ${singleLine(entry.url)}`,
      shownStatus,
      `${entry.outcome}, event ${entry.seq}`,
    ].join('  ')
  const { path, operation, ms, reason, validationErrors = [] } = entry
  const parts = [
    at,
    singleLine(sandbox),
    `${method} ${singleLine(path)}`,
    shownStatus,
    ...(operation === null ? [] : [operation]),
    `${Math.round(ms)} ms`,
  ]
  const errors = reason === undefined ? validationErrors : [reason, ...validationErrors]
  return `${parts.join('  ')}${errors.length === 0 ? '' : `: ${singleLine(errors.join('; '))}`}`
}
