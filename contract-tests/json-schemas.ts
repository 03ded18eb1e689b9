// The JSON Schemas of the target file and of the report, for editors and for programs that read reports.

import { generateSchema } from '@anatine/zod-openapi'
import type { z } from 'zod'
import { targetSchema } from '../client/target.ts'
import { report } from './report/report.ts'

/** The texts of the committed schemas by path. */
export function schemaTexts(): Record<string, string> {
  return {
    'client/target.schema.json': textOf(targetSchema, 'A target of paytwin'),
    'contract-tests/report.schema.json': textOf(report, 'A report of paytwin verify'),
  }
}

function textOf(schema: z.ZodTypeAny, title: string): string {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return `${JSON.stringify({ $schema, title, ...generateSchema(schema, true, '3.1') }, null, 2)}\n`
}
