// Processes a request from a log as if a client had sent it.

import type { CompiledControl } from '../control/compiled-control.ts'
import { ControlContext, controlPipeline } from '../control/control-pipeline.ts'
import type { CompiledDocument } from '../pipeline/compiled-document.ts'
import { madeRequest } from '../pipeline/made-request.ts'
import { responseObservers, run } from '../pipeline/pipeline.ts'
import { ServiceContext } from '../pipeline/service-context.ts'
import { servicePipeline } from '../pipeline/service-pipeline.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { ServeAgain } from './replay.ts'

/** What processes requests. */
interface Served {
  sandboxes: Sandboxes
  service: CompiledDocument
  control: CompiledControl
}

/** Processes requests from logs, without those who watch the requests of clients. */
export function replayRequests({ sandboxes, service, control }: Served): ServeAgain {
  return async (sandbox, logged) => {
    const request = madeRequest(logged)
    if (logged.api === 'service')
      return run(servicePipeline, new ServiceContext(sandbox, request, service), responseObservers)
    const subject = { sandbox, sandboxes, document: service.document, writeScenario: undefined }
    return run(controlPipeline, new ControlContext(subject, request, control), responseObservers)
  }
}
