// The committed document of the control API: it is the generated one, a linter accepts it, its examples are valid, and it has
// the operations of the handlers.

import { readFileSync } from 'node:fs'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { isObject } from '../../core/json.ts'
import { SchemaValidator } from '../../core/schema-validator.ts'
import { buildControlDocument, controlDocumentText } from '../../spec/control/build-document.ts'
import { listControlOperations, readControlDocument } from '../../spec/control/document.ts'
import { controlOperationIds, controlOperations } from '../../spec/control/operations.ts'
import { transitions } from '../../spec/control/transitions.ts'
import { jsonOf, parametersAsObject } from '../../spec/openapi/reading.ts'
import { operationIds } from '../../spec/operations.ts'
import { refusalRows } from '../resources/refusal-rows.ts'
import { controlRouter } from './compiled-control.ts'
import { handlerOf } from './handlers.ts'
import { runTransition } from './transitions.ts'

const document = buildControlDocument()

it('is committed as the code makes it (else: npm run generate)', () => {
  expect(readFileSync(new URL('../../spec/control/openapi.json', import.meta.url), 'utf8')).toBe(
    controlDocumentText(document),
  )
  expect(readControlDocument()).toEqual(JSON.parse(controlDocumentText(document)))
})

it('is accepted by an independent linter without errors and warnings', async () => {
  const config = await loadConfig({ configPath: new URL('../../redocly.yaml', import.meta.url).pathname })
  expect(await lintFromString({ source: JSON.stringify(document), config })).toEqual([])
})

it('has the operations of the tables, each with a handler', () => {
  const listed = listControlOperations(document).map(({ method, path, operation }) => {
    const { operationId, summary } = operation
    const found = controlRouter().find(method.toUpperCase(), path)
    expect(handlerOf(found?.operation ?? expect.fail(operationId))).toBeTypeOf('function')
    return [operationId, { method, path, summary }]
  })
  expect(listed).toHaveLength(controlOperationIds.length)
  expect(controlOperations).toMatchObject(Object.fromEntries(listed))
  expect(Object.keys(runTransition).sort()).toEqual(Object.keys(transitions).sort())
})

it('reads every list in pages, except those of a fixed size', () => {
  const unpaged = ['getCredentials', 'getScenario']
  for (const { operation } of listControlOperations(document).filter(({ method }) => method === 'get')) {
    const { properties = {} } = jsonOf(operation.responses['200'])?.schema ?? {}
    const isList = Object.values(properties).some(({ type }) => type === 'array')
    const { properties: query = {} } = parametersAsObject(operation, 'query') ?? {}
    const has = [...['after', 'limit'].map((name) => name in query), 'total' in properties]
    const wanted = isList && !unpaged.includes(operation.operationId)
    expect([operation.operationId, ...has]).toEqual([operation.operationId, wanted, wanted, wanted])
  }
})

it('has valid examples', () => {
  const validator = new SchemaValidator(document, { allErrors: true })
  let examples = 0
  for (const { operation } of listControlOperations(document)) {
    const media = jsonOf(operation.requestBody)
    if (media === undefined) continue
    const check = validator.check(media.schema)
    for (const { value } of Object.values(media.examples ?? {})) {
      examples += 1
      expect([operation.operationId, check(value)]).toEqual([operation.operationId, undefined])
    }
  }
  expect(examples).toBeGreaterThan(15)
})

it('describes each property', () => {
  const lacking = (node: unknown): string[] => {
    if (Array.isArray(node)) return node.flatMap(lacking)
    if (!isObject(node)) return []
    return Object.entries(node).flatMap(([key, inner]) => [
      ...(key === 'properties' && isObject(inner)
        ? Object.keys(inner).filter((name) => !isObject(inner[name]) || !('description' in inner[name]))
        : []),
      ...(key === 'examples' ? [] : lacking(inner)),
    ])
  }
  expect(lacking(document)).toEqual([])
  expect(lacking({ items: { properties: { a: {} } } })).toEqual(['a'])
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
