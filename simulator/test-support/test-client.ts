// A simulator in process with a client that can send any request, valid or not, and with access to the world behind it.

import { expect } from 'vitest'
import { encrypt } from '../../client/encryption.ts'
import {
  accessToken,
  operationRequest,
  payloadEncryption,
  type RequestOptions,
} from '../../client/operation-request.ts'
import { callService, type ServiceResponse, type SuccessOf } from '../../client/service-client.ts'
import { simulatorTarget } from '../../client/simulator-target.ts'
import type { MerchantAccount, Target } from '../../client/target.ts'
import type { OperationId } from '../../spec/operations.ts'
import { credentialsOf } from '../control/handlers/accounts.ts'
import { payFromWallet } from '../resources/qr-transactions.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { Simulator, type SimulatorInternals, type SimulatorOptions } from '../simulator.ts'
import type { Merchant, Shopper } from '../world/accounts.ts'
import type { SubscriptionState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { copyWorldData } from '../world/world-data.ts'

/** Request options with accounts of the world. */
export type TestRequest = Omit<RequestOptions, 'merchant' | 'shopper'> & {
  merchant?: Pick<Merchant, 'id'>
  /** The user name of a shopper: `ready`, `low-balance`, … */
  shopper?: string
  /** The encrypted text, in place of the one that the client makes. */
  encrypted?: string
}

export { valueAt as at } from '../../core/json.ts'

export class TestClient {
  readonly simulator: Simulator
  private knownTarget: Target | undefined

  constructor(options: SimulatorOptions = {}, internals: SimulatorInternals = {}) {
    this.simulator = new Simulator(options, internals)
  }

  get sandbox(): Sandbox {
    return this.simulator.defaultSandbox
  }

  get world(): World {
    return this.sandbox.world
  }

  get target(): Target {
    this.knownTarget ??= simulatorTarget(credentialsOf(this.world), {
      assumptions: this.world.assumptions.list(),
    })
    return this.knownTarget
  }

  get merchant(): Merchant {
    return this.world.accounts.firstMerchant
  }

  /** The second merchant, which differs from the first on purpose. */
  get otherMerchant(): Merchant {
    return found(this.world.accounts.merchants[1], 'second merchant')
  }

  shopper(username: string): Shopper {
    return found(this.world.accounts.shopperWithToken(`shopper-${username}`), username)
  }

  /** The name of an exchange, by its index in the world file. */
  exchange(index = 0): string {
    return found(this.world.accounts.exchanges[index], `exchange ${index}`).name
  }

  /** The world's state as JSON, for comparisons. */
  state(): string {
    return JSON.stringify(copyWorldData(this.world))
  }

  async advance(ms: number): Promise<void> {
    await this.sandbox.advance(this.world.now + ms)
  }

  transaction(id: string): TransactionState {
    return found(this.world.transactions.get(id), id)
  }

  subscription(id: string): SubscriptionState {
    return found(this.world.subscriptions.get(id), id)
  }

  /** Pays an amount of a QR transaction from the shopper's wallet. */
  pay(id: string, amount: string): void {
    payFromWallet(this.world, this.transaction(id), amount)
    this.sandbox.afterInput()
  }

  async send(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    return this.simulator.fetch(`/api${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  }

  /** Calls an operation and returns whatever response arrives. */
  ask<Id extends OperationId>(operationId: Id, request: TestRequest = {}): Promise<ServiceResponse<Id>> {
    return callService(operationId, this.target, this.optionsOf(request), this.simulator.fetch)
  }

  /** Calls an operation that must succeed, and returns its result. */
  async result<Id extends OperationId>(
    operationId: Id,
    request: TestRequest = {},
  ): Promise<SuccessOf<Id>['result']> {
    return (await this.ask(operationId, request)).success.result
  }

  /** Calls an operation and checks that it is refused and changes nothing. */
  async refused(operationId: OperationId, request: TestRequest = {}): Promise<ServiceResponse> {
    const before = this.state()
    const reply = await this.ask(operationId, request)
    expect(reply.succeeded, reply.text).toBe(false)
    expect(this.state()).toBe(before)
    return reply
  }

  /** The access token of an operation, if it takes one. */
  tokenFor(operationId: OperationId): string | null {
    return accessToken(operationId, this.target)
  }

  /** The parsed body of a request; undefined for GET. */
  bodyOf(operationId: OperationId, request: TestRequest): unknown {
    const { body } = operationRequest(operationId, this.target, this.optionsOf(request))
    return body === undefined ? undefined : JSON.parse(body)
  }

  /** The encrypted text of a payload. */
  encrypt(operationId: OperationId, payload: unknown): string {
    return encrypt(JSON.stringify(payload), payloadEncryption(operationId, this.target))
  }

  /** The credentials of a merchant. */
  accountOf({ id }: Pick<Merchant, 'id'>): MerchantAccount {
    return found(
      this.target.merchants.find((merchant) => merchant.id === id),
      `merchant ${id}`,
    )
  }

  private optionsOf({ merchant, shopper, encrypted, ...options }: TestRequest): RequestOptions {
    return {
      ...options,
      ...(merchant === undefined ? {} : { merchant: this.accountOf(merchant) }),
      ...(shopper === undefined ? {} : { shopper: this.shopper(shopper) }),
      ...(encrypted === undefined ? {} : { encryption: { scheme: 'none', text: encrypted } }),
    }
  }
}

function found<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The world has no ${what}.`)
  return value
}
