// Writes a recording as a scenario: a step for each call, inputs for whoever took part, and outputs wired where a later
// request uses what an earlier answer gave. No secret is written down: each is an input.

import { atPointer } from '../../core/json-pointer.ts'
import { secretFields } from '../../spec/secret-fields.ts'
import type { Accounts } from '../accounts.ts'
import type { Criterion, ScenarioDocument, SimulatorSetting, Step, StepParameter } from '../scenario.ts'
import type { Deviation, RecordedCall } from './recording.ts'
import { inputExpressions, type Source, sourcesIn } from './wiring.ts'

export interface WritingOptions {
  title: string
  description: string
  accounts: Accounts
  /** Where the two documents lie, seen from the scenario. */
  documentUrls: { service: string; control: string }
  simulator: SimulatorSetting | undefined
  /** Addresses of webhook receivers, which the runner opens itself when it replays. */
  receivers: readonly string[]
  /** Whether texts in the place of a secret that are nobody's were made up, and may be written down. */
  invented?: boolean
}

const workflowId = 'recorded'

/** The scenario of a recording. */
export function scenarioOf(
  calls: readonly RecordedCall[],
  deviations: readonly Deviation[],
  options: WritingOptions,
): ScenarioDocument {
  const writer = new Writer(calls, options)
  const steps = calls.map((call, index) =>
    writer.step(
      call,
      index,
      deviations.filter((deviation) => deviation.call === index + 1 && deviation.by === 'request'),
    ),
  )
  const usesControl = calls.some(({ operation }) => operation.document === 'control')
  const properties = writer.inputSchemas()
  return {
    arazzo: '1.0.1',
    info: { title: options.title, description: options.description, version: '1.0.0' },
    ...(options.simulator === undefined ? {} : { 'x-simulator': options.simulator }),
    sourceDescriptions: [
      {
        name: 'service',
        type: 'openapi',
        url: options.documentUrls.service,
        'x-serverUrl': 'http://127.0.0.1:4020/api',
      },
      ...(usesControl
        ? [
            {
              name: 'control',
              type: 'openapi' as const,
              url: options.documentUrls.control,
              'x-serverUrl': 'http://127.0.0.1:4020',
            },
          ]
        : []),
    ],
    workflows: [
      {
        workflowId,
        ...(Object.keys(properties).length === 0 ? {} : { inputs: { type: 'object', properties } }),
        steps,
      },
    ],
  }
}

/** The name of a recorded step, as transcripts show it. */
export function recordedStepNames(calls: readonly RecordedCall[]): string[] {
  const seen = new Map<string, number>()
  return calls.map(({ operation }) => {
    const word = operation.operationId.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
    const count = (seen.get(word) ?? 0) + 1
    seen.set(word, count)
    return count === 1 ? word : `${word}-${count}`
  })
}

const secretNames: ReadonlySet<string> = new Set(secretFields)

/** Texts of that length are recognised inside others, too. */
const minInside = 16

class Writer {
  private readonly names: string[]
  private readonly inputs: Map<string, string>
  private readonly sources: Map<string, Source>
  private readonly outputs = new Map<number, Map<string, string>>()
  private readonly used = new Map<string, Set<string>>()
  private readonly secrets = new Map<string, string>()
  private readonly invented: boolean

  constructor(calls: readonly RecordedCall[], { accounts, receivers, invented }: WritingOptions) {
    this.invented = invented ?? false
    this.names = recordedStepNames(calls)
    this.inputs = inputExpressions(accounts, receivers)
    this.sources = sourcesIn(calls, this.inputs)
    // Which outputs a step needs is known once every later request has been written, so that is done first.
    calls.forEach((call, index) => {
      this.request(call, index)
    })
  }

  step(call: RecordedCall, index: number, deviations: readonly Deviation[]): Step {
    const { parameters, payload } = this.request(call, index)
    const outputs = this.outputs.get(index)
    const [first] = deviations
    return {
      stepId: this.names[index] ?? String(index),
      operationId: `$sourceDescriptions.${call.operation.document}.${call.operation.operationId}`,
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(payload === undefined ? {} : { requestBody: { contentType: 'application/json', payload } }),
      successCriteria: criteriaOf(call),
      ...(outputs === undefined ? {} : { outputs: Object.fromEntries(outputs) }),
      ...(first === undefined ? {} : { 'x-deviates': `Recorded so: ${first.text}.` }),
    }
  }

