// The committed document: that it is the one the code makes, that an independent linter passes it, that its examples are
// examples of its schemas, and that nothing in it is written twice, missing or left over.

import { readFileSync } from 'node:fs'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { SchemaValidator } from '../core/schema-validator.ts'
import type { OpenApiDocument, Schema } from './openapi/document.ts'
import { nodeAt } from './openapi/places.ts'
import { listOperations, listSchemas } from './openapi/reading.ts'
import { buildDocument, documentText } from './openapi.ts'
import { operations } from './operations.ts'
import { requirements } from './requirements.ts'
import type { Requirement } from './statements.ts'

const document = buildDocument()

it('is committed as the code makes it (else: npm run openapi)', () => {
  expect(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')).toBe(documentText(document))
})

describe('an independent linter', async () => {
  const config = await loadConfig({ configPath: new URL('../redocly.yaml', import.meta.url).pathname })
  const problemsOf = async (linted: unknown) =>
    (await lintFromString({ source: JSON.stringify(linted), config })).map(
      ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
    )

  it('passes the document without errors and without warnings', async () => {
    expect(await problemsOf(document)).toEqual([])
  })

  it.each([
    ['struct', (copy: OpenApiDocument) => Object.assign(copy.info, { title: undefined })],
    ['security-defined', (copy: OpenApiDocument) => delete copy.paths['/stores']?.get?.security],
    ['no-unresolved-refs', (copy: OpenApiDocument) => delete copy.components.schemas.Store],
    [
      'no-invalid-schema-examples',
      (copy: OpenApiDocument) => Object.assign(copy.components.schemas.Uuid ?? {}, { examples: ['no'] }),
    ],
  ])('notices with its rule %s', async (rule, spoil) => {
    const copy = structuredClone(document)
    spoil(copy)
    expect((await problemsOf(copy)).join('\n')).toContain(rule)
  })
})

it('names every requirement at each place that it concerns', () => {
  const absent = Object.entries<Requirement>(requirements).flatMap(([id, { places }]) =>
    places
      .filter((place) => !nodeAt(document, place)['x-requirements']?.includes(id))
      .map((place) => `${id} at ${place}`),
  )
  expect(absent).toEqual([])
})

describe('its operations', () => {
  it('are those of the table, in its order', () => {
    const listed = listOperations(document).map(({ operationId, method, path }) => [
      operationId,
      method,
      path,
    ])
    expect(listed).toEqual(Object.entries(operations).map(([id, { method, path }]) => [id, method, path]))
  })

  it('declare exactly the encrypted payloads of the table', () => {
    for (const { operationId, operation } of listOperations(document)) {
      const row = operations[operationId as keyof typeof operations]
      const { field, scheme, key } = 'encrypted' in row ? row.encrypted : {}
      expect(operation['x-encrypted-payload']).toEqual(
        field === undefined ? undefined : expect.objectContaining({ field, scheme, key }),
      )
    }
  })
})

describe('its examples', () => {
  const strict = { annotations: ['x-requirements', 'x-unspecified'] }
  const validator = new SchemaValidator(document, { strict })
  const examples = examplesIn(document, '')

  it('stand at every body, every answer and every encrypted payload', () => {
    const expected = Object.keys(listSchemas(document)).filter((name) =>
      /\/(body|response|payload)$/.test(name),
    )
    const standing = examples.filter(({ at }) => at.startsWith('/paths'))
    expect(standing).toHaveLength(expected.length)
  })

  it.each(examples)('fit the schema that they stand at: $at', ({ schema, value }) => {
    expect(validator.compile(schema)(value)?.messages('example') ?? []).toEqual([])
  })
})

describe('its components', () => {
  it('are all referred to', () => {
    const texts = JSON.stringify(document)
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !texts.includes(`schemas/${name}"`),
    )
    expect(unused).toEqual([])
  })

  it('leave no object written out twice', () => {
    expect(writtenTwice(document)).toEqual([])
  })

  it('would be missed where an object is written out twice', () => {
    const copy = structuredClone(document)
    const response = copy.paths['/closePartialTx']?.post?.responses['200'].content?.['application/json']
    Object.assign(response?.schema.properties ?? {}, { result: copy.components.schemas.Done })
    expect(writtenTwice(copy)).toHaveLength(1)
  })
})

interface FoundExample {
  at: string
  schema: Schema
  value: unknown
}

/** Every example of the document beside the schema that it stands at, whichever of the three ways it is written. */
function examplesIn(node: unknown, at: string): FoundExample[] {
  if (typeof node !== 'object' || node === null) return []
  const { schema, example, examples }: { schema?: Schema; example?: unknown; examples?: unknown } = node
  const named: [string, { value: unknown }][] = Array.isArray(examples) ? [] : Object.entries(examples ?? {})
  const listed: unknown[] = Array.isArray(examples) ? examples : []
  const here = [
    ...(schema !== undefined && example !== undefined ? [{ at, schema, value: example }] : []),
    ...(schema === undefined ? [] : named.map(([, { value }]) => ({ at, schema, value }))),
    ...listed.map((value) => ({ at, schema: node, value })),
  ]
  const inside = Object.entries(node).filter(([key]) => key !== 'example' && key !== 'examples')
  return [...here, ...inside.flatMap(([key, next]) => examplesIn(next, `${at}/${key}`))]
}

/** Groups of places at which objects with the same content are written out. */
function writtenTwice(checked: OpenApiDocument): string[] {
  const places = new Map<string, string[]>()
  const visit = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'object' && 'properties' in node) {
      const content = JSON.stringify(node, (key, value: unknown) =>
        /^(description|examples|x-.+)$/.test(key) ? undefined : value,
      )
      places.set(content, [...(places.get(content) ?? []), at])
    }
    for (const [key, next] of Object.entries(node)) visit(next, `${at}/${key}`)
  }
  visit(checked, '')
  return [...places.values()].filter((group) => group.length > 1).map((group) => group.join(' = '))
}
