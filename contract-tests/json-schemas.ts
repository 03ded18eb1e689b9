// The JSON Schemas of the target file and of the report, for editors and for programs that read reports.

import { generateSchema } from '@anatine/zod-openapi'
import { targetSchema } from '../client/target.ts'
import { schemaText } from '../core/json-schema.ts'
import { report } from './judge/report.ts'

/** A schema in the keywords that are read here; it has others, too. */
interface Schema {
  type?: unknown
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
  $ref?: string
  $defs?: Record<string, Schema>
  description?: string | undefined
  examples?: unknown[] | undefined
  default?: unknown
}

/** The texts of the committed schemas by path. */
export function schemaTexts(): Record<string, string> {
  const target = withEnvironment(generateSchema(targetSchema, true, '3.1') as Schema)
  return {
    'client/target.schema.json': schemaText('A target of paytwin', { ...target, $defs: { fromEnvironment } }),
    'contract-tests/report.schema.json': schemaText(
      'A report of paytwin verify',
      generateSchema(report, true, '3.1'),
    ),
  }
}

const fromEnvironment: Schema = {
  type: 'object',
  description:
    'The name of an environment variable that has the value. A variable that is not set is an error.',
  properties: { env: { type: 'string', description: 'The name of the variable.' } },
  required: ['env'],
  additionalProperties: false,
}

/** The same with a reference to an environment variable in place of every text, number, boolean, and list of them. */
function withEnvironment(schema: Schema): Schema {
  const { description, examples, default: byDefault, ...rest } = schema
  const inner: Schema = { ...rest }
  if (rest.properties !== undefined) {
    const fields = Object.entries(rest.properties)
    inner.properties = Object.fromEntries(fields.map(([name, field]) => [name, withEnvironment(field)]))
  }
  if (typeof rest.additionalProperties === 'object')
    inner.additionalProperties = withEnvironment(rest.additionalProperties)
  if (rest.items !== undefined) inner.items = withEnvironment(rest.items)
  const about = { description, examples, default: byDefault }
  return [rest, rest.items].some(isObjectSchema)
    ? { ...inner, ...about }
    : { anyOf: [inner, { $ref: '#/$defs/fromEnvironment' }], ...about }
}

function isObjectSchema(schema: Schema | undefined): boolean {
  return schema?.properties !== undefined || typeof schema?.additionalProperties === 'object'
}
