// The type of the generated OpenAPI document, as precisely as its readers need it. build-document.ts builds the document.

import type {
  AssumedToken,
  Credential,
  EncryptedField,
  EncryptedPayload,
  Envelope,
  FieldBehavior,
  SchemeBehavior,
} from '../operation.ts'
import type { StatedError } from '../stated-errors.ts'
import type { StatementTexts } from '../statements.ts'
import type { Marks, Schema } from './schema.ts'

/** A reference to a schema under `components/schemas`. */
interface SchemaRef {
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

/** A response. Without `content`, its form is not shown. */
export interface ApiResponse extends Marks {
  description: string
  content?: Content
}

/** The encrypted payload of a request. A part that the contract does not show is `null` and names what decides it. */
export interface EncryptedPayloadNote extends Marks {
  field: string | null
  fieldDecidedBy?: FieldBehavior
  usualField?: EncryptedField
  scheme: EncryptedPayload['scheme']
  key: EncryptedPayload['key']
  schemeDecidedBy?: SchemeBehavior
  /** The fields that clients send, in each row of an array. Which of them a service requires is not shown. */
  usualFields?: string[]
  schema: SchemaRef
  example: unknown
}

/** Parts of an operation that OpenAPI has no node for. Their ids are kept in `x-parts`. */
export const partsWithoutNode = ['credential', 'headers', 'path', 'query'] as const
type PartWithoutNode = (typeof partsWithoutNode)[number]

/** One operation. Without `security`, the contract shows no credential; that does not mean that none is needed. */
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

/** One HTTP method that delivers the merchant's webhook. */
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

interface WebhookNode extends Marks {
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
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, SecurityScheme> }
  'x-limits': Record<string, unknown>
  /** The texts of the ids in `x-requirements` and `x-unspecified`. */
  'x-statements': StatementTexts
}
