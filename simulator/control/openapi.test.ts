// The committed document of the control API: it is the generated one, a linter accepts it, its examples are valid, and it has
// the operations of the handlers.

import { readFileSync } from 'node:fs'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { SchemaValidator } from '../../core/schema-validator.ts'
import { jsonOf } from '../../spec/openapi/reading.ts'
import { operationIds } from '../../spec/operations.ts'
import { refusalRows } from '../resources/refusals.ts'
import { type ControlDocument, listControlOperations, readControlDocument } from './document.ts'
import { controlHandlers } from './handlers.ts'
import { buildControlDocument, controlDocumentText } from './openapi.ts'
import { controlOperationIds, controlOperations } from './operations.ts'

const document = buildControlDocument()

it('is committed as the code makes it (else: npm run generate)', () => {
  expect(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')).toBe(controlDocumentText(document))
})

describe('an independent linter', async () => {
  const config = await loadConfig({ configPath: new URL('../../redocly.yaml', import.meta.url).pathname })
  const problemsOf = async (linted: unknown) =>
    (await lintFromString({ source: JSON.stringify(linted), config })).map(
      ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
    )

  it('accepts the document without errors and warnings', async () => {
    expect(await problemsOf(document)).toEqual([])
  })

  it.each([
    ['struct', (copy: ControlDocument) => Object.assign(copy.info, { title: undefined })],
    ['no-unresolved-refs', (copy: ControlDocument) => delete copy.components.schemas.Clock],
    [
      'operation-operationId-unique',
      (copy: ControlDocument) => Object.assign(copy.paths, { '/x': copy.paths['/sandboxes'] }),
    ],
  ])('reports violations of %s', async (rule, spoil) => {
    const copy = structuredClone(document)
    spoil(copy)
    expect((await problemsOf(copy)).join('\n')).toContain(rule)
  })
})

it('has the operations of the table and no other', () => {
  const listed = listControlOperations(document).map(({ operation }) => operation.operationId)
  expect(new Set(listed)).toEqual(new Set(controlOperationIds))
  expect(listed).toHaveLength(controlOperationIds.length)
  expect(Object.keys(controlHandlers).sort()).toEqual([...controlOperationIds].sort())
})

it('has the path, the summary and the tag of every operation', () => {
  for (const { method, path, operation } of listControlOperations(document)) {
    const row = controlOperations[operation.operationId]
    expect([method, path, operation.summary, operation.tags]).toEqual([
      row.method,
      row.path,
      row.summary,
      [row.topic],
    ])
    expect(document.tags.map(({ name }) => name)).toContain(row.topic)
  }
})

it('has valid examples', () => {
  const validator = new SchemaValidator(document, { allErrors: true, strict: { annotations: [] } })
  let examples = 0
  for (const { operation } of listControlOperations(document)) {
    const media = jsonOf(operation.requestBody)
    if (media === undefined) continue
    const check = validator.compile(media.schema)
    for (const { value } of Object.values(media.examples ?? {})) {
      examples += 1
      expect([operation.operationId, check(value)]).toEqual([operation.operationId, undefined])
    }
  }
  expect(examples).toBeGreaterThan(15)
})

it('uses all of its components', () => {
  const text = JSON.stringify(document)
  const unused = Object.keys(document.components.schemas).filter((name) => !text.includes(`schemas/${name}"`))
  expect(unused).toEqual([])
})

it('lists the refusal codes of each operation of the service', () => {
  const refusals = document.paths['/control/injected-faults']?.post?.['x-refusals'] ?? {}
  expect(Object.keys(refusals)).toEqual(operationIds)
  for (const code of Object.values(refusals).flat()) expect(refusalRows).toHaveProperty([code])
})

it('is read at run time as committed', () => {
  expect(readControlDocument()).toEqual(JSON.parse(controlDocumentText(document)))
})
