// Evaluates the conditions under which the document leaves an unspecified behavior open, and violates each of them.

import { isDeepStrictEqual } from 'node:util'
import type { OpenApiDocument, OperationNode } from '../openapi/document.ts'
import { nodeAt } from '../openapi/places.ts'
import { listOperations, listSchemas } from '../openapi/reading.ts'
import type { Marks, Schema } from '../openapi/schema.ts'
import type { LeftOpen, Place } from '../statements.ts'

/** A condition that can be checked on a document, and violated on a copy of it. */
interface Check {
  /** Statements of the document that it must not have. */
  findings: (document: OpenApiDocument) => string[]
  violate: (document: OpenApiDocument) => void
}

/** The checks of a condition of a behavior with these places. The document determines the operations. */
export function checksOf(condition: LeftOpen, places: readonly Place[], document: OpenApiDocument): Check[] {
  if ('everyPlaceIs' in condition) return places.map((place) => schemaAt(place, condition.everyPlaceIs))
  if ('schemaAt' in condition) return [schemaAt(condition.schemaAt, condition.is)]
  if ('optional' in condition) return [optional(condition.optional)]
  if ('valueAt' in condition) return [valueAt(condition)]
  if ('refusalsOf' in condition) {
    const all = listOperations(document).map(({ operationId }) => operationId)
    return (condition.refusalsOf === 'every operation' ? all : condition.refusalsOf).flatMap(refusalsOf)
  }
  if ('errorsStatedOnlyFor' in condition) return [errorsStatedOnlyFor(condition.errorsStatedOnlyFor)]
  if ('headersOf' in condition) return headersOf(condition.headersOf)
  if ('parameter' in condition) return parameter(...condition.parameter)
  return [unknownKeysOf(condition.unknownKeysOf)]
}

type Condition<Key extends string> = Extract<LeftOpen, Record<Key, unknown>>

function operationIn(document: OpenApiDocument, operationId: string): OperationNode {
  const listed = listOperations(document).find((each) => each.operationId === operationId)
  if (listed === undefined) throw new Error(`The document has no operation ${operationId}.`)
  return listed.operation
}

function schemaAt(place: Place, is: Schema): Check {
  return {
    findings: (document) => {
      const schema = bare(nodeAt(document, place))
      return isDeepStrictEqual(schema, is) ? [] : [`${place} is ${JSON.stringify(schema)}`]
    },
    violate: (document) => Object.assign(nodeAt(document, place), { enum: [0] }),
  }
}

function optional(place: string): Check {
  const [component = '', property = ''] = place.split('.')
  const schemaOf = (document: OpenApiDocument) => document.components.schemas[component] ?? {}
  return {
    findings: (document) => {
      const { properties = {}, required = [] } = schemaOf(document)
      if (!(property in properties)) return [`${component} has no ${property}`]
      return required.includes(property) ? [`${place} is required`] : []
    },
    violate: (document) => {
      const schema = schemaOf(document)
      schema.required = [...(schema.required ?? []), property]
    },
  }
}

function valueAt({ valueAt: [from, ...path], is }: Condition<'valueAt'>): Check {
  const key = path.at(-1) ?? ''
  const parentIn = (document: OpenApiDocument) => {
    let node: object = from === 'document' ? document : operationIn(document, from)
    for (const step of path.slice(0, -1)) {
      const next: unknown = Object.entries(node).find(([name]) => name === step)?.[1]
      if (typeof next !== 'object' || next === null) throw new Error(`The document has no ${path.join('/')}.`)
      node = next
    }
    return node
  }
  return {
    findings: (document) => {
      const found: unknown = Object.entries(parentIn(document)).find(([name]) => name === key)?.[1]
      const value = typeof found === 'object' && found !== null && !Array.isArray(found) ? bare(found) : found
      return JSON.stringify(value) === JSON.stringify(is)
        ? []
        : [`${path.join('/')} is ${JSON.stringify(value)}`]
    },
    violate: (document) => Object.assign(parentIn(document), { [key]: 'stated' }),
  }
}

