// The facts that the steps of the service know of a request or find out about it.

import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Exchange, Merchant, Shopper } from '../world/accounts.ts'
import type { World } from '../world/world.ts'
import type { CompiledDocument, CompiledOperation } from './compiled-document.ts'
import type { IncomingRequest } from './request.ts'
import { RequestContext } from './request-context.ts'

/** A request of the service on its way through the pipeline. Each field is set by the step that is named for it. */
export class ServiceContext extends RequestContext<CompiledOperation> {
  readonly document: CompiledDocument
  merchant: Merchant | undefined
  /** The part of a request without a credential that identified its merchant. */
  merchantKnownBy: string | undefined
  shopper: Shopper | undefined
  exchange: Exchange | undefined
  /** True if the body has more bytes than permitted, so that it was not read. */
  isTooLarge = false
  /** The delay of an injected fault, in real milliseconds. */
  delayMs: number | undefined
  /** True if an injected fault closes the connection. */
  isDropped = false

  constructor(sandbox: Sandbox, request: IncomingRequest, document: CompiledDocument) {
    super(sandbox, request)
    this.document = document
  }

  override get actsFor(): string | undefined {
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
