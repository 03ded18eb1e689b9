// Reads the file of a scenario, JSON or YAML, with the positions that errors refer to.

import { readFileSync } from 'node:fs'
import { isNode, LineCounter, type Node, parseDocument, type YAMLError } from 'yaml'
import { errorMessage } from '../../core/errors.ts'
import { isTooDeep, maxReadDepth } from '../../core/json.ts'
import { pointerSteps } from '../../core/json-pointer.ts'
import { expectedDepth, type Position, type PositionedJson, readJson } from '../../core/json-positions.ts'

/** Why a file is not a valid scenario, and where. */
export interface LintError {
  file: string
  place: Position
  /** The workflow and step, if any. */
  where: string
  message: string
}

/** A file that may be a scenario. */
export interface ScenarioText {
  file: string
  text: string
  value: unknown
  placeOf: (pointer: string) => Position
}

/** Reads a file. Returns an error if it cannot be read, or is neither JSON nor, by its name, YAML. */
export function readScenarioText(file: string, given?: string): ScenarioText | LintError {
  let text: string
  try {
    text = (given ?? readFileSync(file, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    return {
      file,
      place: { line: 1, column: 1 },
      where: '',
      message: `Cannot read the file: ${errorMessage(error)}. Check the path.`,
    }
  }
  const read = isYaml(file) ? readYaml(text) : readJson(text)
  if (read.ok) return { file, text, value: read.value, placeOf: read.positionOf }
  return {
    file,
    place: read.position,
    where: '',
    message: isYaml(file)
      ? `Invalid YAML: expected ${read.expected}.`
      : `Invalid JSON: expected ${read.expected}. Comments and trailing commas are not allowed.`,
  }
}

/** One line that editors and terminals can link: `file:line:column: workflow / step: message`. */
export function errorLine({ file, place, where, message }: LintError): string {
  return `${file}:${place.line}:${place.column}: ${where === '' ? '' : `${where}: `}${message}`
}

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
