// The OpenAPI document of the control API: its type, and how to read the committed one. build-document.ts builds it.

import { readFileSync } from 'node:fs'
import type { Content, Parameter } from '../openapi/document.ts'
import { type Listed, operationsIn } from '../openapi/reading.ts'
import type { Schema } from '../openapi/schema.ts'
import type { RefusalCode } from '../operations.ts'
import type { ControlMethod } from './operation.ts'
import type { ControlOperationId } from './operations.ts'

export interface ControlOperationNode {
  operationId: ControlOperationId
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: {
    required: boolean
    content: Content
    'x-max-bytes': number
    /** The part of the body, as a JSON pointer, that lets it have more bytes: that many. */
    'x-large-part'?: { pointer: string; maxBytes: number }
  }
  responses: { '200': { description: string; content: Content }; default: { $ref: string } }
  'x-streamed'?: boolean
  'x-changes-sandboxes'?: boolean
  /** The codes that an injected fault may refuse with, by operation of the service. */
  'x-refusals'?: Readonly<Record<string, readonly RefusalCode[]>>
}

export interface ControlDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; summary: string; license: { name: string; identifier: string } }
  servers: { url: string; description: string; variables?: Record<string, { default: string }> }[]
  security: []
  tags: { name: string; description: string }[]
  paths: Record<string, Partial<Record<ControlMethod, ControlOperationNode>>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { description: string; content: Content }>
  }
}

/** Every operation of the document. */
export const listControlOperations = ({
  paths,
}: ControlDocument): Listed<ControlMethod, ControlOperationNode>[] =>
  operationsIn(paths, ['get', 'post', 'put', 'delete'])

let committed: ControlDocument | undefined

/** Reads `spec/control/openapi.json`, once. */
export function readControlDocument(): ControlDocument {
  committed ??= JSON.parse(readFileSync(new URL('openapi.json', import.meta.url), 'utf8')) as ControlDocument
  return committed
}
