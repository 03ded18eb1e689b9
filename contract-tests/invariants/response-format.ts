// Checks of every response in addition to its schema: that it is JSON, by body and media type, its status, and the link of an invoice.

import type { Call } from '../../client/transcript.ts'
import { valueAt } from '../../core/json.ts'
import { getRequestMaxCharacters } from '../../spec/limits.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { ApiResponse } from '../observe/client.ts'
import { responseMarks } from '../observe/contract-document.ts'
import { contentOf } from '../observe/creations.ts'
import type { ResponseViolation } from '../observe/violation.ts'

const byExchange: readonly OperationId[] = [
  'validateExchangePayment',
  'createExchangePayment',
  'checkExchangeBalance',
]

/** The smallest and the largest meaning of 2M, which the contract leaves open. */
export const twoMillion = { min: 2_000_000, max: 2_097_152 } as const

type FormattedResponse = Omit<ApiResponse, 'success'>

type SentRequest = Pick<Call, 'method' | 'url' | 'headers' | 'body'>

/** A check of a response. It is violated at its place; if it has none, it is not violated. */
type FormatCheck = Omit<ResponseViolation, 'place'> & { place: string | undefined }

/** True if a gateway may have refused a request because it is too long, before it reached the service. */
function isTooLong({ status }: FormattedResponse, { method, url, headers, body }: SentRequest): boolean {
  const { length } = JSON.stringify([method, url, headers]) + body
  return (
    [413, 414, 431].includes(status) || length > (method === 'GET' ? getRequestMaxCharacters : twoMillion.min)
  )
}

/** The checks of a response's format. The media type is checked for JSON only, the status where the contract shows it. */
export function formatChecks(response: FormattedResponse, request: SentRequest): FormatCheck[] {
  const { headers, json, status, text } = response
  if (json === undefined && isTooLong(response, request)) return []
  // With the name of an unknown exchange, a path is none of the contract.
  if (json === undefined && status === 404 && byExchange.includes(response.operationId)) return []
  // The form of errors is not shown, and many frameworks refuse or redirect a caller without a body. That is no other format than JSON.
  if (text === '' && status >= 300) return []
  const isInUtf8 = response.isUtf8 !== false || /charset=(?!["']?utf-?8)/i.test(headers['content-type'] ?? '')
  const place = json === undefined || !isInUtf8 ? 'the whole response' : undefined
  const isJson: FormatCheck = {
    requirement: 'service.responses-are-json',
    place,
    expected: isInUtf8 ? 'JSON' : 'JSON in UTF-8, or in the character set that the header Content-Type names',
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
  return [isJson, mediaType, ...statusChecks(response), ...linkChecks(response, request)]
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function linkChecks({ operationId, outcome, json }: FormattedResponse, request: SentRequest): FormatCheck[] {
  const [url, uuid] = [valueAt(json, 'result', 'url'), valueAt(json, 'result', 'uuid')]
  if (operationId !== 'createInvoice' || outcome !== 'success') return []
  if (typeof url !== 'string' || typeof uuid !== 'string') return []
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  const isLink = isHttp && url !== Object(contentOf(request)).redirectUrl
  const place = isLink ? undefined : 'result.url'
  const expected = 'an absolute URL of the checkout page'
  return [
    { requirement: 'invoices.url-is-a-redirect-url', place, expected, actual: url },
    {
      requirement: 'invoices.uuid-is-a-uuid',
      place: uuidPattern.test(uuid) ? undefined : 'result.uuid',
      ...{ expected: 'a UUID', actual: uuid },
    },
  ]
}

function statusChecks({ operationId, outcome, status }: FormattedResponse): FormatCheck[] {
  const requirement = 'qr-transactions.status-200'
  if (outcome === 'refusal' || !responseMarks(operationId).includes(requirement)) return []
  const place = status === 200 ? undefined : 'the HTTP status'
  return [{ requirement, place, expected: '200', actual: String(status) }]
}
