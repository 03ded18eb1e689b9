// The document: an independent linter accepts it, its examples are valid, every property is described, and nothing in it is unused.

import { readFileSync } from 'node:fs'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { SchemaValidator } from '../../core/schema-validator.ts'
import { type ContractIndex, phraseHashes, separatePhrases } from '../contract/places.ts'
import { requirements } from '../requirements.ts'
import { placesOf, type Requirement } from '../statements.ts'
import { unspecifiedBehaviors } from '../unspecified.ts'
import { buildDocument } from './build-document.ts'
import { nodeAt } from './places.ts'
import { listOperations, listSchemas } from './reading.ts'
import type { Schema } from './schema.ts'

const document = buildDocument()

it('has the version of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(manifest).toMatchObject({ version: document.info.version })
})

describe('an independent linter', async () => {
  const config = await loadConfig({ configPath: new URL('../../redocly.yaml', import.meta.url).pathname })
  const problemsOf = async (linted: unknown) =>
    (await lintFromString({ source: JSON.stringify(linted), config })).map(
      ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
    )

  it('reports no errors and no warnings', async () => {
    expect(await problemsOf(document)).toEqual([])
  })

  it('detects a violation of each kind of rule', async () => {
    const copy = structuredClone(document)
    Object.assign(copy.info, { title: undefined })
    Object.assign(copy.components.schemas.Uuid ?? {}, { examples: ['no'] })
    delete copy.paths['/stores']?.get?.security
    delete copy.components.schemas.Store
    const problems = (await problemsOf(copy)).join('\n')
    for (const rule of ['struct', 'security-defined', 'no-unresolved-refs', 'no-invalid-schema-examples'])
      expect(problems).toContain(rule)
  })
})

it('names each requirement at each of its places', () => {
  const absent = Object.entries<Requirement>(requirements).flatMap(([id, requirement]) =>
    placesOf(requirement)
      .filter((place) => !nodeAt(document, place)['x-requirements']?.includes(id))
      .map((place) => `${id} at ${place}`),
  )
  expect(absent).toEqual([])
})

describe('its examples', () => {
  const validator = new SchemaValidator(document)
  const examples = examplesIn(document, '')

  it('exist for every body, response and encrypted payload', () => {
    const expected = Object.keys(listSchemas(document)).filter((name) =>
      /\/(body|response|payload)$/.test(name),
    )
    const placed = examples.filter(({ at }) => at.startsWith('/paths'))
    expect(placed).toHaveLength(expected.length)
  })

  it.each(examples)('match their schema: $at', ({ schema, value }) => {
    expect(validator.check(schema)(value)?.messages('example') ?? []).toEqual([])
  })
})

it('describes every property and parameter', () => {
  const properties = Object.entries(listSchemas(document)).flatMap(([name, schema]) =>
    undescribed(schema, name),
  )
  const parameters = listOperations(document).flatMap(({ operationId, operation: { parameters = [] } }) =>
    parameters
      .filter(({ description }) => description === undefined)
      .map(({ name }) => `${operationId} ${name}`),
  )
  expect([...properties.filter((place) => !/\/(path|query|headers)\./.test(place)), ...parameters]).toEqual(
    [],
  )
})

describe('a field', () => {
  const open = /\b(is|are) not (shown|stated)/
  /** Fields that the tables of the contract call optional, and a default that they state. */
  const optional =
    /^(CustomerInfo\.(phone|address)|ShippingAddress\..+|InvoiceRequest\.(redirectUrl|customParameter|siteInfo)|QrTransactionRequest\.customParameter|QrCartItem\..+|ClosingRequest\.forceUpdate|DebitBy(Fields|Items)\.orderId)$/

  it('that may be missing although no table says so, or that may have any type, says why', () => {
    const silent = Object.entries(listSchemas(document)).flatMap(([name, schema]) =>
      openFields(schema, name)
        .filter(
          ({ at, texts }) =>
            !at.includes('/query') && !optional.test(at) && !texts.some((text) => open.test(text)),
        )
        .map(({ at }) => at),
    )
    expect(silent).toEqual([])
  })

  it('that is required in one of several forms is optional in another one only', () => {
    const { DebitByFields, DebitByItems } = document.components.schemas
    expect([DebitByFields?.required, DebitByItems?.required]).toEqual([
      ['merchantAuth', 'merchantId', 'subscriptionId', 'amount', 'currency'],
      ['merchantAuth', 'merchantId', 'items'],
    ])
  })
})

