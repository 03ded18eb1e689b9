// Compiles the document's schemas, once. Every reader of a schema at run time goes through here: requests, encrypted
// plain texts and answers are held to the document, never to the code that wrote it.

import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { UsageError } from '../../core/errors.ts'
import type { OpenApiDocument, Schema } from '../../spec/openapi/document.ts'

/** Checks a value, filling in defaults; undefined when the document accepts it, else the faults. */
export type Check = (value: unknown) => readonly ErrorObject[] | undefined

/** How strictly, and how, values are held to a schema. */
export type Reading =
  /** As the document says; unknown fields are accepted. */
  | 'plain'
  /** As the document says, and no field beyond those it names. */
  | 'closed'
  /** The same two, finding every fault instead of the first. */
  | 'plain, every fault'
  | 'closed, every fault'
  /** Text for numbers and the like is turned into what the document asks for. */
  | 'mending'

type Parts = Pick<OpenApiDocument, 'components'>

const documentId = 'document'
const pseudoKeywords = ['x-requirements', 'x-unspecified', 'components']

/** Compiles schemas of one document in one reading. */
export function schemaCompiler(document: Parts, reading: Reading): (schema: Schema) => Check {
  const ajv = new Ajv2020({
    // A document that someone changed may say more than is understood here (formats, notes, required fields without a
    // schema of their own): what is understood is enforced. The committed one is compiled strictly where it is made.
    strict: false,
    strictNumbers: true,
    validateFormats: false,
    useDefaults: true,
    // Tidying the generated code takes longer than compiling it, and makes no check faster.
    code: { optimize: false },
    coerceTypes: reading === 'mending',
    allErrors: reading !== 'plain' && reading !== 'closed',
  })
  ajv.addVocabulary(pseudoKeywords)
  const prepare = (schema: unknown) => rewrite(schema, reading.startsWith('closed'))
  ajv.addSchema(prepare({ components: { schemas: document.components.schemas } }), documentId)
  return (schema) => {
    const validate = compiled(ajv, prepare(schema))
    return (value) => (validate(value) ? undefined : (validate.errors ?? []))
  }
}

function compiled(ajv: Ajv2020, schema: AnySchemaObject): ValidateFunction {
  try {
    return ajv.compile(schema)
  } catch (error) {
    throw new UsageError(
      'The document holds a schema that cannot be used.',
      `${error instanceof Error ? error.message : error}; it stands in ${JSON.stringify(schema).slice(0, 200)}.`,
      'Correct it; schemas are JSON Schema, draft 2020-12.',
    )
  }
}

/** The schema with references that start at the document and, in the closed reading, no room for unknown fields. */
function rewrite(schema: unknown, close: boolean): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if ('$ref' in value && typeof value.$ref === 'string' && value.$ref.startsWith('#'))
      return { ...value, $ref: `${documentId}${value.$ref}` }
    if (close && 'properties' in value && 'type' in value && !('additionalProperties' in value))
      return { ...value, additionalProperties: false }
    return value
  })
}

/** Faults in words, one text for each place: where, and what is asked for there. */
export function faultTexts(where: string, faults: readonly ErrorObject[]): string[] {
  const texts = new Map<string, string[]>()
  for (const fault of faults) {
    // That no branch of a choice is met says less than what each of the branches asks for.
    if (fault.keyword === 'oneOf' || fault.keyword === 'anyOf') continue
    const place = `${where}${fault.instancePath.replaceAll('/', '.')}`
    const asked = askedFor(fault)
    // Two fields that one object lacks are two faults; two types that one field could have are one.
    const key = fault.keyword === 'type' || fault.keyword === 'pattern' ? place : `${place} ${asked}`
    const known = texts.get(key)
    if (known === undefined) texts.set(key, [`${place} ${asked}`])
    else if (!known.includes(asked)) known.push(asked)
  }
  return [...texts.values()].map((words) => words.join(' or '))
}

/** The first of the faults in words. */
export function firstFault(where: string, faults: readonly ErrorObject[]): string {
  return faultTexts(where, faults)[0] ?? `${where} is not accepted`
}

function askedFor({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'enum') return `must be one of ${JSON.stringify(params.allowedValues)}`
  if (keyword === 'additionalProperties') return `must not hold "${String(params.additionalProperty)}"`
  return message ?? 'is not accepted'
}
