// Checks a scenario before it runs: what is wrong, where, and what to do. Only the replay can find what depends on a
// response, such as a wrong expectation.

import { existsSync, readFileSync } from 'node:fs'
import { atPointer, pointerInto, pointerSteps } from '../../core/json-pointer.ts'
import { nearest } from '../../core/nearest.ts'
import { type Check, SchemaValidator } from '../../core/schema-validator.ts'
import { requirementIds } from '../../spec/requirements.ts'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import { type Condition, parseCondition } from '../format/conditions.ts'
import { kindOf, parseCriterion } from '../format/criteria.ts'
import { anySuccess, type ListedOperation, operationNamed } from '../format/documents.ts'
import { scenarioFiles } from '../format/files.ts'
import { responseMayHave } from '../format/response-places.ts'
import {
  calledWorkflow,
  pathFrom,
  type Scenario,
  type ScenarioDocument,
  type SourceDescription,
  type Step,
  stepName,
} from '../format/scenario.ts'
import { errorLine, type LintError, readScenarioText, type ScenarioText } from '../format/scenario-text.ts'
import type { Finding } from './references.ts'
import { stepErrors } from './steps.ts'

/** A valid scenario, or what is wrong with it. */
export type LintedScenario = { scenario: Scenario; errors: [] } | { scenario: undefined; errors: LintError[] }

/** Reads a scenario with the documents that it imports, and checks them. A given text takes the place of the file's. */
export function lintScenario(file: string, text?: string): LintedScenario {
  const errors: LintError[] = []
  const known = new Map<string, Scenario>()
  const scenario = read(file, errors, known, text)
  if (scenario !== undefined && errors.length === 0)
    for (const one of known.values()) errors.push(...errorsOf(one, one === scenario))
  if (scenario === undefined || errors.length > 0) return { scenario: undefined, errors }
  return { scenario, errors: [] }
}

/** Lints scenarios and returns the exit code: 0 if all are valid, otherwise 2. */
export function lintAll(paths: readonly string[], print: (line: string) => void): number {
  const files = scenarioFiles(paths)
  const linted = files.map((file) => lintScenario(file))
  const errors = linted.flatMap((one) => one.errors)
  const warnings = linted.flatMap(({ scenario }) => (scenario === undefined ? [] : warningsOf(scenario)))
  for (const error of errors) print(errorLine(error))
  for (const warning of warnings) print(errorLine({ ...warning, message: `warning: ${warning.message}` }))
  const scenarios = `${files.length} ${files.length === 1 ? 'scenario' : 'scenarios'}`
  print(
    errors.length === 0
      ? `${scenarios}, no errors${warnings.length === 0 ? '' : `, ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`}`
      : `${errors.length} ${errors.length === 1 ? 'error' : 'errors'} in ${scenarios}`,
  )
  return errors.length === 0 ? 0 : 2
}

const withoutCriteria =
  'A step without successCriteria passes whatever the response is. Add one, such as { "condition": "$statusCode < 300" }.'

/** The steps of a scenario that assert nothing, and the criteria that assert more than the contract states, or read what no response has. */
function warningsOf({ file, document, placeOf }: Scenario): LintError[] {
  return document.workflows.flatMap(({ workflowId, steps }, at) =>
    steps.flatMap((step, index) => {
      const operation = operationNamed(step.operationId ?? '')
      if (operation === undefined) return []
      const where = stepName(workflowId, step.stepId)
      const pointer = `/workflows/${at}/steps/${index}`
      return [
        ...(step.successCriteria === undefined ? [{ pointer, message: withoutCriteria }] : []),
        ...assertionFindings(step, operation, pointer),
        ...absentFieldFindings(step, operation, pointer),
      ].map(({ pointer, message }) => ({ file, place: placeOf(pointer), where, message }))
    }),
  )
}

function errorsOf(scenario: Scenario, isMain: boolean): LintError[] {
  const { file, placeOf } = scenario
  const findings = documentFindings(scenario).map(({ pointer, message }) => ({
    file,
    place: placeOf(pointer),
    where: '',
    message,
  }))
  return [...findings, ...stepErrors(scenario, isMain)]
}

function read(
  file: string,
  errors: LintError[],
  known: Map<string, Scenario>,
  given?: string,
): Scenario | undefined {
  const text = readScenarioText(file, given)
  if (!('value' in text)) {
    errors.push(text)
    return undefined
  }
  const found = shapeErrors(text)
  errors.push(...found)
  if (found.length > 0) return undefined
  const document = text.value as ScenarioDocument
  const scenario: Scenario = { file, document, placeOf: text.placeOf, imports: new Map() }
  known.set(file, scenario)
  for (const [index, source] of document.sourceDescriptions.entries()) {
    const message = sourceError(source, file)
    if (message !== undefined) {
      const place = text.placeOf(`/sourceDescriptions/${index}`)
      errors.push({ file, place, where: '', message })
    } else if (source.type === 'arazzo') {
      const path = pathFrom(file, source.url)
      const imported = known.get(path) ?? read(path, errors, known)
      if (imported !== undefined) scenario.imports.set(source.name, imported)
    }
  }
  return scenario
}

/** The files of the two documents, which come with paytwin. */
const documentFiles = { service: 'spec/openapi.json', control: 'spec/control/openapi.json' } as const

function sourceError({ name, type, url }: SourceDescription, file: string): string | undefined {
  const isOurs = name === 'service' || name === 'control'
  if (isOurs && type !== 'openapi') return `"${name}" is an OpenAPI document. Set its type to "openapi".`
  if (!isOurs && type === 'openapi')
    return `"${name}" is not a document of paytwin. Name the contract's document "service" and the control API's "control".`
  if (!isOurs) return undefined
  const isNamed =
    /(^|\/)openapi\.json$/.test(url) && /(^|\/)control\/[^/]+$/.test(url) === (name === 'control')
  if (isNamed || /^https?:/.test(url) || existsSync(pathFrom(file, url))) return undefined
  return `There is no document "${name}" at ${url}. It comes with paytwin. Write "${documentFiles[name]}".`
}

