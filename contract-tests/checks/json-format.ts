// Whether a response is JSON, by its body and by its media type.

import type { RequirementId } from '../../spec/requirements.ts'
import type { ApiResponse } from '../engine/client.ts'

interface FormatCheck {
  requirement: RequirementId
  /** The place that violates it; undefined if none does. */
  place: string | undefined
  expected: string
  actual: string
}

/** The checks of a response's format. The media type is only checked for JSON. */
export function formatChecks({ headers, json, text }: ApiResponse): FormatCheck[] {
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
    place: hasJsonType ? undefined : 'the media type',
    expected: 'a JSON media type',
    actual: type || 'none',
  }
  return [isJson, mediaType]
}
