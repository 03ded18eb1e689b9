// Ways of holding the document to what the contract does not show: conditions that a document keeps as long as it leaves
// a place open, each with a breach that states the matter as fact. Which items need which is in openness/.

import { isDeepStrictEqual } from 'node:util'
import type { OperationId } from '../operations.ts'
import type { Place } from '../statements.ts'
import type { OpenApiDocument, OperationNode, Parameter, Schema } from './document.ts'
import { nodeAt } from './places.ts'
import { jsonOf, listOperations, listSchemas } from './reading.ts'

/** What a document must keep to leave something open. */
export interface Condition {
  /** What the document says that it must not; empty when it keeps the condition. */
  findings: (document: OpenApiDocument) => string[]
  /** Changes a document so that it states as fact what is not shown. */
  breach: (document: OpenApiDocument) => void
}

/** The operation of that id. */
export function operationIn(document: OpenApiDocument, operationId: OperationId): OperationNode {
  const listed = listOperations(document).find((each) => each.operationId === operationId)
  if (listed === undefined) throw new Error(`The document has no operation ${operationId}.`)
  return listed.operation
}

/** The schema at a place says this and nothing more, beside descriptions and examples. */
export function says(place: Place, expected: Schema): Condition {
  return {
    findings: (document) => {
      const schema = bare(nodeAt(document, place))
      return isDeepStrictEqual(schema, expected) ? [] : [`${place} says ${JSON.stringify(schema)}`]
    },
    breach: (document) => Object.assign(nodeAt(document, place), { enum: [0] }),
  }
}

/** The properties exist and nobody has to send them. */
export function mayBeLeftOut(component: string, ...properties: string[]): Condition[] {
  return properties.map((property) => ({
    findings: (document) => {
      const { properties: known = {}, required = [] } = document.components.schemas[component] ?? {}
      const missing = property in known ? [] : [`${component} has no ${property}`]
      return required.includes(property) ? [`${component}.${property} is required`] : missing
    },
    breach: (document) => {
      const schema = document.components.schemas[component]
      if (schema !== undefined) schema.required = [...(schema.required ?? []), property]
    },
  }))
}

/** A value of an object in the document is this and nothing more precise; `undefined` where it is not there. */
export function remains(
  read: (document: OpenApiDocument) => object,
  key: string,
  expected: unknown,
): Condition {
  return {
    findings: (document) => {
      const found: unknown = Object.entries(read(document)).find(([name]) => name === key)?.[1]
      return JSON.stringify(found) === JSON.stringify(expected) ? [] : [`${key} is ${JSON.stringify(found)}`]
    },
    breach: (document) => Object.assign(read(document), { [key]: 'stated' }),
  }
}

/** No sentence or name in the document speaks of it. The sentence given is one that would. */
export function silentOn(words: RegExp, sentence: string): Condition {
  return {
    findings: (document) => textsOf(document).filter((text) => words.test(text)),
    breach: (document) => {
      document.info.description += `\n\n${sentence}`
    },
  }
}

/** No schema anywhere refuses keys that it does not name; the component is one that could. */
export function takesMoreKeys(component: string): Condition {
  return {
    findings: (document) =>
      Object.entries(listSchemas(document)).flatMap(([name, schema]) =>
        JSON.stringify(schema).includes('"additionalProperties":false') ? [`${name} refuses keys`] : [],
      ),
    breach: (document) =>
      Object.assign(document.components.schemas[component] ?? {}, { additionalProperties: false }),
  }
}

/** The operation states no credential and no headers. */
export function noHeaders(operationId: OperationId): Condition[] {
  const findings = (document: OpenApiDocument) => {
    const { security, parameters = [], 'x-credential': credential } = operationIn(document, operationId)
    return [
      ...(security === undefined ? [] : [`${operationId} states security`]),
      ...(credential === 'notShown' ? [] : [`${operationId} has the credential ${credential}`]),
      ...parameters.flatMap((parameter) =>
        parameter.in === 'header' ? [`${operationId} names ${parameter.name}`] : [],
      ),
    ]
  }
  const breaches: Condition['breach'][] = [
    (document) => Object.assign(operationIn(document, operationId), { security: [] }),
    (document) => Object.assign(operationIn(document, operationId), { 'x-credential': 'merchantToken' }),
    (document) => {
      const header: Parameter = { name: 'x-source', in: 'header', required: true, schema: { type: 'string' } }
      operationIn(document, operationId).parameters = [header]
    },
  ]
  return breaches.map((breach) => ({ findings, breach }))
}