function refusalsOf(operationId: string): Check[] {
  const responsesOf = (document: OpenApiDocument) => operationIn(document, operationId).responses
  return [
    {
      findings: (document) =>
        Object.keys(responsesOf(document)).flatMap((status) =>
          ['200', 'default'].includes(status) ? [] : [`${operationId} states the HTTP status ${status}`],
        ),
      violate: (document) => Object.assign(responsesOf(document), { '400': { description: 'Refused.' } }),
    },
    {
      findings: (document) =>
        responsesOf(document).default.content === undefined
          ? []
          : [`${operationId} states the form of a refusal`],
      violate: (document) =>
        Object.assign(responsesOf(document).default, { content: { 'application/json': { schema: {} } } }),
    },
  ]
}

function errorsStatedOnlyFor(operationIds: readonly string[]): Check {
  return {
    findings: (document) =>
      listOperations(document).flatMap(({ operationId, operation }) =>
        operation['x-stated-errors'] === undefined || operationIds.includes(operationId)
          ? []
          : [`${operationId} states errors`],
      ),
    violate: (document) => {
      const other = listOperations(document).find(({ operationId }) => !operationIds.includes(operationId))
      Object.assign(other?.operation ?? {}, { 'x-stated-errors': [] })
    },
  }
}

function headersOf(operationId: string): Check[] {
  const findings = (document: OpenApiDocument) => {
    const { security, parameters = [], 'x-credential': credential } = operationIn(document, operationId)
    return [
      ...(security === undefined ? [] : [`${operationId} states security`]),
      ...(credential === 'notShown' ? [] : [`${operationId} has the credential ${credential}`]),
      ...parameters.filter((each) => each.in === 'header').map(({ name }) => `${operationId} names ${name}`),
    ]
  }
  const header = { name: 'x-source', in: 'header', required: true, schema: { type: 'string' } }
  return [{ security: [] }, { 'x-credential': 'merchantToken' }, { parameters: [header] }].map((stated) => ({
    findings,
    violate: (document) => Object.assign(operationIn(document, operationId), stated),
  }))
}

function parameter(operationId: string, name: string): Check[] {
  const parameterIn = (document: OpenApiDocument) =>
    operationIn(document, operationId).parameters?.find((each) => each.name === name)
  const findings = (document: OpenApiDocument) => {
    const found = parameterIn(document)
    if (found === undefined) return [`${operationId} has no parameter ${name}`]
    const open =
      isDeepStrictEqual(found.schema, { type: 'string' }) && found.required === (found.in === 'path')
    return open ? [] : [`${operationId} restricts ${name}: ${JSON.stringify(found)}`]
  }
  return [
    {
      findings,
      violate: (document) => Object.assign(parameterIn(document)?.schema ?? {}, { enum: ['stated'] }),
    },
    { findings, violate: (document) => Object.assign(parameterIn(document) ?? {}, { required: undefined }) },
  ]
}

function unknownKeysOf(component: string): Check {
  return {
    findings: (document) =>
      Object.entries(listSchemas(document)).flatMap(([name, schema]) =>
        JSON.stringify(schema).includes('"additionalProperties":false')
          ? [`${name} refuses unknown keys`]
          : [],
      ),
    violate: (document) =>
      Object.assign(document.components.schemas[component] ?? {}, { additionalProperties: false }),
  }
}

/** The schema without descriptions, examples and ids, also in its properties and items. */
function bare(node: Schema & Marks): Schema {
  const {
    description,
    examples,
    'x-requirements': requirements,
    'x-unspecified': unspecified,
    ...rest
  } = node
  return {
    ...rest,
    ...(rest.items === undefined ? {} : { items: bare(rest.items) }),
    ...(rest.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(rest.properties).map(([key, at]) => [key, bare(at)])),
        }),
  }
}
