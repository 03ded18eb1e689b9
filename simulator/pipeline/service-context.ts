// What the steps of the service know of a request, and what they find out about it.

import { InvariantError } from '../../core/errors.ts'
import type { OperationId } from '../../spec/operations.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Exchange, Merchant, Shopper } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import type { CompiledDocument, CompiledOperation } from './compiled-document.ts'
import type { IncomingRequest, RequestContext } from './pipeline.ts'

/** A request of the service on its way through the pipeline. Each field is set by the step that is named for it. */
export class ServiceContext implements RequestContext {
  readonly sandbox: Sandbox
  readonly request: IncomingRequest
  readonly document: CompiledDocument
  readonly isInput = true
  readonly validationErrors: string[] = []
  encryptedField: string | undefined
  text = ''
  params: Readonly<Record<string, string>> = {}
  merchant: Merchant | undefined
  shopper: Shopper | undefined
  exchange: Exchange | undefined
  query: unknown
  body: unknown
  payload: unknown
  /** What the handler returned. */
  result: unknown
  private found: CompiledOperation | undefined

  constructor(sandbox: Sandbox, request: IncomingRequest, document: CompiledDocument) {
    this.sandbox = sandbox
    this.request = request
    this.document = document
  }

  /** The world of the sandbox now; a restore replaces it. */
  get world(): World {
    return this.sandbox.world
  }

  get operationId(): OperationId | null {
    return this.found?.operationId ?? null
  }

  get operation(): CompiledOperation {
    if (this.found === undefined) throw new InvariantError('A step needs the operation before it is found.')
    return this.found
  }

  set operation(operation: CompiledOperation) {
    this.found = operation
  }
}
