// The type of the JSON Schemas in the OpenAPI document.

/** Ids of the requirements and unspecified behaviors that concern a node. */
export interface Marks {
  'x-requirements'?: string[]
  'x-unspecified'?: string[]
}

export type TypeName = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'

/** A JSON Schema (2020-12), in the keywords that the document uses. */
export interface Schema extends Marks {
  $ref?: string
  description?: string
  type?: TypeName | TypeName[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  oneOf?: Schema[]
  anyOf?: Schema[]
  default?: unknown
  examples?: unknown[]
}
