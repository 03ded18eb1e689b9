// Reads JSON that a person wrote, and says where it stops being JSON.

import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { complexAt, maxReadDepth } from './json.ts'

/** Reads a JSON text, which may begin with a byte order mark. Comments and trailing commas are errors by default. */
export function readJson(
  written: string,
  { allowComments = false } = {},
): { ok: true; value: unknown } | { ok: false; problem: string } {
  const text = written.replace(/^\uFEFF/, '')
  const deep = complexAt(text, maxReadDepth)
  if (deep !== undefined)
    return problemAt(text, deep, `more than ${maxReadDepth} levels of arrays and objects`)
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    const errors: ParseError[] = []
    const value: unknown = parse(text, errors, {
      disallowComments: !allowComments,
      allowTrailingComma: allowComments,
    })
    const [first] = errors
    if (allowComments && first === undefined) return { ok: true, value }
    const words = first && printParseErrorCode(first.error).replace(/(?!^)[A-Z]/g, (one) => ` ${one}`)
    return problemAt(text, first?.offset ?? text.length, (words ?? 'invalid text').toLowerCase())
  }
}

/** A problem with its place: `At line 1, column 17: value expected`. */
function problemAt(text: string, offset: number, problem: string): { ok: false; problem: string } {
  const lines = text.slice(0, offset).split('\n')
  const column = (lines.at(-1) ?? '').length + 1
  return { ok: false, problem: `At line ${lines.length}, column ${column}: ${problem}` }
}