describe('its components', () => {
  it('are all used', () => {
    const texts = JSON.stringify(document)
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !texts.includes(`schemas/${name}"`),
    )
    expect(unused).toEqual([])
  })
})

describe('its descriptions', () => {
  const index: ContractIndex = JSON.parse(
    readFileSync(new URL('../contract/places.json', import.meta.url), 'utf8'),
  )
  const phrases = separatePhrases(index)
  const texts = textsOf(document)

  it('are not copied from the contract', () => {
    expect(texts.length).toBeGreaterThan(400)
    expect(texts.filter((text) => phraseHashes(text).some((hash) => phrases.has(hash)))).toEqual([])
  })

  it('are not copied in the registers either, except for wire names and quotations', () => {
    const keys = /^(statement|reason|notObservable|question|effect|onlyOptionBecause)$/
    const registered = textsOf({ requirements, unspecifiedBehaviors }, keys)
    expect(registered.length).toBeGreaterThan(500)
    const isCopied = (text: string) =>
      text.split(/`[^`]*`|"[^"]*"/).some((part) => phraseHashes(part).some((hash) => phrases.has(hash)))
    expect(registered.filter(isCopied)).toEqual([])
  })
})

it('has the text of every requirement and unspecified behavior that it names', () => {
  const { requirements: required, unspecified } = document['x-statements']
  expect(required['service.ok-envelope']?.statement).toBe(requirements['service.ok-envelope'].statement)
  const named = JSON.stringify(document.paths).match(/"x-(requirements|unspecified)":\[[^\]]+\]/g) ?? []
  const ids = new Set(named.flatMap((list) => list.match(/[\w-]+\.[\w-]+/g) ?? []))
  const known = new Set(Object.keys({ ...required, ...unspecified }))
  expect(ids.size).toBeGreaterThan(100)
  expect([...ids].filter((id) => !known.has(id))).toEqual([])
})

/** Every summary and description in a document. */
function textsOf(node: unknown, keys = /^(summary|description)$/): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, inner]) =>
    typeof inner === 'string' && keys.test(key) ? [inner] : textsOf(inner, keys),
  )
}

/** The properties without a description, at any depth. */
function undescribed({ properties = {}, items, oneOf = [], anyOf = [] }: Schema, at: string): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(property.description === undefined ? [`${at}.${name}`] : []),
      ...undescribed(property, `${at}.${name}`),
    ]),
    ...(items === undefined ? [] : undescribed(items, at)),
    ...[...oneOf, ...anyOf].flatMap((schema) => undescribed(schema, at)),
  ]
}

/** The optional fields of an object and those without a type, with what describes them and what is around them. */
function openFields(schema: Schema, at: string, around: string[] = []): { at: string; texts: string[] }[] {
  const texts = [...around, schema.description ?? '']
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const place = `${at}.${name}`
    const hasType = ['type', '$ref', 'enum', 'anyOf', 'const'].some((key) => key in field)
    const isOpen = !hasType || schema.required?.includes(name) !== true
    return [
      ...(isOpen ? [{ at: place, texts: [...texts, field.description ?? ''] }] : []),
      ...openFields(field, place, texts),
    ]
  })
  return [...inside, ...(schema.items === undefined ? [] : openFields(schema.items, at, texts))]
}

interface FoundExample {
  at: string
  schema: Schema
  value: unknown
}

/** Every example of the document with its schema, in each of the three notations. */
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
