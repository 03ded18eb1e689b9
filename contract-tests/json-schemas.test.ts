// The committed JSON Schemas: that they are the ones the code makes, and that they accept and refuse what the code does.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SchemaValidator } from '../core/schema-validator.ts'
import { verify } from './engine.ts'
import { inProcess } from './in-process.ts'
import { schemaTexts } from './json-schemas.ts'

const texts = schemaTexts()

it.each(Object.keys(texts))('%s is committed as the code makes it (else: npm run openapi)', (name) => {
  expect(readFileSync(new URL(name, import.meta.url), 'utf8')).toBe(texts[name])
})

/** Whether the schema of that file accepts a value. */
const accepts = (name: string) => {
  const schema = JSON.parse(texts[name] ?? '')
  const check = new SchemaValidator(schema).compile(schema)
  return (value: unknown) => check(value) === undefined
}

it('describes a target', () => {
  const isTarget = accepts('target.schema.json')
  expect(isTarget(inProcess().target)).toBe(true)
  expect(isTarget({ ...inProcess().target, exchanges: ['one'] })).toBe(false)
})

it('describes a report', async () => {
  const isReport = accepts('report.schema.json')
  const report: unknown = JSON.parse(
    JSON.stringify(await verify(inProcess(), { runs: 1, only: ['partial-payments'] })),
  )
  expect(isReport(report)).toBe(true)
  expect(isReport({ ...Object(report), exitCode: 'none' })).toBe(false)
})
