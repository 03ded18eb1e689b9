// The facts that the steps of the service know of a request or find out about it. Not in pipeline.ts, whose types are published: the types
// of a compiled document need packages that users do not have.

import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Exchange, Merchant, Shopper } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import type { CompiledDocument, CompiledOperation } from './compiled-document.ts'
import { type IncomingRequest, OperationContext } from './pipeline.ts'

/** A request of the service on its way through the pipeline. Each field is set by the step that is named for it. */
export class ServiceContext extends OperationContext<CompiledOperation> {
  readonly document: CompiledDocument
  readonly api = 'service'
  merchant: Merchant | undefined
  /** The part of a request without a credential that identified its merchant. */
  merchantKnownBy: string | undefined
  shopper: Shopper | undefined
  exchange: Exchange | undefined
  /** The delay of an injected fault, in real milliseconds. */
  delayMs: number | undefined

  constructor(sandbox: Sandbox, request: IncomingRequest, document: CompiledDocument) {
    super(sandbox, request)
    this.document = document
  }

  get actsFor(): string | undefined {
    const { merchant, merchantKnownBy } = this
    return merchant === undefined || merchantKnownBy === undefined
      ? undefined
      : `${merchant.id} (identified by ${merchantKnownBy})`
  }

  /** The world of the sandbox now; a restore replaces it. */
  get world(): World {
    return this.sandbox.world
  }
}
