// The lines that a served simulator prints for its requests and deliveries, and the flag that chooses their form.

import { styleText } from 'node:util'
import { Option } from 'commander'
import { singleLine } from '../../core/terminal-text.ts'
import type { LogEntry } from '../server/request-log.ts'

export type LogForm = 'text' | 'json'

/** The flag `--log`. */
export function logFlag(description: string): Option {
  return new Option('--log <text|json>', description).choices(['text', 'json'])
}

export function printerOf(form: LogForm, stream: NodeJS.WriteStream): (entry: LogEntry) => void {
  const print = linePrinter(stream)
  if (form === 'json') return (entry) => print(jsonLine(entry))
  const textLine = textLines(stream)
  return (entry) => print(textLine(entry))
}

/** Failed deliveries that are printed where no log is. */
export const maxShownFailures = 5

/** Prints the first failed deliveries, and nothing else: whoever asked for no log still looks for them. */
export function failuresPrinter(stream: NodeJS.WriteStream): (entry: LogEntry) => void {
  const print = linePrinter(stream)
  const textLine = textLines(stream)
  let count = 0
  return (entry) => {
    if (entry.event !== 'webhook' || entry.outcome === 'accepted') return
    count += 1
    if (count <= maxShownFailures) print(`paytwin: ${textLine(entry)}`)
    else if (count === maxShownFailures + 1)
      print('paytwin: Further failed deliveries are not printed. Use --log text, or see GET /control/events.')
  }
}

/** Lines that a stalled reader has not taken yet; further ones are dropped. */
const maxBufferedBytes = 1 << 20

/** Prints lines, all those of a turn of the event loop at once: a write takes as long as a request. */
function linePrinter(stream: NodeJS.WriteStream): (line: string) => void {
  let lines = ''
  const print = () => {
    if (lines !== '' && stream.writableLength < maxBufferedBytes) stream.write(lines)
    lines = ''
  }
  process.once('exit', print)
  return (line) => {
    if (lines === '') setImmediate(print)
    lines += `${line}\n`
  }
}

/** A value as JSON that is safe for a terminal: escapes of controls are valid in texts of JSON, too. */
export function jsonLine(value: object): string {
  return singleLine(JSON.stringify(value))
}

function textLines(stream: NodeJS.WriteStream): (entry: LogEntry) => string {
  const statuses = new Map<number | null, string>()
  const shownStatus = (status: number | null): string => {
    const color = status === null || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green'
    const shown = statuses.get(status) ?? styleText(color, String(status ?? 'none'), { stream })
    statuses.set(status, shown)
    return shown
  }
  return (entry) => textLine(entry, shownStatus(entry.status))
}

function textLine(entry: LogEntry, shownStatus: string): string {
  const { at, sandbox, method } = entry
  if (entry.event === 'webhook')
    return [
      at,
      singleLine(sandbox),
      `webhook ${method} ${singleLine(entry.url)}`,
      shownStatus,
      `${entry.outcome}, event ${entry.seq}${entry.reason === undefined ? '' : `: ${singleLine(entry.reason)}`}`,
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
