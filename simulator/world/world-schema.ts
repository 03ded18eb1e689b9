// The JSON Schema of a world file, made of its zod schema: for a run without zod, and for editors.

import { generateSchema } from '@anatine/zod-openapi'
import { WorldFileSchema } from './world-file.ts'

/** The schema as the text that is committed. It is of the file as written: what has a default may be left out. */
export function worldSchemaText(): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  const schema = generateSchema(WorldFileSchema, false, '3.1')
  return `${JSON.stringify({ $schema, title: 'A world file of paytwin', ...schema }, null, 2)}\n`
}
