// The lines that a served simulator prints for its requests and deliveries, and the flags that choose them.

import { styleText } from 'node:util'
import { type Command, Option } from 'commander'
import { singleLine } from '../../core/terminal-text.ts'
import type { LogEntry } from '../http/request-log.ts'

export interface LogFlags {
  log: 'text' | 'json'
  quiet?: boolean | undefined
}

/** Adds the flags to a command. */
export function addLogFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--log <text|json>', 'the form of the lines for requests and deliveries')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option('--quiet', 'print no line for requests and deliveries')
}

/** What prints the entries of a log; undefined with `--quiet`. */
export function logOf(
  { log, quiet = false }: LogFlags,
  stream: NodeJS.WriteStream,
): ((entry: LogEntry) => void) | undefined {
  if (quiet) return undefined
  if (log === 'json') return (entry) => printLine(stream, jsonLine(entry))
  return (entry) => printLine(stream, textLine(entry, stream))
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
  const { sandbox, method, status } = entry
  const color = status === null || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green'
  const shownStatus = styleText(color, String(status ?? 'none'), { stream })
  if (entry.event === 'webhook')
    return [
      singleLine(sandbox),
      `webhook ${method} ${singleLine(entry.url)}`,
      shownStatus,
      `${entry.outcome}, event ${entry.seq}`,
    ].join('  ')
  const { path, operation, ms, validationErrors } = entry
  const parts = [
    singleLine(sandbox),
    `${method} ${singleLine(path)}`,
    shownStatus,
    ...(operation === null ? [] : [operation]),
    `${Math.round(ms)} ms`,
  ]
  const accepted = validationErrors === undefined ? '' : `: ${singleLine(validationErrors.join('; '))}`
  return `${parts.join('  ')}${accepted}`
}
