// The OpenAPI 3.1 document of the service, put together from the table of operations, the schemas and the two registers.
// It is data: `spec/openapi.json` is its text, and readers at run time take that.

import * as limits from './limits.ts'
import type { OpenApiDocument, WebhookOperationNode } from './openapi/document.ts'
import { createHoist, type Hoist } from './openapi/hoist.ts'
import { pathsOf } from './openapi/paths.ts'
import { mark } from './openapi/places.ts'
import { resources } from './openapi/resources.ts'
import { securitySchemes } from './openapi/security.ts'
import { requirements } from './requirements.ts'
import type { Requirements, UnspecifiedBehaviors } from './statements.ts'
import { unspecifiedBehaviors } from './unspecified.ts'
import { merchantWebhook } from './webhooks.ts'

export interface Registers {
  requirements: Requirements
  unspecifiedBehaviors: UnspecifiedBehaviors
}

/** The document. Throws when a register names a place that the document does not have. */
export function buildDocument(
  registers: Registers = { requirements, unspecifiedBehaviors },
): OpenApiDocument {
  const hoist = createHoist()
  const paths = pathsOf(hoist)
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'paytwin: a checkout, payment, payout and subscription service',
      version: '0.1.0',
      summary: 'What a client of the service may know, generated from its contract as code.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'All paths are relative to the base URL of a deployment.' }],
    tags: [
      ...Object.entries(resources).map(([name, { description }]) => ({ name, description })),
      { name: 'webhooks', description: "Calls from the service to the merchant's own server." },
    ],
    paths,
    webhooks: { merchantWebhook: webhookNode(hoist) },
    components: { schemas: hoist.components(), securitySchemes },
    'x-limits': Object.fromEntries(Object.entries(limits).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
  const payload: OpenApiDocument = JSON.parse(JSON.stringify(document))
  mark(payload, registers.requirements, registers.unspecifiedBehaviors)
  return payload
}

/** The text of `spec/openapi.json`. */
export function documentText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

const description = [
  'Places that the contract leaves open are left open here too: `x-open-items` names what is not shown about a place, and `x-requirements` names what is stated about it.',
  'An encrypted request payload is declared by `x-encrypted-payload`; a `null` in it is not shown. `x-credential` says who may call; `notShown` does not mean that anyone may.',
  'Examples are made up. Where an unspecified behavior stands, the value of an example states nothing.',
].join('\n\n')

function webhookNode(hoist: Hoist): OpenApiDocument['webhooks']['merchantWebhook'] {
  const { summary, description, payload, deliveries } = merchantWebhook
  const delivery = (returnMethod: keyof typeof deliveries): WebhookOperationNode => ({
    operationId: `merchantWebhookBy${returnMethod === 'POST' ? 'Post' : 'Get'}`,
    summary: deliveries[returnMethod].summary,
    description: `Used when \`customParameter.returnMethod\` is \`${returnMethod}\`. Contract: Events.`,
    tags: ['webhooks'],
    responses: {
      default: { description: 'What the receiver answers, and what follows from it, is not shown.' },
    },
    'x-return-method': returnMethod,
    'x-limits': { ...deliveries[returnMethod].limits },
  })
  return {
    summary,
    description,
    post: {
      ...delivery('POST'),
      requestBody: {
        description: 'Its media type and its fields are not shown.',
        required: true,
        content: { '*/*': { schema: hoist.schemaOf(payload) } },
      },
    },
    get: delivery('GET'),
  }
}
