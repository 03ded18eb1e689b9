// The document as served: the contract's document, completed with what a sandbox does. It has the address, the credentials,
// the refusals and the webhook under the assumptions in force, so that tools can generate complete clients from it.

import type {
  ApiResponse,
  Example,
  OpenApiDocument,
  OperationNode,
  Parameter,
  RequestBody,
} from '../../../spec/openapi/document.ts'
import { json, jsonOf } from '../../../spec/openapi/reading.ts'
import type { Schema } from '../../../spec/openapi/schema.ts'
import type { OperationId } from '../../../spec/operations.ts'
import type { World } from '../../world/world.ts'
import { tokenRule } from '../authenticate.ts'
import { withUsualFields } from '../compiled-document.ts'
import { fieldOf } from '../decrypt-payload.ts'
import { successStatus } from '../respond.ts'
import { ServedRefusals } from './served-refusals.ts'
import { servedWebhook } from './served-webhook.ts'

/** The document of a sandbox whose service is at a base URL. Changes neither the document nor the world. */
export function asServed(contract: OpenApiDocument, world: World, baseUrl: string): object {
  const document = withUsualFields(contract)
  const refusals = new ServedRefusals(world)
  const served = { world, refusals, examples: parameterExamples(world) }
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [method, servedOperation(operation, served)]),
    ),
  ])
  const { merchantToken, shopperToken } = document.components.securitySchemes
  return {
    ...document,
    info: {
      ...document.info,
      title: `${document.info.title}, as served`,
      summary: 'The interface of the service as this sandbox serves it, assumptions included.',
      description: `${document.info.description}\n\n${notice}`,
    },
    servers: [{ url: baseUrl, description: 'The sandbox that this document describes.' }],
    paths: Object.fromEntries(paths),
    webhooks: { merchantWebhook: servedWebhook(world, document.webhooks.merchantWebhook) },
    components: {
      schemas: { ...document.components.schemas, ...refusals.components },
      securitySchemes: {
        merchantToken: {
          ...merchantToken,
          description: `${merchantToken?.description} ${tokens(world.accounts.merchants)}`,
        },
        shopperToken: {
          ...shopperToken,
          description: `${shopperToken?.description} ${tokens(world.accounts.shoppers)}`,
        },
      },
    },
    'x-assumptions': Object.fromEntries(
      world.assumptions.list().map(({ id, assumption }) => [id, assumption]),
    ),
  }
}

const notice =
  'This is the document as served. In addition to the contract, it has what the simulator assumes in this sandbox: credentials, refusals, the webhook, and which fields of encrypted payloads are required. `x-assumptions` lists the assumptions. A deployment of the service may do otherwise.'

function tokens(accounts: readonly { accessToken: string }[]): string {
  const [first] = accounts
  return first === undefined ? '' : `For example: \`${first.accessToken}\`.`
}

interface Served {
  world: World
  refusals: ServedRefusals
  examples: ReadonlyMap<string, unknown>
}

function servedOperation(operation: OperationNode, served: Served): object {
  const { world, examples } = served
  const { parameters = [], requestBody, responses, security: _, ...rest } = operation
  return {
    ...rest,
    ...(parameters.length > 0
      ? { parameters: parameters.map((one) => servedParameter(one, world, examples)) }
      : {}),
    ...(requestBody === undefined ? {} : { requestBody: servedBody(requestBody, operation, served) }),
    security: securityOf(world, operation),
    responses: servedResponses(operation.operationId as OperationId, responses['200'], served),
  }
}

/** The tokens that an operation accepts, as alternatives; the empty one if it needs none. */
function securityOf(world: World, operation: OperationNode): Record<string, never[]>[] {
  const rule = tokenRule(world, {
    credential: operation['x-credential'],
    assumedToken: operation['x-assumed-token'],
  })
  if (rule === undefined) return []
  return [...rule.kinds.map((kind) => ({ [`${kind}Token`]: [] })), ...(rule.isRequired ? [] : [{}])]
}

function servedParameter(parameter: Parameter, { accounts }: World, examples: Served['examples']): object {
  const example = examples.get(parameter.name)
  const schema: Schema =
    parameter.name === 'exchange_name'
      ? { type: 'string', enum: accounts.exchanges.map(({ name }) => name) }
      : parameter.schema
  return { ...parameter, schema, ...(example === undefined ? {} : { example }) }
}

/** A body with the field of its encrypted payload, and with ids of this world. */
function servedBody(body: RequestBody, operation: OperationNode, { world, examples }: Served): object {
  const media = jsonOf(body)
  const note = operation['x-encrypted-payload']
  const isOpen = media !== undefined && Object.keys(media.schema).length === 0
  if (media === undefined || note === undefined || !isOpen) {
    const named = Object.entries(media?.examples ?? {}).map(([name, example]): [string, Example] => [
      name,
      { ...example, value: withIds(example.value, examples) },
    ])
    return media === undefined
      ? body
      : { ...body, content: { [json]: { ...media, examples: Object.fromEntries(named) } } }
  }
  const field = fieldOf(world, note)
  const text: Schema = { type: 'string', description: 'The encrypted payload.' }
  const schema: Schema =
    field === null ? text : { type: 'object', properties: { [field]: text }, required: [field] }
  const value = field === null ? 'c2VhbGVk' : { [field]: 'c2VhbGVk' }
  return { required: true, content: { [json]: { schema, examples: { sample: { value } } } } }
}

/** The fields of a body that identify a merchant. Its other fields belong together. */
const idFields = ['clientId', 'merchantId']

function withIds(value: unknown, examples: Served['examples']): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      idFields.includes(name) ? (examples.get(name) ?? inner) : inner,
    ]),
  )
}

function servedResponses(
  operationId: OperationId,
  success: ApiResponse,
  { refusals, world }: Served,
): Record<string, ApiResponse> {
  const own = refusals.of(operationId)
  const successful = successStatus(world.assumptions, operationId)
  const responses: Record<string, ApiResponse> = { [successful]: success }
  for (const status of [...new Set(own.map((refusal) => refusal.status))].sort((a, b) => a - b)) {
    const here = own.filter((refusal) => refusal.status === status)
    const examples = Object.fromEntries(here.map(({ code, body }) => [code, { value: body }]))
    const media = jsonOf(success)
    const schema = refusals.schemaOf(here, media?.schema ?? {}, status === successful)
    responses[status] =
      status === successful
        ? {
            ...success,
            content: {
              [json]: { schema, examples: { ...media?.examples, ...examples } },
            },
          }
        : {
            description: `Refused: ${here.map(({ code }) => code).join(', ')}.`,
            content: { [json]: { schema, examples } },
          }
  }
  return responses
}

/** Examples by the name of a parameter or a field. */
function parameterExamples(world: World): ReadonlyMap<string, unknown> {
  const { firstMerchant, exchanges } = world.accounts
  const examples: [string, unknown][] = [
    ['exchange_name', exchanges[0]?.name],
    ['merchantId', firstMerchant.id],
    ['clientId', world.accounts.clientIdOf(firstMerchant)],
    ['uuid', invoiceOf(world, firstMerchant.id)],
    ['amount', '129.95'],
    ['currency', 'USD'],
  ]
  return new Map(examples.filter(([, value]) => value !== undefined))
}

/** The id of the first invoice of a merchant. */
function invoiceOf({ invoices }: World, merchant: string): string | undefined {
  for (const invoice of invoices) if (invoice.merchant === merchant) return invoice.uuid
  return undefined
}
