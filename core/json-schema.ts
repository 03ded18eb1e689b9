// JSON Schema (draft 2020-12) as modules read it: the keywords that they look at, and references inside a document.

import { InvariantError } from './errors.ts'
import { atPointer } from './json-pointer.ts'

/** A schema, in the keywords that show what a value was meant to be. */
export interface JsonSchema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly examples?: readonly unknown[]
}

const components = '#/components/schemas/'

/** The reference to a schema under `components/schemas` of an OpenAPI document. */
export function componentRef(name: string): string {
  return `${components}${name}`
}

/** The name of the component that a reference names. */
export function componentName($ref: string): string {
  return $ref.replace(components, '')
}

/** The part of a document that a reference names. Throws an InvariantError when the document has no such part. */
export function resolveRef(document: object, $ref: string): unknown {
  const target = atPointer(document, $ref.slice($ref.indexOf('#') + 1))
  if (target === undefined) throw new InvariantError(`The reference "${$ref}" names nothing in its document.`)
  return target
}

/** The text of a file with a schema. */
export function schemaText(title: string, schema: object): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return `${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`
}

/** The same for a file that users write, which may name its schema. */
export function fileSchemaText(title: string, { properties, ...schema }: { properties?: object }): string {
  const $schema = { type: 'string', description: 'The path or URL of this schema, for editors.' }
  return schemaText(title, { ...schema, properties: { $schema, ...properties } })
}
