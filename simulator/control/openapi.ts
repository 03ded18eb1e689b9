// Makes the control API's OpenAPI document of its table. `simulator/control/openapi.json` is its text, and run time takes
// that.

import { z } from 'zod'
import type { Content, Parameter } from '../../spec/openapi/document.ts'
import { createHoist, type Hoist } from '../../spec/openapi/hoist.ts'
import { json } from '../../spec/openapi/reading.ts'
import type { Operation } from '../../spec/operation.ts'
import { operations } from '../../spec/operations.ts'
import { component, openObject, text } from '../../spec/primitives.ts'
import { routeRefusals } from '../refusals.ts'
import type { ControlDocument, ControlOperationNode } from './document.ts'
import type { ControlOperation, Topic } from './operation.ts'
import { controlOperationIds, controlOperations } from './operations.ts'

const topics: Readonly<Record<Topic, string>> = {
  credentials: 'Who exists, with what they show who they are, and the assumptions in force.',
  clock: 'The one clock, what is due on it, and the calendar of working days.',
  transactions: 'What the outer world does to a transaction.',
  subscriptions: 'Subscriptions and their next bills.',
  settlements: 'What the merchants were credited.',
  shoppers: 'What shoppers hold, and the mail they got.',
  payouts: 'Payees and transfers.',
  webhooks: 'Webhooks, their deliveries, and the lab that disturbs them.',
  faults: 'Planned faults of the service.',
  encryption: 'Encryption on the side of the service, as a convenience.',
  sandbox: 'One sandbox as a whole.',
  sandboxes: 'Sandboxes side by side.',
}

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
      'Why not: what happened, the detail, what to do; where it helps, the state now and what is legal in it; and what an advance did before it stopped.',
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
  return {
    openapi: '3.1.0',
    info: {
      title: 'paytwin: control of a simulated service',
      version: '0.1.0',
      summary:
        'What the world around the service does, and the clock. No deployment of the service has this.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'The default sandbox.' },
      {
        url: '/sandboxes/{sandbox}',
        description: 'A named sandbox; the paths under /sandboxes are at the root only.',
        variables: { sandbox: { default: 'mine' } },
      },
    ],
    security: [],
    tags: Object.entries(topics).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: hoist.components(),
      responses: { Refused: { description: 'Why it was not done.', content: error } },
    },
  }
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
    ...(row.body === undefined ? {} : { requestBody: requestBody(row.body, row.bodyExamples, hoist) }),
    responses: {
      '200': { description: 'Done.', content: { [json]: { schema: hoist.schemaOf(row.response) } } },
      default: { $ref: '#/components/responses/Refused' },
    },
    ...(operationId === 'planFault' ? { 'x-refusals': refusals() } : {}),
  }
}

function requestBody(
  body: z.ZodTypeAny,
  examples: ControlOperation['bodyExamples'],
  hoist: Hoist,
): { required: boolean; content: Content } {
  const required = !body.isOptional()
  const schema = hoist.schemaOf(body instanceof z.ZodOptional ? body.unwrap() : body)
  const named = Object.entries(examples ?? {}).map(([name, value]) => [name, { value }] as const)
  return {
    required,
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

function refusals(): Record<string, readonly string[]> {
  const everywhere = Object.keys(routeRefusals)
  return Object.fromEntries(
    Object.entries<Operation>(operations).map(([id, row]) => [id, [...row.refusals, ...everywhere]]),
  )
}
