// The committed JSON Schemas: that they are the ones the code makes, and that they accept and refuse what the code does.

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { verify } from './engine.ts'
import { inProcess } from './in-process.ts'
import { schemaTexts } from './json-schemas.ts'

const texts = schemaTexts()

it.each(Object.keys(texts))('%s is committed as the code makes it (else: npm run generate)', (name) => {
  expect(readFileSync(new URL(name, import.meta.url), 'utf8')).toBe(texts[name])
})

const compiled = (name: string) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(texts[name] ?? ''))

it('describes a target', () => {
  const isTarget = compiled('target.schema.json')
  expect(isTarget(inProcess().target)).toBe(true)
  expect(isTarget({ ...inProcess().target, exchanges: ['one'] })).toBe(false)
})

it('describes a report', async () => {
  const isReport = compiled('report.schema.json')
  const report: unknown = JSON.parse(
    JSON.stringify(await verify(inProcess(), { runs: 1, only: ['partial-payments'] })),
  )
  expect(isReport(report)).toBe(true)
  expect(isReport({ ...Object(report), exitCode: 'none' })).toBe(false)
})
