// What is checked of every response in addition to its schema: whether it is JSON, by body and media type, and its status.

import type { OperationId } from '../../spec/operations.ts'
import type { RequirementId } from '../../spec/requirements.ts'
import type { ApiResponse } from '../engine/client.ts'
import { responseMarks } from './contract-document.ts'

const byExchange: readonly OperationId[] = [
  'validateExchangePayment',
  'createExchangePayment',
  'checkExchangeBalance',
]

interface FormatCheck {
  requirement: RequirementId
  /** The place that violates it; undefined if none does. */
  place: string | undefined
  expected: string
  actual: string
}

/** The checks of a response's format. The media type is only checked for JSON, the status where the contract shows it. */
export function formatChecks(response: ApiResponse): FormatCheck[] {
  const { headers, json, status, text } = response
  // A gateway may refuse what is too long before it reaches the service.
  if (json === undefined && [413, 414, 431].includes(status)) return []
  // With the name of an unknown exchange, a path is none of the contract.
  if (json === undefined && status === 404 && byExchange.includes(response.operationId)) return []
  const place = json === undefined ? 'the whole response' : undefined
  const isJson: FormatCheck = {
    requirement: 'service.responses-are-json',
    place,
    expected: 'JSON',
    actual: text.slice(0, 80),
  }
  if (place !== undefined) return [isJson]
  const type = headers['content-type'] ?? ''
  const hasJsonType = /^application\/([\w.+-]+\+)?json\b/i.test(type)
  const mediaType: FormatCheck = {
    requirement: 'service.json-media-type',
    place: hasJsonType ? undefined : 'the header Content-Type',
    expected: 'a JSON media type',
    actual: type || 'none',
  }
  return [isJson, mediaType, ...statusChecks(response)]
}

function statusChecks({ operationId, outcome, status }: ApiResponse): FormatCheck[] {
  const requirement = 'qr-transactions.status-200'
  if (outcome === 'refusal' || !responseMarks(operationId).includes(requirement)) return []
  const place = status === 200 ? undefined : 'the HTTP status'
  return [{ requirement, place, expected: '200', actual: String(status) }]
}
