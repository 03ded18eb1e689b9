// Turns a recording into a scenario: a step for each call, accounts and secrets as inputs, and outputs for what a later
// request takes from an earlier response.

import type { Target } from '../../client/target.ts'
import { valueAt } from '../../core/json.ts'
import { type Redactor, rewritten } from '../../core/redaction.ts'
import { isSecretField } from '../../spec/secret-fields.ts'
import type { UnspecifiedId } from '../../spec/unspecified.ts'
import {
  inputSchemas,
  type Parameter,
  type ScenarioDocument,
  type SimulatorSetting,
  type Step,
} from '../format/scenario.ts'
import { RecordedInputs } from './recorded-inputs.ts'
import { assertionsOf, recordedStepNames, sourceDescriptionsOf, succeeded } from './recorded-steps.ts'
import type { RecordedCall, Violation } from './recording.ts'
import { knownTextReplacer, type Sources, sourceFor, sourcesIn } from './value-sources.ts'

/** The paths of the two documents and of the schema of scenarios, relative to the scenario. */
export interface DocumentUrls {
  service: string
  control: string
  schema?: string
}

interface WritingOptions {
  title: string
  description: string
  /** Undefined if nothing is known about the deployment. */
  target: Target | undefined
  documentUrls: DocumentUrls
  simulator: SimulatorSetting | undefined
  /** URLs of webhook receivers. A replay provides its own. */
  receivers: readonly string[]
  redactor: Redactor
  /** True if secrets that belong to no account are made up, so that the scenario may contain them. */
  generatedSecrets?: boolean
}

export const recordedWorkflowId = 'recorded'

const secretDescription = 'A secret of the recording. Set it with --input.'

/** The inputs of a recorded scenario that a replay has no value for. */
export function secretInputs(scenario: ScenarioDocument): string[] {
  const schemas = scenario.workflows.flatMap((workflow) => Object.entries(inputSchemas(scenario, workflow)))
  return schemas.flatMap(([name, schema]) =>
    valueAt(schema, 'description') === secretDescription ? [name] : [],
  )
}

/** The scenario of a recording. It yields after each call. */
export function* scenarioOf(
  calls: readonly RecordedCall[],
  violations: readonly Violation[],
  options: WritingOptions,
): Generator<undefined, ScenarioDocument> {
  const inputs = new RecordedInputs(options.target, options.receivers)
  const violationsByCall = new Map<number, Violation>()
  for (const violation of violations)
    if (violation.by === 'request' && !violationsByCall.has(violation.call))
      violationsByCall.set(violation.call, violation)
  const writer = new Writer(calls, options, inputs, yield* sourcesIn(calls, inputs.texts, options.redactor))
  // The outputs of a step depend on the later requests, so those are written once before.
  for (const [index, call] of calls.entries()) {
    writer.request(call, index)
    yield
  }
  const steps: Step[] = []
  for (const [index, call] of calls.entries()) {
    steps.push(writer.step(call, index, violationsByCall.get(index + 1)))
    yield
  }
  const usesControl = calls.some(({ operation }) => operation.document === 'control')
  const properties = writer.inputSchemas()
  const simulator = settingOf(calls, options.simulator)
  const { schema } = options.documentUrls
  return {
    ...(schema === undefined ? {} : { $schema: schema }),
    arazzo: '1.0.1',
    info: { title: options.title, description: options.description, version: '1.0.0' },
    ...(simulator === undefined ? {} : { 'x-simulator': simulator }),
    sourceDescriptions: sourceDescriptionsOf(options.documentUrls, usesControl),
    workflows: [
      {
        workflowId: recordedWorkflowId,
        ...(Object.keys(properties).length === 0 ? {} : { inputs: { type: 'object', properties } }),
        steps,
      },
    ],
  }
}

/** The setup of a simulator. Whether a debit is accepted depends on how long ago the last one was. */
function settingOf(
  calls: readonly RecordedCall[],
  setting: SimulatorSetting | undefined,
): SimulatorSetting | undefined {
  const hasDebit = calls.some((call) => call.operation.operationId === 'debitSubscription' && succeeded(call))
  if (!hasDebit) return setting
  const earlyDebit = { 'subscriptions.early-debit': 'accepted' } satisfies { [Id in UnspecifiedId]?: string }
  return { ...setting, assumptions: { ...earlyDebit, ...setting?.assumptions } }
}

class Writer {
  private readonly names: string[]
  private readonly inputs: RecordedInputs
  private readonly sources: Map<string, Sources>
  private readonly replaceKnown: ReturnType<typeof knownTextReplacer>
  private readonly outputs = new Map<number, Map<string, string>>()
  private readonly secrets = new Map<string, string>()
  private readonly calls: readonly RecordedCall[]
  private readonly generatedSecrets: boolean
  private readonly redactor: Redactor

  constructor(
    calls: readonly RecordedCall[],
    { generatedSecrets, redactor }: WritingOptions,
    inputs: RecordedInputs,
    sources: Map<string, Sources>,
  ) {
    this.calls = calls
    this.generatedSecrets = generatedSecrets ?? false
    this.redactor = redactor
    this.names = recordedStepNames(calls)
    this.inputs = inputs
    this.sources = sources
    this.replaceKnown = knownTextReplacer([...sources.keys(), ...inputs.texts.keys()])
  }

