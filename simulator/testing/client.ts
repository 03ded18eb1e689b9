// A client for the tests of this room: it asks in process, encrypts what must be encrypted, and knows which assumptions are in
// force, so that a lawful request can be written once and sent to every lawful deployment.

import type { ResponseOf } from '../../spec/operation.ts'
import { type OperationId, type Operations, operations } from '../../spec/operations.ts'
import { payFromWallet } from '../resources/qr-transactions.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { Simulator, type SimulatorOptions } from '../simulator.ts'
import type { Merchant, Shopper } from '../world/accounts.ts'
import type { TransactionState, WorldData } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { copyWorldData } from '../world/world-data.ts'
import { encryptForKey, encryptWithPassphrase, type Padding } from './encryption.ts'

/** What to ask of an operation. What is left out is what a good client would send. */
export interface Asked {
  merchant?: Merchant
  /** Name of the persona whose token is used: `ready`, `low-balance` … */
  persona?: string
  /** An access token in place of the right one; null sends none. */
  token?: string | null
  exchange?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** What is encrypted inside the body, before it is encrypted. */
  payload?: unknown
  /** The text that is encrypted, where it must not be the JSON of `plain`. */
  plainText?: string
  /** The encrypted text itself, where it must not be what the client would make. */
  encrypted?: string
  /** The bytes of the body, where they must not be the JSON of `body`. */
  bytes?: string
}

/** An answer, with what it means. */
export class Reply<Id extends OperationId = OperationId> {
  readonly operationId: Id
  readonly status: number
  readonly headers: Headers
  readonly text: string

  constructor(operationId: Id, response: Response, text: string) {
    this.operationId = operationId
    this.status = response.status
    this.headers = response.headers
    this.text = text
  }

  get body(): unknown {
    return JSON.parse(this.text)
  }

  /** Whether it is the success form of its operation. */
  get granted(): boolean {
    const { body } = this
    const envelope = this.operationId.endsWith('Subscription')
      ? at(body, 'status') === 200
      : at(body, 'ok') === true
    return this.status === 200 && envelope && at(body, 'result', 'success') !== false
  }

  /** The answer as its operation declares it; throws when it was refused. */
  get response(): ResponseOf<Operations[Id]> {
    if (!this.granted) throw new Error(`${this.operationId} was refused: ${this.status} ${this.text}`)
    return this.body as ResponseOf<Operations[Id]>
  }

  /** Why it was refused, in the default forms; undefined when it was granted. */
  get refusal(): string | undefined {
    if (this.granted) return undefined
    const message = at(this.body, 'message') ?? at(this.body, 'result', 'errorMsg')
    return typeof message === 'string' ? message : this.text
  }
}