/** The body may have any form, and nobody is told where the encrypted text stands in it. */
export function openBody(operationId: OperationId): Condition[] {
  const body = (document: OpenApiDocument) => jsonOf(operationIn(document, operationId).requestBody)?.schema
  return [
    {
      findings: (document) => {
        const schema = body(document)
        return isDeepStrictEqual(schema, {})
          ? []
          : [`the body of ${operationId} is ${JSON.stringify(schema)}`]
      },
      breach: (document) => Object.assign(body(document) ?? {}, { type: 'object' }),
    },
    encryptedLeaves(operationId, 'field', 'data'),
  ]
}

/** The encrypted payload leaves its field, its scheme or its key open. */
export function encryptedLeaves(
  operationId: OperationId,
  part: 'field' | 'scheme' | 'key',
  stated: string,
): Condition {
  const encrypted = (document: OpenApiDocument) => operationIn(document, operationId)['x-encrypted-payload']
  return {
    findings: (document) =>
      encrypted(document)?.[part] === null
        ? []
        : [`the encrypted payload of ${operationId} states its ${part}`],
    breach: (document) => Object.assign(encrypted(document) ?? {}, { [part]: stated }),
  }
}

/** The operation answers with 200 or with something of which nothing is stated; its errors are codes and messages only. */
export function openRefusals(operationId: OperationId): Condition[] {
  const responses = (document: OpenApiDocument) => operationIn(document, operationId).responses
  return [
    {
      findings: (document) =>
        Object.keys(responses(document)).flatMap((status) =>
          ['200', 'default'].includes(status) ? [] : [`${operationId} states the HTTP status ${status}`],
        ),
      breach: (document) => Object.assign(responses(document), { '400': { description: 'Refused.' } }),
    },
    {
      findings: (document) =>
        responses(document).default.content === undefined
          ? []
          : [`${operationId} states the form of a refusal`],
      breach: (document) =>
        Object.assign(responses(document).default, { content: { 'application/json': { schema: {} } } }),
    },
  ]
}

/** A parameter has this schema, and nobody has to send it unless it stands in the path. */
export function openParameter(operationId: OperationId, name: string): Condition[] {
  const parameter = (document: OpenApiDocument) =>
    operationIn(document, operationId).parameters?.find((each) => each.name === name)
  const findings = (document: OpenApiDocument) => {
    const found = parameter(document)
    if (found === undefined) return [`${operationId} has no parameter ${name}`]
    const open =
      isDeepStrictEqual(found.schema, { type: 'string' }) && found.required === (found.in === 'path')
    return open ? [] : [`${operationId} restricts ${name}: ${JSON.stringify(found)}`]
  }
  return [
    {
      findings,
      breach: (document) => Object.assign(parameter(document)?.schema ?? {}, { enum: ['stated'] }),
    },
    { findings, breach: (document) => Object.assign(parameter(document) ?? {}, { required: undefined }) },
  ]
}

/** One of the errors that the document states for an operation. */
export function statedError(operationId: OperationId, at: number): (document: OpenApiDocument) => object {
  return (document) => operationIn(document, operationId)['x-stated-errors']?.[at] ?? {}
}

function bare(node: Schema): Schema {
  const {
    description,
    examples,
    'x-requirements': requirements,
    'x-unspecified': unspecifiedBehaviors,
    ...rest
  } = node
  return rest
}

const unspoken = new Set(['x-requirements', 'x-unspecified', 'example', 'examples'])

/** Every text of the document, keys among them, but examples and the ids of marks. */
function textsOf(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, at]) => (unspoken.has(key) ? [] : [key, ...textsOf(at)]))
}
