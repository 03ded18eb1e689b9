// The JSON Schemas of targets and reports agree with the code.

import { expect, it } from 'vitest'
import type { JsonSchema } from '../core/json-schema.ts'
import { SchemaValidator } from '../core/schema-validator.ts'
import { verify } from './commands/verify.ts'
import { schemaTexts } from './json-schemas.ts'
import { inProcess } from './observe/in-process.ts'

const texts = schemaTexts()

/** True if the schema of that file accepts a value. */
const accepts = (name: string) => {
  const schema = JSON.parse(texts[name] ?? '')
  const check = new SchemaValidator(schema).check(schema)
  return (value: unknown) => check(value) === undefined
}

it('accepts a target', () => {
  const isTarget = accepts('client/target.schema.json')
  expect(isTarget(inProcess().target)).toBe(true)
  expect(isTarget({ ...inProcess().target, exchanges: ['one'] })).toBe(false)
})

it('accepts an environment variable for every text, number, boolean and list', () => {
  const isTarget = accepts('client/target.schema.json')
  const { target } = inProcess()
  const from = (env: unknown) => ({
    ...target,
    baseUrl: { env },
    exchanges: { env },
    headers: { 'x-gateway-key': { env } },
    merchants: target.merchants.map((merchant) => ({ ...merchant, id: { env }, verified: { env } })),
    limits: { requests: { env } },
  })
  expect(isTarget(from('SOME'))).toBe(true)
  expect(isTarget(from(5))).toBe(false)
})

it('describes every field of a target, each with an example that is valid', () => {
  const schema: Described = JSON.parse(texts['client/target.schema.json'] ?? '')
  const validator = new SchemaValidator(schema)
  const fields = fieldsIn(schema, '')
  expect(fields.length).toBeGreaterThan(90)
  const lacking = fields.filter(
    ([, { description = '', examples = [] }]) =>
      !/[.?] [A-Z].*\.$/.test(description) || examples.length === 0,
  )
  expect(lacking.map(([path]) => path)).toEqual([])
  // An example of an object shows some of its fields.
  const invalid = fields.filter(([, { examples = [], ...field }]) => {
    const check = validator.check(withoutRequired(field))
    return examples.some((example) => check(example) !== undefined)
  })
  expect(invalid.map(([path]) => path)).toEqual([])
})

it('accepts a report', async () => {
  const isReport = accepts('contract-tests/report.schema.json')
  const report: unknown = JSON.parse(
    JSON.stringify(await verify(inProcess(), { runs: 1, only: ['partial-payments'] })),
  )
  expect(isReport(report)).toBe(true)
  expect(isReport({ ...Object(report), exitCode: 'none' })).toBe(false)
})

type Described = JsonSchema & { items?: Described; anyOf?: Described[] }

/** Every field of a schema by its path. */
function fieldsIn({ properties = {}, items, anyOf = [] }: Described, at: string): [string, Described][] {
  return [
    ...Object.entries(properties).flatMap(([name, field]): [string, Described][] => [
      [`${at}.${name}`, field],
      ...fieldsIn(field, `${at}.${name}`),
    ]),
    ...(items === undefined ? [] : fieldsIn(items, `${at}[]`)),
    ...anyOf.flatMap((branch) => fieldsIn(branch, at)),
  ]
}

/** The schema without required fields, at any depth. */
function withoutRequired(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === 'required' ? undefined : value)))
}
