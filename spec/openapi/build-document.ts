// Builds the OpenAPI 3.1 document of the service from the operations, the schemas, the requirements and the unspecified
// behaviors. `spec/openapi.json` is its text, which everything reads at run time.

import { z } from 'zod'
import { version } from '../../core/version.ts'
import type { returnMethods } from '../enumerations.ts'
import * as limits from '../limits.ts'
import { getRequestMaxCharacters, postRequestMax } from '../limits.ts'
import { requirements } from '../requirements.ts'
import { operationResources, resourceDescriptions } from '../resource-names.ts'
import { type Requirement, statementTexts, type UnspecifiedBehaviors } from '../statements.ts'
import { unspecifiedBehaviors } from '../unspecified.ts'
import type { OpenApiDocument, WebhookOperationNode } from './document.ts'
import { createHoist, type Hoist } from './hoist.ts'
import { pathsOf } from './paths.ts'
import { mark } from './places.ts'
import { securitySchemes } from './security.ts'

/** The one webhook of a merchant, and how each `returnMethod` delivers it. */
const merchantWebhook = {
  summary: "Reports every status change of the merchant's transactions",
  description:
    'The merchant registers one webhook in the merchant portal, not through this API. It serves crypto and bank transactions. Each delivery carries the `customParameter.params` of the invoice or QR request. Recurring payments are reported with their `merchantSubscriptionId`. The contract does not show fields, event names, signing and retries.',
  payload: z.unknown(),
  deliveries: {
    POST: { method: 'post', summary: 'Delivery by POST', limits: { postRequestMax } },
    GET: { method: 'get', summary: 'Delivery by GET', limits: { getRequestMaxCharacters } },
  },
} as const satisfies {
  summary: string
  description: string
  payload: z.ZodTypeAny
  deliveries: Record<
    (typeof returnMethods)[number],
    { method: 'get' | 'post'; summary: string; limits: Record<string, unknown> }
  >
}

interface Statements {
  requirements: Readonly<Record<string, Requirement>>
  unspecifiedBehaviors: UnspecifiedBehaviors
}

/** Builds the document. Throws if a requirement or unspecified behavior names a place that the document does not have. */
export function buildDocument(
  statements: Statements = { requirements, unspecifiedBehaviors },
): OpenApiDocument {
  const hoist = createHoist()
  const paths = pathsOf(hoist)
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'paytwin: a checkout, payment, payout and subscription service',
      version,
      summary: 'The interface of the service, generated from its contract as code.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'All paths are relative to the base URL of a deployment.' }],
    tags: tags.map((name) => ({ name, description: resourceDescriptions[name] })),
    paths,
    webhooks: { merchantWebhook: webhookNode(hoist) },
    components: { schemas: hoist.components(), securitySchemes },
    'x-limits': Object.fromEntries(Object.entries(limits).sort(([a], [b]) => (a < b ? -1 : 1))),
    'x-statements': statementTexts(statements.requirements, statements.unspecifiedBehaviors),
  }
  const built: OpenApiDocument = JSON.parse(JSON.stringify(document))
  mark(built, statements.requirements, statements.unspecifiedBehaviors)
  return built
}

/** The text of `spec/openapi.json`. */
export function documentText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

const tags = [...new Set(Object.values(operationResources)), 'webhooks' as const]

const description = [
  'This document leaves open what the contract leaves open. `x-requirements` lists the ids of the requirements that concern a place, and `x-unspecified` the ids of what is not shown about it. `x-statements` at the end of the document has their texts: what is required and on what basis, and which options remain where nothing is shown.',
  '`x-encrypted-payload` describes the encrypted payload of a request. A `null` in it means that the contract does not show the field, the scheme or the key. `x-credential` names the credential of an operation; `notShown` does not mean that none is needed.',
  'Examples are invented. Where something is unspecified, an example shows one of several possible values.',
].join('\n\n')

function webhookNode(hoist: Hoist): OpenApiDocument['webhooks']['merchantWebhook'] {
  const { summary, description, payload, deliveries } = merchantWebhook
  const delivery = (returnMethod: keyof typeof deliveries): WebhookOperationNode => ({
    operationId: `merchantWebhookBy${returnMethod === 'POST' ? 'Post' : 'Get'}`,
    summary: deliveries[returnMethod].summary,
    description: `Used when \`customParameter.returnMethod\` is \`${returnMethod}\`. Contract: Events.`,
    tags: ['webhooks'],
    responses: { default: { description: 'How the receiver responds, and what follows, is not shown.' } },
    'x-return-method': returnMethod,
    'x-limits': { ...deliveries[returnMethod].limits },
  })
  return {
    summary,
    description,
    post: {
      ...delivery('POST'),
      requestBody: {
        description: 'Media type and fields are not shown.',
        required: true,
        content: { '*/*': { schema: hoist.schemaOf(payload) } },
      },
    },
    get: delivery('GET'),
  }
}
