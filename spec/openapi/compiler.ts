// Compiles schemas of a document with Ajv, in its strictest mode: a keyword that Ajv does not know is an error, unless it
// is one of the document's own marks. It does not change what it checks: no defaults, no coercion.

import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenApiDocument, Schema } from './document.ts'

const documentId = 'openapi.json'

/** A function that compiles any schema of the document, or one that refers to its components. */
export function schemaCompiler(document: OpenApiDocument): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: false })
  ajv.addVocabulary(['x-requirements', 'x-unspecified', 'components'])
  ajv.addSchema({ components: document.components }, documentId)
  return (schema) => ajv.compile(fromOutside(schema))
}

/** The schema with its references made to start at the document, so that each component is compiled once. */
function fromOutside(schema: Schema): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${documentId}${value}` : value,
  )
}
