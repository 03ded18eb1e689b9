// The JSON Schemas of world files and assumptions files, for editors. Generated from what reads them.

import { generateSchema } from '@anatine/zod-openapi'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors } from '../../spec/unspecified.ts'
import { WorldFileSchema } from './world-file.ts'

/** The field of every file that names the schema of the file. */
const ownSchema = { type: 'string', description: 'The path or URL of this schema, for editors.' }

/** The committed text of the schema of assumptions files. */
export function assumptionsSchemaText(): string {
  const properties = Object.fromEntries(
    Object.entries<UnspecifiedBehavior>(unspecifiedBehaviors).map(([id, { question, options }]) => {
      const names = Object.entries(options).map(([name, { effect }]) => ({
        const: name,
        description: effect,
      }))
      const withValue = Object.keys(options).filter((name) => options[name]?.value !== undefined)
      const value = {
        type: 'object',
        properties: { use: { enum: withValue }, value: {} },
        required: ['value'],
        additionalProperties: false,
      }
      return [id, { description: question, anyOf: [...names, ...(withValue.length === 0 ? [] : [value])] }]
    }),
  )
  const title = 'An assumptions file of paytwin'
  return textOf({
    title,
    type: 'object',
    properties: { $schema: ownSchema, ...properties },
    additionalProperties: false,
  })
}

/** The committed text of the schema. It describes a file as written: what has a default is optional. */
export function worldSchemaText(): string {
  const { properties, ...schema } = generateSchema(WorldFileSchema, false, '3.1')
  const title = 'A world file of paytwin'
  return textOf({ title, ...schema, properties: { $schema: ownSchema, ...properties } })
}

function textOf(schema: object): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return `${JSON.stringify({ $schema, ...schema }, null, 2)}\n`
}
