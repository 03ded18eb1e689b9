// Reads YAML that a person wrote: the line and column of every value, or of the first error. The values are those of JSON.

import { isNode, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml'
import { isTooDeep, maxReadDepth } from './json-depth.ts'
import { pointerSteps } from './json-pointer.ts'
import { expectedDepth, type PositionedJson } from './json-positions.ts'

/** Whether the name of a file says that it is YAML. */
export function isYaml(file: string): boolean {
  return /\.ya?ml$/i.test(file)
}

/** Reads a YAML text. Several documents, unknown tags and values that JSON lacks are errors. */
export function readYaml(text: string): PositionedJson {
  const lines = new LineCounter()
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const [error]: readonly YAMLError[] = [...document.errors, ...document.warnings]
  if (error !== undefined)
    return { ok: false, position: at(error.pos[0]), expected: `valid YAML (${error.message})` }
  let value: unknown
  try {
    // A number such as .inf and a cycle of aliases are no JSON.
    value = JSON.parse(JSON.stringify(document.toJS() ?? null))
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { ok: false, position: at(0), expected: `values of JSON (${message})` }
  }
  if (isTooDeep(value, maxReadDepth)) return { ok: false, position: at(0), expected: expectedDepth }
  const positionOf = (pointer: string) => {
    let found: Node | null = document.contents
    const path: (string | number)[] = []
    for (const step of pointerSteps(pointer)) {
      path.push(step)
      const inner = document.getIn(path, true)
      if (!isNode(inner)) break
      found = inner
    }
    return at(found?.range?.[0] ?? 0)
  }
  return { ok: true, value, positionOf }
}
