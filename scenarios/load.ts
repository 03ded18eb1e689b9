// Loads a scenario: reads the file with the documents that it imports, and checks it before it runs. Only a replay can find what
// depends on a response, such as a wrong expectation.

import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isCollection, isNode, LineCounter, parseDocument } from 'yaml'
import { errorMessage } from '../core/errors.ts'
import { isTooDeep, maxReadDepth, valueAt } from '../core/json.ts'
import { atPointer, pointerInto, pointerSteps } from '../core/json-pointer.ts'
import { likely } from '../core/nearest.ts'
import { type Check, SchemaValidator } from '../core/schema-validator.ts'
import { type Finding, findingsIn } from './check.ts'
import type { Position, Scenario, ScenarioDocument } from './document.ts'

/** An error in a file. */
interface LoadError extends Position {
  file: string
  /** The workflow and step, if any. */
  where: string
  message: string
}

type Loaded = { scenario: Scenario; errors: [] } | { scenario: undefined; errors: LoadError[] }

/** Loads a scenario and checks it. A given text takes the place of the file's. */
export function loadScenario(file: string, given?: string): Loaded {
  const scenario = readScenario(file, given)
  if (Array.isArray(scenario)) return { scenario: undefined, errors: scenario }
  const errors: LoadError[] = []
  for (const { name, type, url } of scenario.document.sourceDescriptions) {
    const imported = type === 'arazzo' ? readScenario(pathFrom(file, url)) : undefined
    if (Array.isArray(imported)) errors.push(...imported)
    else if (imported !== undefined) scenario.imports.set(name, imported)
  }
  if (errors.length > 0) return { scenario: undefined, errors }
  for (const one of [scenario, ...scenario.imports.values()])
    errors.push(...findingsIn(one, one === scenario).map((finding) => located(one, one.document, finding)))
  return errors.length === 0 ? { scenario, errors: [] } : { scenario: undefined, errors }
}

/** One line that editors and terminals can link: `file:line:column: workflow / step: message`. */
export function errorLine({ file, line, column, where, message }: LoadError): string {
  return `${file}:${line}:${column}: ${where === '' ? '' : `${where}: `}${message}`
}

/** The path of a document that a file refers to. */
export function pathFrom(file: string, url: string): string {
  return resolve(dirname(file), url)
}

function readScenario(file: string, given?: string): Scenario | LoadError[] {
  const read = readDocument(file, given)
  if ('message' in read) return [read]
  const findings = shapeFindings(read.value)
  if (findings.length > 0) return findings.map((finding) => located(read, read.value, finding))
  return { ...read, document: read.value as ScenarioDocument, imports: new Map() }
}

function located(
  { file, positionOf }: Pick<Scenario, 'file' | 'positionOf'>,
  document: unknown,
  { pointer, message }: Finding,
): LoadError {
  const [, workflow, step] = /^(\/workflows\/\d+)(\/steps\/\d+)?/.exec(pointer) ?? []
  const ids = [
    ...(workflow === undefined ? [] : [atPointer(document, `${workflow}/workflowId`)]),
    ...(step === undefined ? [] : [atPointer(document, `${workflow}${step}/stepId`)]),
  ]
  return { file, ...positionOf(pointer), where: ids.join(' / '), message }
}

const maxBytes = 16_000_000

/** Reads a JSON file, or a YAML file by its name. Returns an error if that is not possible. */
export function readDocument(
  file: string,
  given?: string,
): { file: string; value: unknown; positionOf: Scenario['positionOf'] } | LoadError {
  let text: string
  try {
    text = (given ?? textOf(file)).replace(/^\uFEFF/, '')
  } catch (error) {
    const message = `Cannot read the file: ${errorMessage(error)}. Check the path.`
    return { file, line: 1, column: 1, where: '', message }
  }
  const isYaml = /\.ya?ml$/i.test(file)
  let parsed: ReturnType<typeof treeOf> | undefined
  const tree = () => {
    parsed ??= treeOf(text, isYaml)
    return parsed
  }
  try {
    if (isYaml && tree().problem !== undefined) throw tree().problem
    const value: unknown = JSON.parse(isYaml ? JSON.stringify(tree().document) : text)
    if (isTooDeep(value, maxReadDepth)) throw new Error('it is nested too deep')
    return { file, value, positionOf: (pointer) => tree().positionOf(pointer) }
  } catch (error) {
    const message = errorMessage(error)
    const { problem, positionAt } = tree()
    const offset = /at position (\d+)/.exec(message)?.[1] ?? problem?.pos[0] ?? 0
    const kind = isYaml ? 'YAML' : 'JSON'
    return { file, ...positionAt(Number(offset)), where: '', message: `Invalid ${kind}: ${message}.` }
  }
}

/** The text of a file. A device or a pipe may have no end. */
function textOf(file: string): string {
  const stats = statSync(file)
  if (!stats.isFile()) throw new Error('it is not a regular file')
  if (stats.size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
  return readFileSync(file, 'utf8')
}

/** The tree of a text, which has its positions. JSON is YAML. */
function treeOf(text: string, isYaml: boolean) {
  const lineCounter = new LineCounter()
  const schema = isYaml ? 'core' : 'json'
  const document = parseDocument(text, { lineCounter, schema, prettyErrors: false, stringKeys: true })
  const [problem] = [...document.errors, ...document.warnings]
  const positionAt = (offset = 0): Position => {
    const { line, col } = lineCounter.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const positionOf = (pointer: string): Position => {
    let found: unknown = document.contents
    for (const step of pointerSteps(pointer)) {
      const inner = isCollection(found) ? found.get(step, true) : undefined
      if (!isNode(inner)) break
      found = inner
    }
    return positionAt(isNode(found) ? found.range?.[0] : 0)
  }
  return { document, problem, positionAt, positionOf }
}

let check: Check | undefined

/** The errors of a document by the JSON Schema of scenarios, which editors use too. */
function shapeFindings(value: unknown): Finding[] {
  if (check === undefined) {
    const schema = JSON.parse(readFileSync(new URL('./scenario.schema.json', import.meta.url), 'utf8'))
    check = new SchemaValidator(schema, { allErrors: true }).check(schema)
  }
  return (check(value)?.describe('scenario') ?? []).map(({ pointer, unknown, properties = [], message }) => {
    const isStep = valueAt(atPointer(value, pointer), 'stepId') !== undefined && unknown === undefined
    if (isStep) return { pointer, message: 'A step needs an operationId or a workflowId, and not both.' }
    if (unknown === undefined) return { pointer, message: `${message}. See scenario.schema.json.` }
    const meant = likely(unknown, properties)
    const remedy = meant === undefined ? 'See scenario.schema.json.' : `Did you mean "${meant}"?`
    return { pointer: pointerInto(pointer, unknown), message: `"${unknown}" is not supported. ${remedy}` }
  })
}
