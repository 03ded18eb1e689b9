// Converts zod to JSON Schema with components. The generator repeats every schema where it is used; the hoist moves each
// named schema to `components/schemas` and leaves a `$ref`.

import { isDeepStrictEqual } from 'node:util'
import { generateSchema } from '@anatine/zod-openapi'
import type { z } from 'zod'
import { componentRef } from '../../core/json-schema.ts'
import type { Schema } from './schema.ts'

/** A generated schema, before its components are moved. See `component` and `field` in ../primitives.ts. */
interface RawSchema extends Schema {
  'x-component'?: string
  'x-field-description'?: string
}

export interface Hoist {
  /** The schema of a zod type, with a `$ref` in place of every component. */
  schemaOf: (type: z.ZodTypeAny) => Schema
  /** The components found so far, in alphabetical order. */
  components: () => Record<string, Schema>
}

/** The reference to a component. */
export function refTo(name: string): { $ref: string } {
  return { $ref: componentRef(name) }
}

/** Collects the components of the types it converts. Throws if two schemas have the same name. */
export function createHoist(): Hoist {
  const found = new Map<string, Schema>()

  function moveInside(schema: Schema): Schema {
    const moved: Schema = { ...schema }
    if (Array.isArray(schema.type)) moved.type = simplest(schema.type)
    if (schema.properties !== undefined) {
      moved.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([key, at]) => [key, move(at)]),
      )
    }
    if (schema.items !== undefined) moved.items = move(schema.items)
    if (typeof schema.additionalProperties === 'object') {
      moved.additionalProperties = move(schema.additionalProperties)
    }
    // A zod union accepts a value that several of its types accept, but is generated as `oneOf`.
    const { oneOf, anyOf = oneOf, ...rest } = moved
    return anyOf === undefined ? moved : { ...rest, anyOf: anyOf.map(move) }
  }

  function move(raw: RawSchema): Schema {
    const { 'x-component': name, 'x-field-description': description, ...schema } = raw
    const described = (moved: Schema) => (description === undefined ? moved : { ...moved, description })
    if (name === undefined) return described(moveInside(schema))
    const nullable = Array.isArray(schema.type) && schema.type.length > 1 && schema.type.includes('null')
    const content = moveInside(nullable ? withoutNull(schema) : schema)
    const earlier = found.get(name)
    if (earlier !== undefined && !isDeepStrictEqual(earlier, content)) {
      throw new Error(
        `Two schemas are called ${name}: ${JSON.stringify(earlier)} and ${JSON.stringify(content)}. Rename one of them.`,
      )
    }
    found.set(name, content)
    return described(nullable ? { anyOf: [refTo(name), { type: 'null' }] } : refTo(name))
  }

  return {
    schemaOf(type) {
      // Through JSON, because the generator leaves undefined keys.
      const raw: RawSchema = JSON.parse(JSON.stringify(generateSchema(type)))
      return move(raw)
    },
    components: () => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function withoutNull(schema: Schema): Schema {
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : []
  return { ...schema, type: types }
}

function simplest<Name>(types: Name[]): Name | Name[] {
  const [only] = types
  return types.length === 1 && only !== undefined ? only : types
}
