// Processes a request from a log as if a client had sent it.

import type { CompiledControl } from '../control/compiled-control.ts'
import { ControlContext, controlPipeline } from '../control/control-pipeline.ts'
import type { ExtendedService } from '../extensions/extended-service.ts'
import { responderOf } from '../extensions/extension-pipeline.ts'
import type { CompiledDocument } from '../pipeline/compiled-document.ts'
import { madeRequest } from '../pipeline/made-request.ts'
import { run } from '../pipeline/pipeline.ts'
import { responseObservers } from '../pipeline/response-observers.ts'
import { described } from '../pipeline/unknown-fields.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { ServeAgain } from './replay.ts'

interface Served {
  sandboxes: Sandboxes
  service: CompiledDocument
  extended: ExtendedService | undefined
  control: CompiledControl
}

/** Processes requests from logs, without those who watch the requests of clients. */
export function replayRequests({ sandboxes, service, extended, control }: Served): ServeAgain {
  const respond = responderOf(service, extended, responseObservers)
  const extensions = extended?.names
  return async (sandbox, logged) => {
    const request = madeRequest(logged)
    if (logged.api === 'service') return respond(sandbox, request)
    const arrived = sandboxes.term()
    const subject = {
      sandbox,
      sandboxes,
      arrived,
      ...described(service),
      extensions,
      writeScenario: undefined,
    }
    return run(controlPipeline, new ControlContext(subject, request, control), responseObservers)
  }
}
