// Compiles schemas of a document with Ajv in strict mode: an unknown keyword is an error, except for the ids of requirements
// and unspecified behaviors. Validation does not change the value: no defaults, no coercion.

import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApiDocument, Schema } from './document.ts'

const documentId = 'openapi.json'

/** Returns a function that compiles any schema of the document, or any schema that refers to its components. */
export function schemaCompiler(document: OpenApiDocument): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: false })
  ajv.addVocabulary(['x-requirements', 'x-unspecified', 'components'])
  ajv.addSchema({ components: document.components }, documentId)
  return (schema) => ajv.compile(fromOutside(schema))
}

/** Makes references absolute, so that each component is compiled once. */
function fromOutside(schema: Schema): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${documentId}${value}` : value,
  )
}