  step(call: RecordedCall, index: number, violation: Violation | undefined): Step {
    const { parameters, payload } = this.request(call, index)
    const outputs = this.outputs.get(index)
    return {
      stepId: this.names[index] ?? String(index),
      operationId: `$sourceDescriptions.${call.operation.document}.${call.operation.operationId}`,
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(payload === undefined ? {} : { requestBody: { contentType: 'application/json', payload } }),
      ...assertionsOf(call, violation?.isMissing === true),
      ...(outputs === undefined ? {} : { outputs: Object.fromEntries(outputs) }),
      ...(violation === undefined
        ? {}
        : { 'x-deviates': `Recorded like this: ${this.redactor.text(violation.message)}.` }),
    }
  }

  /** The schemas of the inputs that the scenario uses. */
  inputSchemas(): Record<string, unknown> {
    const secret = [...this.secrets.values()].map((name) => [
      name,
      { type: 'string', format: 'password', description: secretDescription },
    ])
    return { ...this.inputs.schemas(), ...Object.fromEntries(secret) }
  }

  request(call: RecordedCall, index: number): { parameters: Parameter[]; payload: unknown } {
    const { pathValues, query, body } = call
    const parameters: Parameter[] = [
      ...Object.entries(pathValues).map(([name, value]) => ({
        name,
        in: 'path' as const,
        value: this.text(value, index, name),
      })),
      ...query.map(([name, value]) => ({
        name,
        in: 'query' as const,
        value: this.queryValue(call, name, value, index),
      })),
      ...Object.entries(call.exchange.headers).map(([name, value]) => ({
        name: name === 'authorization' ? 'Authorization' : name,
        in: 'header' as const,
        value: name === 'authorization' ? this.credential(value, index) : this.value(value, index, name),
      })),
    ]
    return { parameters, payload: body === undefined ? undefined : this.value(body, index) }
  }

  private value(value: unknown, index: number, field = ''): unknown {
    if (typeof value === 'string')
      return isSecretField(field) && value !== ''
        ? this.secret(value, field, index)
        : this.text(value, index, field)
    if (typeof value === 'number' && isSecretField(field)) return this.secret(String(value), field, index)
    if (Array.isArray(value)) return value.map((element) => this.value(element, index, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        this.redactor.text(key),
        this.value(inner, index, isSecretField(field) ? field : key),
      ]),
    )
  }

  /** A query parameter that the document does not name can be anything, so its value is an input. */
  private queryValue({ operation }: RecordedCall, name: string, value: string, index: number): string {
    const isKnown = operation.parameters.some((one) => one.in === 'query' && one.name === name)
    return !isSecretField(name) && isKnown ? this.text(value, index, name) : this.secret(value, name, index)
  }

  private text(text: string, index: number, field = ''): string {
    const whole = this.expression(text, index, field)
    if (whole !== undefined) return whole
    const spans = this.redactor
      .spans(text)
      .filter(({ secret = '' }) => !this.generatedSecrets || this.redactor.resembles(secret))
    const [only] = spans
    // A text that is one secret. Other forms of a secret than the plain one cannot be reproduced.
    if (only?.secret === text && only.end - only.start === text.length) return this.secret(text, field, index)
    const shown = rewritten(text, spans, ({ start, end, shown, secret }) =>
      secret === text.slice(start, end) ? `{${this.secret(secret, field, index)}}` : shown,
    )
    return this.replaceKnown(shown, (known) => {
      const expression = this.expression(known, index)
      return expression === undefined ? undefined : `{${expression}}`
    })
  }

  /** The expression for a text: an input, or an output of an earlier step. */
  private expression(text: string, index: number, field = ''): string | undefined {
    const input = this.inputs.expression(text, this.calls[index], field)
    if (input !== undefined) return input
    const source = sourceFor(index, this.sources.get(text))
    return source === undefined ? undefined : this.output(source.step, source.expression)
  }

  private output(step: number, expression: string): string {
    const outputs = this.outputs.get(step) ?? new Map<string, string>()
    this.outputs.set(step, outputs)
    const known = [...outputs].find(([, value]) => value === expression)?.[0]
    const word = expression.split(/[#/]/).findLast((part) => !/^\d+$/.test(part)) ?? 'value'
    const name = known ?? (outputs.has(word) ? `${word}-${outputs.size + 1}` : word)
    outputs.set(name, expression)
    return `$steps.${this.names[step]}.outputs.${name}`
  }

  private credential(header: string, index: number): string {
    const [, token] = /^Bearer (.*)$/.exec(header) ?? []
    if (token === undefined) return this.secret(header, 'authorization', index)
    const value = this.secret(token, 'accessToken', index)
    return `Bearer ${value.startsWith('$') ? `{${value}}` : value}`
  }

  private secret(text: string, field: string, index: number): string {
    const known = this.expression(text, index, field)
    if (known !== undefined) return known
    if (this.generatedSecrets && !this.redactor.resembles(text)) return this.text(text, index)
    const word = field.replace(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase()) || 'secret'
    const name = this.secrets.get(text) ?? `${word}${this.secrets.size + 1}`
    this.secrets.set(text, name)
    this.redactor.learn(text, name)
    return `$inputs.${name}`
  }
}
