// Checks values against the JSON Schemas (draft 2020-12) of a document. The only place where Ajv is set up.

import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { errorMessage, UsageError } from './errors.ts'
import { isObject } from './json.ts'
import { type JsonSchema, resolveRef } from './json-schema.ts'
import {
  describeErrors,
  inSchemaOrder,
  intendedErrors,
  type UnionSchemas,
  type ValidationError,
} from './validation-messages.ts'
import { listMessages } from './validation-words.ts'

/** The way values are checked. By default: stops at the first error, permits unknown properties, changes nothing. */
export interface ValidatorOptions {
  /** Find every error instead of the first. */
  allErrors?: boolean
  /** Reject properties that a schema does not name. */
  closed?: boolean
  /** Turn text into the number or boolean that a schema asks for, in place. */
  coerceTypes?: boolean
  /** Add missing properties that have a default, in place. */
  useDefaults?: boolean
  /** Reject schemas with keywords that are neither JSON Schema's nor one of these annotations. */
  strict?: { annotations: readonly string[] }
}

/** Checks a value. Returns undefined when it is valid. */
export type Check = (value: unknown) => InvalidValue | undefined

/** The most errors that a validation finds. A body of megabytes can have millions, which would take seconds and gigabytes. */
const maxErrors = 1000
/** The most errors that are described. */
const maxDescribed = 100

/** Why a value is invalid. */
class InvalidValue {
  /** Ajv's errors: those of every branch of a union, then the union's own. */
  readonly errors: readonly ErrorObject[]
  /** True if the validation stopped because there were too many errors. */
  readonly tooMany: boolean
  private readonly unions: UnionSchemas

  constructor(errors: readonly ErrorObject[], unions: UnionSchemas, tooMany: boolean) {
    this.errors = errors
    this.unions = unions
    this.tooMany = tooMany
  }

  /** The errors without those of the branches of a union that an object was not meant to match. */
  intended(): readonly ErrorObject[] {
    return intendedErrors(this.errors, this.unions)
  }

  /** The errors, place by place in the order of the schema; the first 100 places. `name` is what the value is called, such as `body`. */
  describe(name: string): ValidationError[] {
    return inSchemaOrder(this.firstOf(name, maxDescribed))
  }

  /** The same as texts, each of them once. */
  messages(name: string): string[] {
    return [...new Set(this.describe(name).map(({ message }) => message))]
  }

  /** The first messages in one text, and how many more there are. `max` is 8 by default. */
  summary(name: string, max?: number): string {
    const messages = this.messages(name)
    const isComplete = !this.tooMany && messages.length < maxDescribed
    return listMessages(messages, { isComplete, ...(max === undefined ? {} : { max }) })
  }

  /** The first of the messages. */
  message(name: string): string {
    return this.firstOf(name, 1)[0]?.message ?? `${name} is invalid`
  }

  private firstOf(name: string, max: number): ValidationError[] {
    const described: ValidationError[] = []
    for (const error of describeErrors(this.errors, name, this.unions)) {
      described.push(error)
      if (described.length === max) break
    }
    return described
  }
}

/** The exception of compiled code at the error that is one too many. */
interface TooManyErrors {
  tooManyErrors: readonly ErrorObject[]
}

function isTooMany(thrown: unknown): thrown is TooManyErrors {
  return isObject(thrown) && 'tooManyErrors' in thrown
}

/**
 * Compiled code that stops at too many errors. Ajv has no such option, and it copies all errors so far for each invalid
 * element of a list, so that its time would grow with the square of their number.
 */
function withLimit(code: string): string {
  const stop: `throw {${keyof TooManyErrors}:vErrors}` = 'throw {tooManyErrors:vErrors}'
  return code.replaceAll(
    /\berrors(?:\+\+| = vErrors\.length);/g,
    (counted) => `${counted}if(errors>${maxErrors})${stop};`,
  )
}

const documentId = 'document'

/** Checks values against schemas that may refer to parts of one document. */
export class SchemaValidator {
  private readonly document: object
  private readonly options: ValidatorOptions
  private readonly checks = new WeakMap<object, Check>()
  private ajv: Ajv2020 | undefined
  private unions: UnionSchemas | undefined

  constructor(document: object, options: ValidatorOptions = {}) {
    this.document = document
    this.options = options
  }

  /** The check of a schema, compiled when it is first used. */
  check(schema: object): Check {
    const known = this.checks.get(schema)
    if (known !== undefined) return known
    let validate: ValidateFunction | undefined
    const check: Check = (value) => {
      validate ??= this.compiled(schema)
      try {
        if (validate(value)) return undefined
        return new InvalidValue(validate.errors ?? [], this.unionSchemas(), false)
      } catch (thrown) {
        if (!isTooMany(thrown)) throw thrown
        return new InvalidValue(thrown.tooManyErrors, this.unionSchemas(), true)
      }
    }
    this.checks.set(schema, check)
    return check
  }

  /** The same, compiled now. For schemas that users write: throws a UsageError when the schema itself is invalid. */
  compile(schema: object): Check {
    try {
      this.engine().validateSchema(schema, true)
      this.compiled(schema)
    } catch (error) {
      throw new UsageError(
        'A schema of the document is invalid.',
        `${errorMessage(error)}, in ${JSON.stringify(schema).slice(0, 200)}.`,
        'Correct it. Schemas are JSON Schema, draft 2020-12.',
      )
    }
    return this.check(schema)
  }

  private compiled(schema: object): ValidateFunction {
    return this.engine().compile(prepared(schema, this.options.closed === true))
  }

  private engine(): Ajv2020 {
    if (this.ajv !== undefined) return this.ajv
    const { allErrors = false, coerceTypes = false, useDefaults = false, strict } = this.options
    this.ajv = new Ajv2020({
      strict: strict !== undefined,
      // A field may be a string or a number.
      allowUnionTypes: true,
      // Errors include the schema and the value, which messages need. Valid values do not pay for it.
      verbose: true,
      allErrors,
      coerceTypes,
      useDefaults,
      strictNumbers: true,
      validateFormats: false,
      validateSchema: strict !== undefined,
      // Optimizing the generated code takes longer than compiling it, and makes no check faster.
      code: { optimize: false, ...(allErrors ? { process: withLimit } : {}) },
    })
    if (strict !== undefined) this.ajv.addVocabulary([...strict.annotations, 'components'])
    const shared = Object.entries(this.document).filter(([key]) => sharedParts.includes(key))
    this.ajv.addSchema(prepared(Object.fromEntries(shared), this.options.closed === true), documentId)
    return this.ajv
  }

  /** Unions are explained by a validator that changes nothing. */
  private unionSchemas(): UnionSchemas {
    if (this.unions !== undefined) return this.unions
    const { allErrors, coerceTypes, useDefaults } = this.options
    const suits = allErrors === true && coerceTypes !== true && useDefaults !== true
    const explaining = { ...this.options, allErrors: true, coerceTypes: false, useDefaults: false }
    const reader = suits ? this : new SchemaValidator(this.document, explaining)
    this.unions = {
      resolve: (schema) =>
        schema.$ref === undefined ? schema : (resolveRef(this.document, schema.$ref) as JsonSchema),
      errorsOf: (schema, value) => reader.check(schema)(value)?.errors ?? [],
    }
    return this.unions
  }
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
