// A shop in a simulator in process, with access to the world behind it.

import { expect } from 'vitest'
import { encrypt } from '../../client/encryption.ts'
import { accessToken, operationRequest, payloadEncryption } from '../../client/operation-request.ts'
import type { ServiceResponse } from '../../client/service-client.ts'
import { simulatorTarget } from '../../client/simulator-target.ts'
import type { Target } from '../../client/target.ts'
import type { OperationId } from '../../spec/operations.ts'
import { credentialsOf } from '../control/handlers/accounts.ts'
import { payFromWallet } from '../resources/qr-transactions.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { Simulator, type SimulatorInternals, type SimulatorOptions } from '../simulator.ts'
import type { Merchant, Shopper } from '../world/accounts.ts'
import type { SubscriptionState, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { copyWorldData } from '../world/world-data.ts'
import { found, Shop, type TestRequest } from './shop.ts'

export { valueAt as at } from '../../core/json.ts'
export type { TestRequest } from './shop.ts'

export class TestClient extends Shop {
  readonly simulator: Simulator

  constructor(options: SimulatorOptions = {}, internals: SimulatorInternals = {}) {
    const simulator = new Simulator(options, internals)
    super({ url: simulator.publicUrl, fetch: simulator.fetch })
    this.simulator = simulator
  }

  get sandbox(): Sandbox {
    return this.simulator.defaultSandbox
  }

  get world(): World {
    return this.sandbox.world
  }

  override get target(): Target {
    this.knownTarget ??= simulatorTarget(credentialsOf(this.world), {
      assumptions: this.world.assumptions.list(),
    })
    return this.knownTarget
  }

  override get merchant(): Merchant {
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
}
