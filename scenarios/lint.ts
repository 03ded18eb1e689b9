// Says what is wrong with a scenario before it runs: where, and what to do. What only an answer can show (a wrong
// expectation, an output that an answer lacks) is told by the replay.

import { readFileSync } from 'node:fs'
import { valueAt } from '../core/json.ts'
import { atPointer } from '../core/json-pointer.ts'
import { type Check, SchemaValidator } from '../core/schema-validator.ts'
import { lintSteps } from './lint/steps.ts'
import {
  type Problem,
  pathFrom,
  problemAt,
  readScenarioText,
  type Scenario,
  type ScenarioDocument,
  type ScenarioText,
} from './scenario.ts'

/** A scenario, or what is wrong with it. */
export type LintedScenario =
  | { scenario: Scenario; problems: [] }
  | { scenario: undefined; problems: Problem[] }

/** Reads a scenario and the documents that it takes workflows from, and checks them. */
export function lintScenario(file: string): LintedScenario {
  const problems: Problem[] = []
  const scenario = readWhole(file, problems, new Map())
  if (scenario !== undefined && problems.length === 0) problems.push(...lintSteps(scenario))
  if (scenario === undefined || problems.length > 0) return { scenario: undefined, problems }
  return { scenario, problems: [] }
}

function readWhole(file: string, problems: Problem[], known: Map<string, Scenario>): Scenario | undefined {
  const text = readScenarioText(file)
  if (!('value' in text)) {
    problems.push(text)
    return undefined
  }
  const found = shapeProblems(text)
  problems.push(...found)
  if (found.length > 0) return undefined
  const document = text.value as ScenarioDocument
  const scenario: Scenario = { file, text: text.text, document, placeOf: text.placeOf, parts: new Map() }
  known.set(file, scenario)
  for (const [index, source] of document.sourceDescriptions.entries()) {
    const at = text.placeOf(`/sourceDescriptions/${index}`)
    if (source.name === 'service' || source.name === 'control') {
      if (source.type !== 'openapi')
        problems.push(
          problemAt(file, at, '', `"${source.name}" names an OpenAPI document. Give it the type "openapi".`),
        )
      continue
    }
    if (source.type === 'openapi') {
      problems.push(
        problemAt(
          file,
          at,
          '',
          `"${source.name}" is no document that paytwin knows. Name the contract's document "service" and the control API's "control".`,
        ),
      )
      continue
    }
    const path = pathFrom(file, source.url)
    const part = known.get(path) ?? readWhole(path, problems, known)
    if (part !== undefined) scenario.parts.set(source.name, part)
  }
  return scenario
}

let check: Check | undefined

/** The check against the JSON Schema of scenarios, which editors use too. */
function scenarioCheck(): Check {
  if (check === undefined) {
    const schema = JSON.parse(readFileSync(new URL('scenario.schema.json', import.meta.url), 'utf8'))
    check = new SchemaValidator(schema, { allErrors: true }).check(schema)
  }
  return check
}

function shapeProblems({ file, value, placeOf }: ScenarioText): Problem[] {
  const errors = scenarioCheck()(value)?.describe('scenario') ?? []
  return errors.map(({ pointer, keyword, missing, message }) => {
    const isStepForm =
      /^\/workflows\/\d+\/steps\/\d+$/.test(pointer) && (keyword === 'oneOf' || missing === 'successCriteria')
    const text = isStepForm
      ? stepFormText(atPointer(value, pointer))
      : `${message}. See scenario.schema.json.`
    return problemAt(file, placeOf(pointer), whereOf(value, pointer), text)
  })
}

function stepFormText(step: unknown): string {
  if (typeof step === 'object' && step !== null && 'operationId' in step)
    return 'A step without successCriteria passes whatever is answered. Say what must hold, such as { "condition": "$statusCode == 200" }.'
  return 'A step needs an operationId (with successCriteria) or a workflowId, and not both.'
}

/** The workflow and step of a place in a document that may have any form. */
function whereOf(value: unknown, pointer: string): string {
  const [, workflow, , step] = /^\/workflows\/(\d+)(\/steps\/(\d+))?/.exec(pointer) ?? []
  if (workflow === undefined) return ''
  const at = ['workflows', workflow]
  const stepId = step === undefined ? undefined : valueAt(value, ...at, 'steps', step, 'stepId')
  return [valueAt(value, ...at, 'workflowId'), stepId].filter((name) => typeof name === 'string').join(' / ')
}