  /** The schemas of the inputs that the scenario uses. */
  inputSchemas(): Record<string, unknown> {
    const named = [...this.used].map(([name, fields]) => {
      const properties = [...fields].map((field) => [
        field,
        { type: 'string', ...(secretNames.has(field) ? { format: 'password' } : {}) },
      ])
      return [
        name,
        fields.size === 0
          ? { type: 'string' }
          : { type: 'object', properties: Object.fromEntries(properties) },
      ]
    })
    const secret = [...this.secrets.values()].map((name) => [
      name,
      { type: 'string', format: 'password', description: 'A secret of the recording; give it with --input.' },
    ])
    return Object.fromEntries([...named, ...secret])
  }

  private request(call: RecordedCall, index: number): { parameters: StepParameter[]; payload: unknown } {
    const { pathValues, query, headers, body } = call
    const parameters: StepParameter[] = [
      ...Object.entries(pathValues).map(([name, value]) => ({
        name,
        in: 'path' as const,
        value: this.text(value, index),
      })),
      ...query.map(([name, value]) => ({ name, in: 'query' as const, value: this.text(value, index) })),
      ...Object.entries(headers).map(([name, value]) => ({
        name: name === 'authorization' ? 'Authorization' : name,
        in: 'header' as const,
        value: name === 'authorization' ? this.credential(value, index) : value,
      })),
    ]
    return { parameters, payload: body === undefined ? undefined : this.value(body, index) }
  }

  private value(value: unknown, index: number): unknown {
    if (typeof value === 'string') return this.text(value, index)
    if (Array.isArray(value)) return value.map((element) => this.value(element, index))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        secretNames.has(key) && typeof inner === 'string' && inner !== ''
          ? this.secret(inner, key, index)
          : this.value(inner, index),
      ]),
    )
  }

  private text(text: string, index: number): string {
    const whole = this.expression(text, index)
    if (whole !== undefined) return whole
    let told = text
    for (const known of [...this.sources.keys(), ...this.inputs.keys()]) {
      if (known.length < minInside || !told.includes(known)) continue
      const expression = this.expression(known, index)
      if (expression !== undefined) told = told.replaceAll(known, `{${expression}}`)
    }
    return told
  }

  /** The expression that stands for a text: an input, or an output of an earlier step. */
  private expression(text: string, index: number): string | undefined {
    const input = this.inputs.get(text)
    if (input !== undefined) return this.use(input)
    const source = this.sources.get(text)
    return source === undefined || source.step >= index ? undefined : this.output(source)
  }

  private use(input: string): string {
    const [name = '', field] = input.split('.')
    const fields = this.used.get(name) ?? new Set<string>()
    if (field !== undefined) fields.add(field)
    this.used.set(name, fields)
    return `$inputs.${input}`
  }

  private output({ step, pointer }: Source): string {
    const outputs = this.outputs.get(step) ?? new Map<string, string>()
    this.outputs.set(step, outputs)
    const expression = `$response.body#${pointer}`
    const known = [...outputs].find(([, value]) => value === expression)?.[0]
    const word = pointer.split('/').findLast((part) => !/^\d+$/.test(part)) ?? 'value'
    const name = known ?? (outputs.has(word) ? `${word}-${outputs.size + 1}` : word)
    outputs.set(name, expression)
    return `$steps.${this.names[step]}.outputs.${name}`
  }

  private credential(header: string, index: number): string {
    const [, token] = /^Bearer (.*)$/.exec(header) ?? []
    if (token === undefined) return this.secret(header, 'authorization', index)
    const told = this.secret(token, 'accessToken', index)
    return `Bearer ${told.startsWith('$') ? `{${told}}` : told}`
  }

  private secret(text: string, field: string, index: number): string {
    const input = this.inputs.get(text)
    if (input !== undefined) return this.use(input)
    if (this.invented) return this.text(text, index)
    const name = this.secrets.get(text) ?? `${field}${this.secrets.size + 1}`
    this.secrets.set(text, name)
    return `$inputs.${name}`
  }
}

/** What must hold when the call is made again: its status, and what the answer says of success. */
function criteriaOf({ exchange, operation }: RecordedCall): Criterion[] {
  const marks = ['/ok', '/result/success', ...(operation.document === 'control' ? ['/status'] : [])]
  return [
    { condition: `$statusCode == ${exchange.status}` },
    ...marks.flatMap((pointer) => {
      const value = atPointer(exchange.response, pointer)
      if (typeof value !== 'boolean' && typeof value !== 'string') return []
      return [
        { condition: `$response.body#${pointer} == ${typeof value === 'string' ? `'${value}'` : value}` },
      ]
    }),
  ]
}
