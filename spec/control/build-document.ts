// Builds the OpenAPI document of the control API from its table. The simulator reads its text, `spec/control/openapi.json`.

import { z } from 'zod'
import { version } from '../../core/version.ts'
import type { Parameter } from '../openapi/document.ts'
import { createHoist, type Hoist } from '../openapi/hoist.ts'
import { json } from '../openapi/reading.ts'
import { field, namedObject, openObject, text } from '../primitives.ts'
import type { ControlDocument, ControlOperationNode } from './document.ts'
import type { ControlOperation } from './operation.ts'
import { topics } from './operations.ts'
import { maxBodyBytes, maxSnapshotBytes } from './values.ts'

const ControlError = namedObject('ControlError', 'Why a request failed.', {
  fact: field(text, 'What happened.'),
  detail: field(text, 'What is wrong in particular.'),
  remedy: field(text, 'What to do.'),
  state: field(z.unknown().optional(), 'The current state, where it prevented the call.'),
  allowedActions: field(z.array(text).optional(), 'The events that the state allows now.'),
  report: field(openObject.optional(), 'The report of the stopped advance.'),
})

export function buildControlDocument(): ControlDocument {
  const hoist = createHoist()
  const paths: ControlDocument['paths'] = {}
  for (const [topic, { operations }] of Object.entries(topics))
    for (const [operationId, row] of Object.entries(operations))
      paths[row.path] = {
        ...paths[row.path],
        [row.method]: { operationId, tags: [topic], ...node(row, hoist) },
      }
  const error = { [json]: { schema: hoist.schemaOf(ControlError) } }
  return {
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
    tags: Object.entries(topics).map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas: hoist.components(),
      responses: { Error: { description: 'The request failed.', content: error } },
    },
  }
}

/** The text of `spec/control/openapi.json`. */
export function controlDocumentText(document: ControlDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

function node(row: ControlOperation, hoist: Hoist): Omit<ControlOperationNode, 'operationId' | 'tags'> {
  const parameters = [...parametersOf('path', row.params, hoist), ...parametersOf('query', row.query, hoist)]
  return {
    summary: row.summary,
    ...(row.description === undefined ? {} : { description: row.description }),
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
  { bodyExamples, takesSnapshot }: ControlOperation,
  hoist: Hoist,
): NonNullable<ControlOperationNode['requestBody']> {
  const required = !body.isOptional()
  const schema = hoist.schemaOf(body instanceof z.ZodOptional ? body.unwrap() : body)
  const named = Object.entries(bodyExamples ?? {}).map(([name, value]) => [name, { value }] as const)
  return {
    required,
    'x-max-bytes': takesSnapshot === true ? maxSnapshotBytes : maxBodyBytes,
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