/** The value at a path of keys, or undefined. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value
  for (const key of path)
    here = typeof here === 'object' && here !== null ? Reflect.get(here, key) : undefined
  return here
}

export class TestClient {
  readonly simulator: Simulator

  constructor(options: SimulatorOptions = {}) {
    this.simulator = new Simulator(options)
  }

  get sandbox(): Sandbox {
    return this.simulator.defaultSandbox
  }

  get world(): World {
    return this.sandbox.world
  }

  get merchant(): Merchant {
    return this.world.accounts.firstMerchant
  }

  /** The second merchant, who differs from the first on purpose. */
  get otherMerchant(): Merchant {
    return found(this.world.accounts.merchants[1], 'second merchant')
  }

  shopper(persona: string): Shopper {
    return found(this.world.accounts.shopperWithToken(`shopper-${persona}`), persona)
  }

  /** The name of the exchange at a place of the world file. */
  exchange(index = 0): string {
    return found(this.world.accounts.exchanges[index], `exchange ${index}`).name
  }

  /** The state of the world, to be compared. */
  state(): WorldData {
    return structuredClone(copyWorldData(this.world))
  }

  async advance(ms: number): Promise<void> {
    await this.sandbox.advance(this.world.now + ms)
  }

  transaction(id: string): TransactionState {
    return found(this.world.transactions.get(id), id)
  }

  /** The shopper's wallet pays a share of a QR transaction. */
  pay(id: string, amount: string): void {
    payFromWallet(this.world, this.transaction(id), amount)
    this.sandbox.afterInput()
  }

  async send(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
    return this.simulator.fetch(`/api${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  }

  async ask<Id extends OperationId>(operationId: Id, asked: Asked = {}): Promise<Reply<Id>> {
    const { method, path } = operations[operationId]
    const query = new URLSearchParams(asked.query).toString()
    const filled = path.replace('{exchange_name}', asked.exchange ?? this.exchange())
    const headers: Record<string, string> = { ...this.headersOf(operationId, asked), ...asked.headers }
    const bytes =
      method === 'post' ? (asked.bytes ?? JSON.stringify(this.bodyOf(operationId, asked))) : undefined
    const response = await this.send(
      method.toUpperCase(),
      query === '' ? filled : `${filled}?${query}`,
      headers,
      bytes,
    )
    return new Reply(operationId, response, await response.text())
  }

  private headersOf(operationId: OperationId, asked: Asked): Record<string, string> {
    const token = asked.token === undefined ? this.tokenFor(operationId, asked) : asked.token
    return {
      ...(operations[operationId].method === 'post' ? { 'content-type': 'application/json' } : {}),
      ...(operationId === 'createQrTransaction' ? { 'x-transaction-source': 'qr-code-api' } : {}),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    }
  }

  /** The token that an operation takes, where it is demanded; null where none is. */
  tokenFor(
    operationId: OperationId,
    { merchant = this.merchant, persona = 'ready' }: Asked = {},
  ): string | null {
    const { assumptions } = this.world
    switch (operations[operationId].credential) {
      case 'merchantToken':
      case 'unstatedToken':
        return merchant.accessToken
      case 'shopperToken':
        return this.shopper(persona).accessToken
      case 'notShown':
        if (operationId === 'createBankPayment')
          return assumptions.is('authentication.bank-payment-headers', 'demanded')
            ? this.shopper(persona).accessToken
            : null
        return merchant !== this.merchant ||
          assumptions.is(
            operationId === 'createInvoice'
              ? 'authentication.invoice-headers'
              : 'authentication.payee-headers',
            'demanded',
          )
          ? merchant.accessToken
          : null
      default:
        return null
    }
  }

  /** The body of a request: as given, with the encrypted text in its field, with the credentials that a body bears. */
  bodyOf(operationId: OperationId, asked: Asked): unknown {
    const row = operations[operationId]
    const merchant = asked.merchant ?? this.merchant
    const body = typeof asked.body === 'object' && asked.body !== null ? asked.body : {}
    if (row.credential === 'merchantAuth')
      return { merchantId: merchant.id, merchantAuth: this.merchantAuth(merchant), ...body }
    if (!('encrypted' in row)) return asked.body
    const encrypted = asked.encrypted ?? this.encrypt(operationId, asked)
    const field = this.fieldOf(operationId)
    if (field === undefined) return encrypted
    const credential = row.credential === 'clientSecret' ? { clientId: merchant.id } : {}
    return { ...credential, [field]: encrypted, ...body }
  }

  /** Under which field the encrypted text stands; undefined where it is the whole body. */
  private fieldOf(operationId: OperationId): 'data' | 'encryptedReq' | undefined {
    const { assumptions } = this.world
    if (operationId === 'createBankPayment') {
      const field = assumptions.name('encryption.bank-payment-field')
      return field === 'bare' ? undefined : field === 'any' ? 'data' : field
    }
    if (operationId === 'addPayees') {
      const field = assumptions.name('encryption.payee-field')
      return field === 'bare' ? undefined : field === 'any' ? 'encryptedReq' : field
    }
    return ['createTransfers', 'closePartialPayment'].includes(operationId) ? 'encryptedReq' : 'data'
  }

  get padding(): Padding {
    return this.world.assumptions.is('encryption.rsa-padding', 'pkcs1') ? 'pkcs1' : 'oaep'
  }

  /** The encrypted text of a request, as this deployment opens it. */
  encrypt(operationId: OperationId, asked: Asked): string {
    const { assumptions, accounts } = this.world
    const merchant = asked.merchant ?? this.merchant
    const text = asked.plainText ?? JSON.stringify(asked.payload)
    const payout = operationId === 'createTransfers' || operationId === 'addPayees'
    const passphrase = payout
      ? assumptions.is('encryption.payouts', 'passphrase')
      : operationId === 'closePartialPayment'
    if (passphrase) return encryptWithPassphrase(text, merchant.clientSecret)
    const byService =
      operationId === 'validateExchangePayment' &&
      assumptions.is('encryption.exchange-validation', 'service-key')
    const { publicKeyPem } = byService ? accounts.serviceKey : accounts.keysOf(merchant)
    return encryptForKey(text, publicKeyPem, this.padding)
  }

  merchantAuth(merchant: Merchant): string {
    if (this.world.assumptions.is('authentication.merchant-auth', 'access-token')) return merchant.accessToken
    return encryptForKey(
      JSON.stringify({ merchantId: merchant.id }),
      this.world.accounts.keysOf(merchant).publicKeyPem,
    )
  }
}

function found<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`There is no ${what} in this world.`)
  return value
}
