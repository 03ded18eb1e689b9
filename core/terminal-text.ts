// Texts of servers, files and arguments as a terminal may show them: what would control it is shown as an escape.

import type { UsageError } from './errors.ts'

/** Controls, line separators, and marks and overrides of the writing direction. */
const controls = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' }

function escaped(control: string): string {
  return shortEscapes[control] ?? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A text of several lines: line breaks and tabs remain. */
export function printable(text: string): string {
  return text.replace(controls, (control) =>
    control === '\n' || control === '\t' ? control : escaped(control),
  )
}

/** A text that must not begin a new line. */
export function singleLine(text: string): string {
  return text.replace(controls, (control) => (control === '\t' ? control : escaped(control)))
}

/** The message of a UsageError. Every line after the first is indented. */
export function usageText({ fact, detail, remedy }: UsageError): string {
  return printable([fact, detail, remedy].join('\n')).replaceAll('\n', '\n  ')
}
