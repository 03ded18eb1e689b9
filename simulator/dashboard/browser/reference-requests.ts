// What "try it" of the reference needs: documents whose server is this sandbox, payloads that people can write, and their
// encryption when they are sent.

import type { ControlResponse } from 'paytwin/client'
import { change } from './api.ts'

type Merchant = ControlResponse<'getCredentials'>['merchants'][number]

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { examples?: Record<string, Example> }> }
  'x-encrypted-payload'?: { field: string | null; usualField?: string; example: unknown }
}
interface Example {
  summary?: string
  value: unknown
}

/** The parts of an OpenAPI document that the reference reads and changes. */
export interface ReferenceDocument {
  info: { description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** A request of the viewer before it is sent. */
export interface ViewerRequest {
  url: string
  method?: string
  headers: Record<string, string>
  body?: unknown
}

const json = 'application/json'
const plain = 'Plain payload, encrypted when it is sent'

/** The field of a request body that contains the encrypted payload; undefined if the operation has none. */
function encryptedField({ 'x-encrypted-payload': note }: Operation): string | undefined {
  return note?.field ?? note?.usualField
}

/** Adds an example with the plain payload, in the name of a merchant, to each operation with an encrypted one. */
export function addPlainExamples({ paths }: ReferenceDocument, { id }: Merchant): void {
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const field = encryptedField(operation)
    const media = operation.requestBody?.content[json]
    if (field === undefined || media === undefined) continue
    const payload = operation['x-encrypted-payload']?.example
    const value = {
      [field]: isRecord(payload) && 'clientId' in payload ? { ...payload, clientId: id } : payload,
    }
    media.examples = { plain: { summary: plain, value }, ...media.examples }
  }
}

/** The request to send: payloads that are not encrypted yet are encrypted by the control API, as a merchant does. */
export async function prepared(
  request: ViewerRequest,
  { servers, paths }: ReferenceDocument,
  merchant: Merchant | undefined,
): Promise<ViewerRequest> {
  // The control API accepts only JSON from pages, also where there is no body.
  if (request.method !== 'GET') request.headers['Content-Type'] ??= json
  const operation = operationOf(request, servers[0]?.url ?? '', paths)
  const field = operation === undefined ? undefined : encryptedField(operation)
  if (operation === undefined || field === undefined || merchant === undefined) return request
  const payload = plainPayload(request.body, field)
  if (payload === undefined) return request
  const { operationId } = operation
  const encrypted = await change<'encryptPayload'>('POST', '/encrypt', {
    operationId: operationId as 'createInvoice',
    merchantId: merchant.id,
    payload,
  })
  return { ...request, body: JSON.stringify(encrypted.body) }
}

function operationOf(
  { url, method = 'GET' }: ViewerRequest,
  server: string,
  paths: ReferenceDocument['paths'],
): Operation | undefined {
  const [path = ''] = url.slice(server.length).split('?')
  const found = Object.entries(paths).find(([template]) =>
    new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  )
  return found?.[1][method.toLowerCase()]
}

/** The payload in a body, if it is plain: encrypted ones are texts. */
function plainPayload(body: unknown, field: string): object | undefined {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : body
    const payload = isRecord(value) ? value[field] : undefined
    return typeof payload === 'object' && payload !== null ? payload : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
