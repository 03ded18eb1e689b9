// Reads JSON that a person wrote: the line and column of every value, or of the first error.

import {
  type Node,
  type ParseError,
  type ParseErrorCode,
  parse,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser'
import { complexAt, maxReadDepth } from './json.ts'
import { pointerSteps } from './json-pointer.ts'

/** A position in a text. Both count from 1. */
export interface Position {
  line: number
  column: number
}

/** The value of a JSON text with the positions of its parts, or where the text stops being JSON and what is expected there. */
type PositionedJson =
  | {
      ok: true
      value: unknown
      /** Where the value at a JSON pointer begins. When there is none: where the nearest value around it begins. */
      positionOf: (pointer: string) => Position
    }
  | { ok: false; position: Position; expected: string }

const expectedDepth = `at most ${maxReadDepth} levels of arrays and objects`

/** Reads a JSON text, which may begin with a byte order mark. Comments and trailing commas are errors by default. */
export function readJson(written: string, { allowComments = false } = {}): PositionedJson {
  const text = written.replace(/^\uFEFF/, '')
  const deep = complexAt(text, maxReadDepth)
  if (deep !== undefined) return { ok: false, position: positionAt(text, deep), expected: expectedDepth }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const errors: ParseError[] = []
    if (allowComments) value = parse(text, errors, { allowTrailingComma: true })
    if (!allowComments || errors.length > 0) return { ok: false, ...firstError(text, allowComments) }
  }
  let tree: Node | undefined
  const positionOf = (pointer: string): Position => {
    tree ??= parseTree(text)
    return positionAt(text, nearest(tree, pointerSteps(pointer))?.offset ?? 0)
  }
  return { ok: true, value, positionOf }
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** The node at a path, or the last one on the way that exists. */
function nearest(root: Node | undefined, path: readonly string[]): Node | undefined {
  let node = root
  for (const step of path) {
    const inner = node?.children?.findLast(({ type, children = [] }, index) =>
      type === 'property' ? children[0]?.value === step : String(index) === step,
    )
    // The children of a property are its name and its value.
    const next = inner?.type === 'property' ? inner.children?.[1] : inner
    if (next === undefined) return node
    node = next
  }
  return node
}

const expectations: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a property name in double quotes',
  ValueExpected: 'a value',
  ColonExpected: '":"',
  CloseBraceExpected: '"," or "}"',
  CloseBracketExpected: '"," or "]"',
  EndOfFileExpected: 'the end of the text',
  InvalidCommentToken: 'no comment',
  UnexpectedEndOfString: 'a string that ends on its line',
  InvalidCharacter: 'control characters in strings to be escaped',
  InvalidEscapeCharacter: 'a valid escape sequence',
  InvalidUnicode: 'four hexadecimal digits after \\u',
  UnexpectedEndOfNumber: 'a complete number',
}

function firstError(text: string, allowComments: boolean): { position: Position; expected: string } {
  const found: { isWord: boolean; position: Position; expected: string }[] = []
  // The ends of the lists and objects around the current place, the innermost last.
  const closing: string[] = []
  let isComplete = false
  const next = (): string => {
    if (closing.length > 0) return `"," or ${closing.at(-1)}`
    return isComplete ? 'the end of the text' : 'a value'
  }
  const onValue = () => {
    isComplete = closing.length === 0
  }
  const onEnd = () => {
    closing.pop()
    onValue()
  }
  visit(
    text,
    {
      onObjectBegin: () => void closing.push('"}"'),
      onArrayBegin: () => void closing.push('"]"'),
      onObjectEnd: onEnd,
      onArrayEnd: onEnd,
      onLiteralValue: onValue,
      onError(error: ParseErrorCode, _offset, _length, line, character) {
        if (found.length === 2) return
        const code = printParseErrorCode(error)
        found.push({
          isWord: code === 'InvalidSymbol',
          position: { line: line + 1, column: character + 1 },
          expected: expectations[code] ?? next(),
        })
      },
    },
    { disallowComments: !allowComments, allowTrailingComma: allowComments },
  )
  const [first, second] = found
  const { position = positionAt(text, text.length), expected = 'valid JSON' } = first ?? {}
  // After a word without quotes, the next error says what is missing in its place.
  return { position, expected: first?.isWord ? (second?.expected ?? expected) : expected }
}
