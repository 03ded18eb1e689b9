// The JSON Schemas of world files and assumptions files, for editors. Generated from what reads them.

import { generateSchema } from '@anatine/zod-openapi'
import { fileSchemaText } from '../../core/json-schema.ts'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors } from '../../spec/unspecified.ts'
import { WorldFileSchema } from './world-file.ts'

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
  return fileSchemaText('An assumptions file of paytwin', {
    ...{ type: 'object', properties, additionalProperties: false },
  })
}

/** The committed text of the schema of world files. It describes a file as written: what has a default is optional. */
export function worldSchemaText(): string {
  return fileSchemaText('A world file of paytwin', generateSchema(WorldFileSchema, false, '3.1'))
}
