// Checks values against the JSON Schemas (draft 2020-12) of a document. The only place where Ajv is set up.

import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { isObject } from './json.ts'
import { type JsonSchema, resolveRef } from './json-schema.ts'
import {
  describe,
  meantErrors,
  type SchemaError,
  type Unions,
  type ValidationError,
} from './validation-messages.ts'
import { listMessages } from './validation-words.ts'

/** The way values are checked. By default: stops at the first error, permits unknown properties, changes nothing. */
export interface ValidatorOptions {
  /** Find every error instead of the first; in a large value, still only the first. */
  allErrors?: boolean
  /** Reject properties that a schema does not name. */
  closed?: boolean
  /** Turn text into the number or boolean that a schema asks for, in place. */
  coerceTypes?: boolean
  /** Add missing properties that have a default, in place. */
  useDefaults?: boolean
}

/** Checks a value. Returns undefined when it is valid. */
export type Check = (value: unknown) => InvalidValue | undefined

/** Values in a value: the errors of more than this many can be millions, which would take seconds and gigabytes. */
const maxValues = 10_000
const maxDescribed = 100

/** Why a value is invalid. */
class InvalidValue {
  /** Ajv's errors, those of unions replaced by what is wrong with the branch that was meant. */
  readonly errors: readonly SchemaError[]

  constructor(errors: readonly SchemaError[]) {
    this.errors = errors
  }

  /** The first hundred errors. `name` is what the value is called, such as `body`. */
  describe(name: string): ValidationError[] {
    return this.errors.slice(0, maxDescribed).map((error) => describe(error, name))
  }

  /** The same as texts, each of them once. */
  messages(name: string): string[] {
    return [...new Set(this.describe(name).map(({ message }) => message))]
  }

  /** The first messages in one text, and how many more there are. `max` is 8 by default. */
  summary(name: string, max?: number): string {
    const isComplete = this.errors.length <= maxDescribed
    return listMessages(this.messages(name), { isComplete, ...(max === undefined ? {} : { max }) })
  }
}

const documentId = 'document'

/** Checks values against schemas that may refer to parts of one document. */
export class SchemaValidator {
  private readonly document: object
  private readonly options: ValidatorOptions
  private readonly checks = new WeakMap<object, Check>()
  private ajv: Ajv2020 | undefined
  private readonly others = new Map<string, SchemaValidator>()

  constructor(document: object, options: ValidatorOptions = {}) {
    this.document = document
    this.options = options
  }

  /** The check of a schema, compiled when it is first used. */
  check(schema: object): Check {
    const known = this.checks.get(schema)
    if (known !== undefined) return known
    let validate: ValidateFunction | undefined
    const { allErrors } = this.options
    const check: Check = (value) => {
      if (allErrors === true && isLarge(value)) return this.with({ allErrors: false }).check(schema)(value)
      validate ??= this.engine().compile(prepared(schema, this.options.closed === true))
      if (validate(value)) return undefined
      return new InvalidValue(meantErrors(validate.errors ?? [], this.unions))
    }
    this.checks.set(schema, check)
    return check
  }

  private engine(): Ajv2020 {
    if (this.ajv !== undefined) return this.ajv
    const { allErrors = false, coerceTypes = false, useDefaults = false } = this.options
    this.ajv = new Ajv2020({
      strict: false,
      // A field may be a string or a number.
      allowUnionTypes: true,
      // Errors include the schema and the value, which messages need. Valid values do not pay for it.
      verbose: true,
      ...{ allErrors, coerceTypes, useDefaults },
      strictNumbers: true,
      validateFormats: false,
      validateSchema: false,
      // Optimizing the generated code takes longer than compiling it, and makes no check faster.
      code: { optimize: false },
    })
    const shared = Object.entries(this.document).filter(([key]) => sharedParts.includes(key))
    this.ajv.addSchema(prepared(Object.fromEntries(shared), this.options.closed === true), documentId)
    return this.ajv
  }

  /** The branches of unions are explained by a validator that changes nothing. */
  private readonly unions: Unions = {
    resolve: (schema) =>
      schema.$ref === undefined ? schema : (resolveRef(this.document, schema.$ref) as JsonSchema),
    errorsOf: (schema, value) =>
      this.with({ coerceTypes: false, useDefaults: false }).check(schema)(value)?.errors ?? [],
  }

  /** The same validator with other options. */
  private with(changed: ValidatorOptions): SchemaValidator {
    const options = { ...this.options, ...changed }
    const key = JSON.stringify(options)
    if (key === JSON.stringify(this.options)) return this
    const other = this.others.get(key) ?? new SchemaValidator(this.document, options)
    this.others.set(key, other)
    return other
  }
}

function isLarge(value: unknown): boolean {
  // A list in place of recursion: a value can be deeper than the stack.
  const found = [value]
  for (let at = 0; at < found.length && found.length <= maxValues; at += 1) {
    const inner = found[at]
    if (typeof inner === 'object' && inner !== null)
      for (const one of Object.values(inner)) if (found.push(one) > maxValues) return true
  }
  return false
}

/** The parts of a document that its schemas refer to. */
const sharedParts = ['components', '$defs']

/** A schema whose references start at the document, closed if asked. Without its `$id`, where references would start. */
function prepared(schema: object, closed: boolean): AnySchemaObject {
  const { $id: _, ...copy } = JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (!isObject(value)) return value
    if (typeof value.$ref === 'string' && value.$ref.startsWith('#'))
      return { ...value, $ref: `${documentId}${value.$ref}` }
    if (closed && 'properties' in value && 'type' in value && !('additionalProperties' in value))
      return { ...value, additionalProperties: false }
    return value
  })
  return copy
}
