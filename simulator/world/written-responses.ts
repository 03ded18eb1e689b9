// The responses that a user wrote: templates of refusals (unspecified behavior `errors.envelope`, option `template`) and parts of
// successes (`service.response-values`, option `written`).

import { z } from 'zod'
import { UsageError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import { compileTemplate, type Outputs } from '../../core/template.ts'
import { zodMessages } from '../../core/zod-messages.ts'
import { type OperationId, operationIds, operations, type RefusalCode } from '../../spec/operations.ts'
import { exchangePaymentErrors, pipelineRefusals } from '../../spec/stated-errors.ts'
import { refusalPlaceholders } from '../../spec/unspecified/errors.ts'

const operation = z
  .string()
  .refine((id): id is OperationId => Object.hasOwn(operations, id), 'must be the id of an operation')

const causes: ReadonlySet<string> = new Set([
  ...pipelineRefusals,
  ...operationIds.flatMap((id): readonly string[] => operations[id].refusals),
])
const statedErrors: ReadonlySet<string> = new Set(
  Object.keys(exchangePaymentErrors).map((name) => `exchange-payments.${name}`),
)

const refusalSchema = z.strictObject({
  operation: operation.optional(),
  cause: z
    .string()
    .refine((code) => causes.has(code), 'must be the code of a refusal')
    .optional(),
  field: z.string().optional(),
  status: z.number().int().min(200).max(599).optional(),
  body: z.record(z.unknown()).optional(),
})

/** A refusal to respond to. */
interface RefusalFacts {
  operation: OperationId | undefined
  cause: RefusalCode
  /** The invalid field of the request; empty if there is none. */
  field: string
}

/** The response to refusals of some kind. What it lacks is as usual. */
interface RefusalTemplate {
  appliesTo: (facts: RefusalFacts) => boolean
  /** True if it applies to every refusal. */
  isGeneral: boolean
  /** True if its body has the code and the message, as those of stated errors must. */
  statesError: boolean
  status: number | undefined
  body: ((outputs: Outputs) => unknown) | undefined
}

/** The templates that a value describes. Throws a UsageError for any other value. */
export const refusalTemplates = remembered((value): readonly RefusalTemplate[] =>
  listOf('errors.envelope', refusalSchema, value).map(templateOf),
)

function templateOf({
  operation: id,
  cause,
  field,
  status,
  body,
}: z.output<typeof refusalSchema>): RefusalTemplate {
  const text = JSON.stringify(body ?? {})
  const statesError = body === undefined || (text.includes('{code}') && text.includes('{message}'))
  if (cause !== undefined && statedErrors.has(cause) && !statesError)
    throw invalid(
      'errors.envelope',
      `The contract states a code and a message for ${cause}, and the body has only ${text}.`,
      'Write {code} and {message} in it.',
    )
  return {
    appliesTo: (facts) =>
      (id ?? facts.operation) === facts.operation &&
      (cause ?? facts.cause) === facts.cause &&
      (field ?? facts.field) === facts.field &&
      (statesError || !statedErrors.has(facts.cause)),
    isGeneral: id === undefined && cause === undefined && field === undefined,
    statesError,
    status,
    body: body === undefined ? undefined : compileTemplate(body, refusalPlaceholders, 'errors.envelope'),
  }
}

const path = z.string().regex(/^result(\.[^.]+)+$/, 'must begin with "result."')

const responseSchema = z.strictObject({
  operation,
  status: z.number().int().min(200).max(299).optional(),
  fields: z.record(path, z.unknown()).default({}),
  without: z.array(path).default([]),
})

/** Parts of the response of an operation. */
export interface ResponseValues {
  /** The HTTP status of a success. */
  status: number | undefined
  /** A response with these values. */
  applyTo: (response: unknown) => unknown
}

/** The parts of responses that a value describes. Throws a UsageError for any other value. */
export const responseValues = remembered((value): ReadonlyMap<OperationId, ResponseValues> => {
  const rows = listOf('service.response-values', responseSchema, value)
  // qr-transactions.status-200
  if (rows.some((one) => one.operation === 'createQrTransaction' && one.status !== undefined))
    throw invalid(
      'service.response-values',
      'The contract states the status of createQrTransaction.',
      'Remove the status.',
    )
  return new Map(
    rows.map(({ operation: id, status, fields, without }) => {
      const changes = [
        ...Object.entries(fields).map(([at, one]) => [at.split('.'), one] as const),
        ...without.map((at) => [at.split('.'), undefined] as const),
      ]
      const applyTo = (response: unknown) =>
        changes.reduce((changed, [steps, one]) => changedAt(changed, steps, one), response)
      return [id, { status, applyTo }]
    }),
  )
})

/** A copy in which the value at a path is another one, or removed if it is undefined. A path that does not exist changes nothing. */
function changedAt(inside: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(inside))
    return inside.map((one, at) => (step === '*' || step === String(at) ? changedAt(one, rest, value) : one))
  if (!isObject(inside) || (rest.length > 0 && !Object.hasOwn(inside, step))) return inside
  const changed = changedAt(inside[step], rest, value)
  const { [step]: _, ...others } = inside
  return changed === undefined ? others : { ...inside, [step]: changed }
}

/** A function that reads each value once: assumptions are read for every request. */
function remembered<Read extends object>(read: (value: unknown) => Read): (value: unknown) => Read {
  const known = new WeakMap<object, Read>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return read(value)
    const before = known.get(value)
    if (before !== undefined) return before
    const made = read(value)
    known.set(value, made)
    return made
  }
}

function listOf<Row extends z.ZodTypeAny>(id: string, row: Row, value: unknown): z.output<Row>[] {
  const rows = z.array(row).safeParse(value)
  if (rows.success) return rows.data
  throw invalid(
    id,
    `${zodMessages(rows.error.issues, 'value').join('; ')}.`,
    'docs/reference/assumptions.md says what the elements of the list have.',
  )
}

const invalid = (id: string, detail: string, remedy: string) =>
  new UsageError(`Invalid value for "${id}".`, detail, remedy)
