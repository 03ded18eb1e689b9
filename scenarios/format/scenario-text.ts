// Reads the file of a scenario, JSON or YAML, with the positions that errors refer to.

import { readFileSync } from 'node:fs'
import { errorMessage } from '../../core/errors.ts'
import { type Position, readJson } from '../../core/json-positions.ts'
import { isYaml, readYaml } from '../../core/yaml-positions.ts'

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
