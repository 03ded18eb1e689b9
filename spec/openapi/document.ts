// The shape of the OpenAPI document that this room generates, as precisely as its readers need it. Readers at run time
// take the document as JSON and this type; nothing here imports zod. How the document is made is in ../openapi.ts.

import type { StatedError } from '../errors.ts'
import type {
  AssumedToken,
  Credential,
  EncryptedField,
  EncryptedPayload,
  Envelope,
  FieldBehavior,
  SchemeBehavior,
} from '../operation.ts'

/** Ids of the requirements and unspecified behaviors that concern the node they stand on. */
export interface Marks {
  'x-requirements'?: string[]
  'x-unspecified'?: string[]
}

export type TypeName = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'

/** A JSON Schema (2020-12), in the keywords that the document uses. */
export interface Schema extends Marks {
  $ref?: string
  description?: string
  type?: TypeName | TypeName[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  oneOf?: Schema[]
  anyOf?: Schema[]
  default?: unknown
  examples?: unknown[]
}

/** A schema that is written once, under `components/schemas`. */
export interface SchemaRef {
  $ref: string
}

export interface Example {
  summary?: string
  value: unknown
}

/** A schema and its named examples under a media type. */
export interface Media {
  schema: Schema
  examples?: Record<string, Example>
}

export type Content = Record<string, Media>

export interface Parameter extends Marks {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

export interface RequestBody extends Marks {
  description?: string
  required: true
  content: Content
}

/** An answer. One without `content` has a form that the contract does not show. */
export interface ApiResponse extends Marks {
  description: string
  content?: Content
}

/** What is encrypted inside a request. A part that the contract does not show is `null` and names what decides it. */
export interface EncryptedPayloadNote extends Marks {
  field: string | null
  fieldDecidedBy?: FieldBehavior
  usualField?: EncryptedField
  scheme: EncryptedPayload['scheme']
  key: EncryptedPayload['key']
  schemeDecidedBy?: SchemeBehavior
  schema: SchemaRef
  example: unknown
}

/** Parts of an operation that have no node of their own in OpenAPI, so that marks on them have a place to stand. */
export const partsWithoutNode = ['credential', 'headers', 'path', 'query'] as const
export type PartWithoutNode = (typeof partsWithoutNode)[number]

/** One endpoint. `security` is left out where the contract shows no credential, which is not the same as none. */
export interface OperationNode extends Marks {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: RequestBody
  responses: { '200': ApiResponse; default: ApiResponse }
  security?: Record<string, string[]>[]
  'x-credential': Credential
  /** Which token the simulator assumes, where the contract does not show the credential. */
  'x-assumed-token'?: AssumedToken
  'x-encrypted-payload'?: EncryptedPayloadNote
  'x-response-envelope': Envelope
  'x-stated-errors'?: StatedError[]
  'x-parts'?: Partial<Record<PartWithoutNode, Marks>>
}

/** One way in which the merchant's webhook is called. */
export interface WebhookOperationNode {
  operationId: string
  summary: string
  description: string
  tags: string[]
  requestBody?: RequestBody
  responses: { default: ApiResponse }
  'x-return-method': string
  'x-limits': Record<string, unknown>
}

export interface WebhookNode extends Marks {
  summary: string
  description: string
  post: WebhookOperationNode
  get: WebhookOperationNode
}

export interface SecurityScheme {
  type: 'http'
  scheme: 'bearer'
  description: string
}

export type HttpMethod = 'get' | 'post'
export type PathItem = Partial<Record<HttpMethod, OperationNode>>

export interface OpenApiDocument extends Marks {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  webhooks: { merchantWebhook: WebhookNode }
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, SecurityScheme>
  }
  'x-limits': Record<string, unknown>
}
