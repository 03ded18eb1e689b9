// The OpenAPI document of the control API: its type, and how to read the committed one. build-document.ts builds it.

import { readFileSync } from 'node:fs'
import type { Content, Parameter } from '../openapi/document.ts'
import { type Listed, operationsIn } from '../openapi/reading.ts'
import type { Schema } from '../openapi/schema.ts'
import type { RefusalCode } from '../operations.ts'
import type { KindName, KindRow } from './kinds.ts'
import type { ControlMethod } from './operation.ts'
import type { ControlOperationId } from './operations.ts'

/** A kind of records: the word for one, the field that identifies one, their name in a list, and the fields that a table shows. */
export type ListedKind = Pick<KindRow, 'word' | 'key' | 'entries' | 'columns'> & { name: KindName }

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
  }
  responses: { '200': { description: string; content: Content }; default: { $ref: string } }
  'x-streamed'?: boolean
  'x-changes-sandboxes'?: boolean
  /** The kind of the records of a list. */
  'x-kind'?: ListedKind
  /** The kind of the record in the response. */
  'x-record'?: KindName
  /** The event of a transition. */
  'x-event'?: string
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

/** Every kind of records, by its name. */
export function listedKinds(document: ControlDocument): Readonly<Record<KindName, ListedKind>> {
  const found = listControlOperations(document).flatMap(({ operation }) => operation['x-kind'] ?? [])
  return Object.fromEntries(found.map((kind) => [kind.name, kind])) as Record<KindName, ListedKind>
}
