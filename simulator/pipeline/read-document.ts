// Reads the committed OpenAPI document, which drives the simulator by default.

import { readFileSync } from 'node:fs'
import type { OpenApiDocument } from '../../spec/openapi/document.ts'

/** Reads `spec/openapi.json`. */
export function readDocument(): OpenApiDocument {
  return JSON.parse(readFileSync(new URL('../../spec/openapi.json', import.meta.url), 'utf8'))
}
