// A shop for tests: it uses any sandbox, in process or over HTTP, through its service and its control API only.

import { type ControlClient, ControlError, controlClient } from '../../client/control-client.ts'
import type { RequestOptions } from '../../client/operation-request.ts'
import { callService, type Send, type ServiceResponse, type SuccessOf } from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import type { MerchantAccount, Target } from '../../client/target.ts'
import type { OperationId } from '../../spec/operations.ts'
import {
  createSimulator,
  type EmbeddedSandbox,
  type EmbeddedSimulator,
} from '../embedding/create-simulator.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'

/** Request options with accounts of the world. */
export type TestRequest = Omit<RequestOptions, 'merchant' | 'shopper'> & {
  merchant?: { id: string }
  /** The user name of a shopper: `ready`, `low-balance`, … */
  shopper?: string
  /** The encrypted text, in place of the one that the client makes. */
  encrypted?: string
}

export class Shop {
  readonly control: ControlClient
  protected readonly fetch: Send
  protected knownTarget: Target | undefined

  protected constructor({ url, fetch = globalThis.fetch }: { url: string; fetch?: Send }) {
    this.control = controlClient({ url, fetch })
    this.fetch = fetch
  }

  /** Opens a shop of a merchant of a sandbox, by its index. */
  static async open(at: { url: string; fetch?: Send }, index = 0): Promise<Shop> {
    const shop = new Shop(at)
    const target = await readSimulatorTarget(shop.control)
    // The first merchant of a target is the default one.
    const merchants = [...target.merchants.slice(index), ...target.merchants.slice(0, index)]
    shop.knownTarget = { ...target, merchants }
    return shop
  }

  get target(): Target {
    return found(this.knownTarget, 'target')
  }

  get merchant(): { id: string; accessToken: string } {
    return this.accountOf()
  }

  /** The credentials of a merchant, by default the first one. */
  accountOf(merchant?: { id: string }): MerchantAccount {
    const { merchants } = this.target
    return found(
      merchant === undefined ? merchants[0] : merchants.find(({ id }) => id === merchant.id),
      'merchant',
    )
  }

  /** Calls an operation and returns whatever response arrives. */
  ask<Id extends OperationId>(operationId: Id, request: TestRequest = {}): Promise<ServiceResponse<Id>> {
    return callService(operationId, this.target, this.optionsOf(request), this.fetch)
  }

  /** Calls an operation that must succeed, and returns its result. */
  async result<Id extends OperationId>(
    operationId: Id,
    request: TestRequest = {},
  ): Promise<SuccessOf<Id>['result']> {
    return (await this.ask(operationId, request)).success.result
  }

  /** Sends any request to the service, valid or not. */
  send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> {
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    return this.fetch(this.target.baseUrl + path, init)
  }

  protected optionsOf({ merchant, shopper, encrypted, ...options }: TestRequest): RequestOptions {
    return {
      // The same payload has the same encrypted text.
      seed: 'shop',
      ...options,
      ...(merchant === undefined ? {} : { merchant: this.accountOf(merchant) }),
      ...(shopper === undefined ? {} : { shopper: { accessToken: `shopper-${shopper}` } }),
      ...(encrypted === undefined ? {} : { encryption: { scheme: 'none', text: encrypted } }),
    }
  }
}

export function found<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The world has no ${what}.`)
  return value
}

/** A shop in a sandbox in process. */
export function shopIn({ baseUrl, fetch }: EmbeddedSandbox, index = 0): Promise<Shop> {
  return Shop.open({ url: baseUrl.replace(/\/api$/, ''), fetch }, index)
}

/** The error of a control call. Throws if the call succeeds or fails in another way. */
export async function controlErrorOf(call: Promise<unknown>): Promise<ControlError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ControlError) return error
    throw error
  }
  throw new Error('The control call succeeded. It should have been refused.')
}

/** Creates a simulator and opens a shop in it. */
export async function openShop(
  options?: SimulatorOptions,
): Promise<EmbeddedSimulator & { simulator: EmbeddedSimulator; shop: Shop }> {
  const simulator = createSimulator(options)
  return { ...simulator, simulator, shop: await shopIn(simulator) }
}
