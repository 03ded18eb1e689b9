// The control API's committed document: that it is the one the code makes, that an independent linter passes it, that its
// examples fit, and that it and the handlers name the same operations.

import { readFileSync } from 'node:fs'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { jsonOf } from '../../spec/openapi/reading.ts'
import { operationIds } from '../../spec/operations.ts'
import { ownRefusals } from '../refusals.ts'
import { checkMaker } from './checks.ts'
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

  it('passes the document without errors and without warnings', async () => {
    expect(await problemsOf(document)).toEqual([])
  })

  it.each([
    ['struct', (copy: ControlDocument) => Object.assign(copy.info, { title: undefined })],
    ['no-unresolved-refs', (copy: ControlDocument) => delete copy.components.schemas.Clock],
    [
      'operation-operationId-unique',
      (copy: ControlDocument) => Object.assign(copy.paths, { '/x': copy.paths['/sandboxes'] }),
    ],
  ])('notices with its rule %s', async (rule, spoil) => {
    const copy = structuredClone(document)
    spoil(copy)
    expect((await problemsOf(copy)).join('\n')).toContain(rule)
  })
})

it('names the operations of the table, in its order of paths, and no other', () => {
  const listed = listControlOperations(document).map(({ operation }) => operation.operationId)
  expect(new Set(listed)).toEqual(new Set(controlOperationIds))
  expect(listed).toHaveLength(controlOperationIds.length)
  expect(Object.keys(controlHandlers).sort()).toEqual([...controlOperationIds].sort())
})

it('says of every operation where it stands and what it does', () => {
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

it('gives examples that fit the schemas that they stand at', () => {
  const check = checkMaker(document)
  let examples = 0
  for (const { operation } of listControlOperations(document)) {
    const media = jsonOf(operation.requestBody)
    if (media === undefined) continue
    const holds = check(media.schema)
    for (const { value } of Object.values(media.examples ?? {})) {
      examples += 1
      expect([operation.operationId, holds(value)]).toEqual([operation.operationId, undefined])
    }
  }
  expect(examples).toBeGreaterThan(15)
})

it('refers to all of its components', () => {
  const text = JSON.stringify(document)
  const unused = Object.keys(document.components.schemas).filter((name) => !text.includes(`schemas/${name}"`))
  expect(unused).toEqual([])
})

it('lists what each operation of the service may be refused with', () => {
  const refusals = document.paths['/control/faults']?.post?.['x-refusals'] ?? {}
  expect(Object.keys(refusals)).toEqual(operationIds)
  for (const code of Object.values(refusals).flat())
    expect(code in ownRefusals || /^(exchange-payments|payouts)\./.test(code)).toBe(true)
})

it('is read at run time as it is committed', () => {
  expect(readControlDocument()).toEqual(JSON.parse(controlDocumentText(document)))
})
