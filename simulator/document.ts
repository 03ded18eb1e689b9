// The committed OpenAPI document, as the simulator reads it at start.

import { readFileSync } from 'node:fs'
import type { OpenApiDocument } from '../spec/openapi/document.ts'

/** Reads `spec/openapi.json`. */
export function readDocument(): OpenApiDocument {
  return JSON.parse(readFileSync(new URL('../spec/openapi.json', import.meta.url), 'utf8'))
}
