// Builds the OpenAPI document of the control API from its table. The simulator reads its text, `simulator/control/openapi.json`.

import { z } from 'zod'
import { version } from '../../core/version.ts'
import type { Parameter } from '../../spec/openapi/document.ts'
import { createHoist, type Hoist } from '../../spec/openapi/hoist.ts'
import { json } from '../../spec/openapi/reading.ts'
import { component, openObject, text } from '../../spec/primitives.ts'
import { describeProperties } from './descriptions.ts'
import type { ControlDocument, ControlOperationNode } from './document.ts'
import { maxBodyBytes, maxSnapshotBytes } from './limits.ts'
import { type ControlOperation, topics } from './operation.ts'
import { controlOperationIds, controlOperations } from './operations.ts'

const ControlError = component(
  'ControlError',
  z.object({
    fact: text,
    detail: text,
    remedy: text,
    state: z.unknown().optional(),
    allowedActions: z.array(text).optional(),
    report: openObject.optional(),
  }),
  {
    description:
      'Why a request failed: the fact, the detail, and the remedy. A conflict includes the current state and the allowed actions; a stopped advance includes its report.',
  },
)

/** The document. */
export function buildControlDocument(): ControlDocument {
  const hoist = createHoist()
  const paths: ControlDocument['paths'] = {}
  for (const operationId of controlOperationIds) {
    const row: ControlOperation = controlOperations[operationId]
    paths[row.path] = { ...paths[row.path], [row.method]: node(operationId, row, hoist) }
  }
  const error = { [json]: { schema: hoist.schemaOf(ControlError) } }
  const document: ControlDocument = {
    openapi: '3.1.0',
    info: {
      title: 'paytwin: control of a simulated service',
      version,
      summary:
        'Simulates the other parties (wallets, exchanges, banks, shoppers) and moves the clock. Only the simulator has it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'The default sandbox.' },
      {
        url: '/sandboxes/{sandbox}',
        description: 'A named sandbox. Paths below /sandboxes exist at the root only.',
        variables: { sandbox: { default: 'mine' } },
      },
    ],
    security: [],
    tags: Object.entries(topics).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: hoist.components(),
      responses: { Error: { description: 'The request failed.', content: error } },
    },
  }
  describeProperties(document)
  return document
}

/** The text of `simulator/control/openapi.json`. */
export function controlDocumentText(document: ControlDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function node(
  operationId: ControlOperationNode['operationId'],
  row: ControlOperation,
  hoist: Hoist,
): ControlOperationNode {
  const parameters = [...parametersOf('path', row.params, hoist), ...parametersOf('query', row.query, hoist)]
  return {
    operationId,
    summary: row.summary,
    ...(row.description === undefined ? {} : { description: row.description }),
    tags: [row.topic],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.body === undefined ? {} : { requestBody: requestBody(row.body, row, hoist) }),
    responses: {
      '200': { description: 'Success.', content: { [json]: { schema: hoist.schemaOf(row.response) } } },
      default: { $ref: '#/components/responses/Error' },
    },
    ...(row.isStreamed === true ? { 'x-streamed': true } : {}),
    ...(row.changesSandboxes === true ? { 'x-changes-sandboxes': true } : {}),
    ...row.extensions,
  }
}

function requestBody(
  body: z.ZodTypeAny,
  { bodyExamples, largePart }: ControlOperation,
  hoist: Hoist,
): NonNullable<ControlOperationNode['requestBody']> {
  const required = !body.isOptional()
  const schema = hoist.schemaOf(body instanceof z.ZodOptional ? body.unwrap() : body)
  const named = Object.entries(bodyExamples ?? {}).map(([name, value]) => [name, { value }] as const)
  return {
    required,
    'x-max-bytes': maxBodyBytes,
    ...(largePart === undefined
      ? {}
      : { 'x-large-part': { pointer: largePart, maxBytes: maxSnapshotBytes } }),
    content: { [json]: { schema, ...(named.length > 0 ? { examples: Object.fromEntries(named) } : {}) } },
  }
}

function parametersOf(kind: 'path' | 'query', shape: z.AnyZodObject | undefined, hoist: Hoist): Parameter[] {
  if (shape === undefined) return []
  const { properties = {}, required = [] } = hoist.schemaOf(shape)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: kind,
    required: required.includes(name),
    schema,
  }))
}
