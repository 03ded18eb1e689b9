// The parts of a simulator that its routes serve.

import type { CompiledControl } from '../control/compiled-control.ts'
import type { ScenarioWriter } from '../control/handler-types.ts'
import type { ExtendedService } from '../extensions/extended-service.ts'
import type { CompiledDocument } from '../pipeline/compiled-document.ts'
import type { ResponseObserver } from '../pipeline/pipeline.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'

export interface Served {
  sandboxes: Sandboxes
  service: CompiledDocument
  /** The service with extensions; undefined without any. */
  extended: ExtendedService | undefined
  /** Undefined when the control API and named sandboxes are not served. */
  control: CompiledControl | undefined
  observers: readonly ResponseObserver[]
  /** Origins whose pages may call the service, in addition to those of the assumption. */
  cors: readonly string[]
  writeScenario: ScenarioWriter | undefined
}
