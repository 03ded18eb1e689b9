// The JSON Schemas of targets and reports agree with the code.

import { expect, it } from 'vitest'
import { SchemaValidator } from '../core/schema-validator.ts'
import { verify } from './engine/run-properties.ts'
import { schemaTexts } from './json-schemas.ts'
import { inProcess } from './targets/in-process.ts'

const texts = schemaTexts()

/** Whether the schema of that file accepts a value. */
const accepts = (name: string) => {
  const schema = JSON.parse(texts[name] ?? '')
  const check = new SchemaValidator(schema).compile(schema)
  return (value: unknown) => check(value) === undefined
}

it('accepts a target', () => {
  const isTarget = accepts('client/target.schema.json')
  expect(isTarget(inProcess().target)).toBe(true)
  expect(isTarget({ ...inProcess().target, exchanges: ['one'] })).toBe(false)
})

it('accepts a report', async () => {
  const isReport = accepts('contract-tests/report.schema.json')
  const report: unknown = JSON.parse(
    JSON.stringify(await verify(inProcess(), { runs: 1, only: ['partial-payments'] })),
  )
  expect(isReport(report)).toBe(true)
  expect(isReport({ ...Object(report), exitCode: 'none' })).toBe(false)
})
