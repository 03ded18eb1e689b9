// The parts of a simulator that its routes serve.

import type { OpenApiDocument } from '../../spec/openapi/document.ts'
import type { ExtendedService } from '../extensions/extended-service.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { Responder } from '../service/pipeline.ts'

export interface Served {
  sandboxes: Sandboxes
  /** The document that drives the service. */
  document: OpenApiDocument
  /** The service with extensions; undefined without any. */
  extended: ExtendedService | undefined
  /** Responds to requests of the service and of its extensions. */
  service: Responder
  control: Responder
  /** False when the control API and named sandboxes are not served. */
  hasControl: boolean
  /** Origins whose pages may call the service, in addition to those of the assumption. */
  cors: readonly string[]
}
