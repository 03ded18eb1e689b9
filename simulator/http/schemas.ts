// Compiles the document's schemas, once. Every reader of a schema at run time goes through here: requests, sealed
// plain texts and answers are held to the document, never to the code that wrote it.

import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApiDocument, Schema } from '../../spec/openapi/document.ts'

/** Checks a value, filling in defaults; undefined when the document accepts it, else the faults. */
export type Check = (value: unknown) => readonly ErrorObject[] | undefined

/** How strictly, and how, values are held to a schema. */
export type Reading =
  /** As the document says; unknown fields are accepted. */
  | 'plain'
  /** As the document says, and no field beyond those it names. */
  | 'closed'
  /** Text for numbers and the like is turned into what the document asks for. */
  | 'mending'

type Parts = Pick<OpenApiDocument, 'components'>

const documentId = 'document'
const pseudoKeywords = ['x-requirements', 'x-open-items', 'components']

/** Compiles schemas of one document in one reading. */
export function schemaCompiler(document: Parts, reading: Reading): (schema: Schema) => Check {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    useDefaults: true,
    coerceTypes: reading === 'mending',
    allErrors: reading === 'mending',
  })
  ajv.addVocabulary(pseudoKeywords)
  const prepare = (schema: unknown) => rewrite(schema, reading === 'closed')
  ajv.addSchema(prepare({ components: { schemas: document.components.schemas } }), documentId)
  return (schema) => {
    const validate: ValidateFunction = ajv.compile(prepare(schema))
    return (value) => (validate(value) ? undefined : (validate.errors ?? []))
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

/** A fault in words: where, and what is asked for there. */
export function faultText(where: string, fault: ErrorObject): string {
  const place = `${where}${fault.instancePath.replaceAll('/', '.')}`
  if (fault.keyword === 'enum') return `${place} must be one of ${JSON.stringify(fault.params.allowedValues)}`
  if (fault.keyword === 'additionalProperties')
    return `${place} must not hold "${String(fault.params.additionalProperty)}"`
  return `${place} ${fault.message ?? 'is not accepted'}`
}
