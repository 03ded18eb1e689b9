// The JSON Schema of a world file, for editors. Generated from the zod schema that reads it.

import { generateSchema } from '@anatine/zod-openapi'
import { WorldFileSchema } from './world-file.ts'

/** The committed text of the schema. It describes a file as written: what has a default is optional. */
export function worldSchemaText(): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  const schema = generateSchema(WorldFileSchema, false, '3.1')
  return `${JSON.stringify({ $schema, title: 'A world file of paytwin', ...schema }, null, 2)}\n`
}