let check: Check | undefined

/** The check against the JSON Schema of scenarios, which editors use too. */
function scenarioCheck(): Check {
  if (check === undefined) {
    const schema = JSON.parse(readFileSync(new URL('../scenario.schema.json', import.meta.url), 'utf8'))
    check = new SchemaValidator(schema, { allErrors: true }).check(schema)
  }
  return check
}

function shapeErrors({ file, value, placeOf }: ScenarioText): LintError[] {
  const errors = scenarioCheck()(value)?.describe('scenario') ?? []
  return errors.map(({ pointer, keyword, message }) => {
    const isStep = /^\/workflows\/\d+\/steps\/\d+$/.test(pointer) && keyword === 'oneOf'
    return {
      file,
      place: placeOf(pointer),
      where: whereOf(value, pointer),
      message: isStep
        ? 'A step needs an operationId or a workflowId, and not both.'
        : `${message}. See scenario.schema.json.`,
    }
  })
}

/** The workflow and step of a place in a document of any shape. */
function whereOf(value: unknown, pointer: string): string {
  const [, workflow, step] = /^(\/workflows\/\d+)(\/steps\/\d+)?/.exec(pointer) ?? []
  if (workflow === undefined) return ''
  const workflowId = String(atPointer(value, `${workflow}/workflowId`))
  return step === undefined
    ? workflowId
    : stepName(workflowId, String(atPointer(value, `${workflow}${step}/stepId`)))
}

/** The criteria of a valid step that read a field which a successful response does not have. */
function absentFieldFindings(
  { successCriteria = [] }: Step,
  operation: ListedOperation,
  at: string,
): Finding[] {
  return successCriteria.flatMap((criterion, index) =>
    parseCriterion(criterion)
      .expressions.filter(({ root, names }) => root === 'response' && names.join('.') === 'body')
      .filter(({ pointer = '' }) => !responseMayHave(operation, pointerSteps(pointer)))
      .map(({ text }) => ({
        pointer: `${at}/successCriteria/${index}`,
        message: `The response of ${operation.operationId} has no ${text}. Check the spelling against the document.`,
      })),
  )
}

/** The criteria of a valid step that assert a status which the contract does not state. */
function assertionFindings(
  { successCriteria = [] }: Step,
  operation: ListedOperation,
  at: string,
): Finding[] {
  if (operation.statesStatus) return []
  return successCriteria.flatMap((criterion, index) =>
    kindOf(criterion) === 'simple' && assertsStatus(parseCondition(criterion.condition))
      ? [
          {
            pointer: `${at}/successCriteria/${index}`,
            message: `The contract does not state the HTTP status of ${operation.operationId}. Accept every success (${anySuccess}), and recognize a refusal by its body.`,
          },
        ]
      : [],
  )
}

function assertsStatus(condition: Condition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or')
    return assertsStatus(condition.left) || assertsStatus(condition.right)
  if (condition.kind === 'not') return assertsStatus(condition.operand)
  return (
    condition.kind === 'comparison' &&
    condition.operator === '==' &&
    [condition.left, condition.right].some(
      (side) => side.kind === 'expression' && side.expression.root === 'statusCode',
    )
  )
}

/** Findings outside of the steps of a document. */
function documentFindings(scenario: Scenario): Finding[] {
  return [...requirementFindings(scenario), ...assumptionFindings(scenario), ...workflowFindings(scenario)]
}

function requirementFindings({ document }: Scenario): Finding[] {
  const known: readonly string[] = requirementIds
  return (document['x-requirements'] ?? []).flatMap((id, index) =>
    known.includes(id)
      ? []
      : [
          {
            pointer: `/x-requirements/${index}`,
            message: `There is no requirement "${id}". Did you mean ${nearest(id, known).join(', ')}?`,
          },
        ],
  )
}

function assumptionFindings({ document }: Scenario): Finding[] {
  return Object.entries(document['x-simulator']?.assumptions ?? {}).flatMap(([id, choice]) => {
    const pointer = pointerInto('/x-simulator/assumptions', id)
    const behavior: UnspecifiedBehavior | undefined = new Map(Object.entries(unspecifiedBehaviors)).get(id)
    if (behavior === undefined)
      return [
        {
          pointer,
          message: `There is no unspecified behavior "${id}". Did you mean ${nearest(id, unspecifiedIds).join(', ')}?`,
        },
      ]
    const options = Object.keys(behavior.options)
    if (typeof choice !== 'string' || options.includes(choice)) return []
    return [{ pointer, message: `"${id}" has no option "${choice}". It has: ${options.join(', ')}.` }]
  })
}

function workflowFindings(scenario: Scenario): Finding[] {
  const { workflows } = scenario.document
  return workflows.flatMap(({ workflowId, dependsOn = [] }, index) => {
    const pointer = `/workflows/${index}`
    const isRepeated = workflows.findIndex((one) => one.workflowId === workflowId) < index
    const unknown = dependsOn.filter((reference) => calledWorkflow(scenario, reference) === undefined)
    return [
      ...(isRepeated
        ? [{ pointer: `${pointer}/workflowId`, message: 'Two workflows have this id. Rename one.' }]
        : []),
      ...unknown.map((reference) => ({
        pointer: `${pointer}/dependsOn`,
        message: `There is no workflow "${reference}".`,
      })),
    ]
  })
}
