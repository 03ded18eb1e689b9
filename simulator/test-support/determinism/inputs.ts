// Generated inputs for any sandbox: operations of the service, control calls and advances, lawful and not. What comes next
// follows from a seed and from the answers so far, and where a run stands is plain data, so that another process can go on.

import { createHash } from 'node:crypto'
import { type RandomState, SeededRandom } from '../../world/random.ts'
import { inputSteps } from './input-steps.ts'

/** Where the inputs go. */
export interface Sink {
  origin: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Taken out of every text, because it differs from run to run. */
  foreign: readonly string[]
}

/** Where a run stands. */
export interface RunState {
  steps: number
  random: RandomState
  /** What each answer, and each delivery that was told of, has been folded into. */
  hash: string
  responses: number
  /** The hash after each five hundred inputs. */
  marks: string[]
  orders: string[]
  invoices: string[]
  wallets: string[]
  transactions: string[]
  subscriptions: string[]
  /** Names and proofs that differ between lawful deployments; empty until they were read. */
  exchanges: string[]
  merchantAuth: string
}

export function beginRun(seed: string): RunState {
  return {
    steps: 0,
    random: new SeededRandom(seed).getState(),
    hash: '',
    responses: 0,
    marks: [],
    orders: [],
    invoices: [],
    wallets: [],
    transactions: [],
    subscriptions: [],
    exchanges: [],
    merchantAuth: '',
  }
}

const kept = 40

/** The merchant that the inputs are for. */
export const merchantId = '8a4d1c55-0000-4000-8000-000000000001'

export class Inputs {
  readonly state: RunState
  private readonly sink: Sink
  readonly random: SeededRandom

  constructor(sink: Sink, state: RunState) {
    this.sink = sink
    this.state = structuredClone(state)
    this.random = SeededRandom.fromState(state.random)
  }

  /** Makes that many more inputs. */
  async run(count: number): Promise<void> {
    if (this.state.exchanges.length === 0) await this.meet()
    for (let step = 0; step < count; step += 1) {
      await this.one(inputSteps)(this)
      // What an input caused is delivered before the next one comes, however long the way to the receiver is.
      await this.control('POST', '/clock/advance', { by: 'PT0S' })
      this.state.steps += 1
    }
    this.state.random = this.random.getState()
  }

  private async meet(): Promise<void> {
    const { json } = await this.control('GET', '/credentials')
    this.state.exchanges = json.exchanges ?? []
    this.state.merchantAuth = json.merchants?.[0]?.merchantAuth ?? ''
  }

  /** Folds a text into the hash. */
  fold(text: string): void {
    const payload = this.sink.foreign.reduce((left, foreign) => left.replaceAll(foreign, 'ORIGIN'), text)
    this.state.hash = createHash('sha256').update(this.state.hash).update(payload).digest('hex')
  }

  /** One of several values. */
  one<Value>(values: readonly Value[]): Value {
    return values[this.random.below(values.length)] as Value
  }

  /** One of several ids, or one that nobody has. */
  oneOf(values: readonly string[]): string {
    return values.length === 0 || this.random.below(20) === 0 ? 'unknown' : this.one(values)
  }

  remember(list: 'orders' | 'invoices' | 'wallets' | 'transactions' | 'subscriptions', id: unknown): void {
    if (typeof id === 'string') this.state[list] = [...this.state[list], id].slice(-kept)
  }

  /** A new order. */
  order(): string {
    const order = `order ${this.state.steps}`
    this.remember('orders', order)
    return order
  }

  async send(method: string, path: string, body?: unknown, token?: string): Promise<ApiResponse> {
    const response = await this.sink.fetch(`${this.sink.origin}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        'x-transaction-source': 'qr-code-api',
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const heads = ['date', 'content-type', 'x-paytwin-encrypted-field'].map((name) =>
      response.headers.get(name),
    )
    this.state.responses += 1
    this.fold(JSON.stringify([method, path, response.status, heads, text]))
    return { status: response.status, json: JSON.parse(text) }
  }

  control(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    return this.send(method, `/control${path}`, body)
  }

  /** Encrypts a payload through the control API and sends it. */
  async encrypted(operationId: string, path: string, payload: unknown, token?: string): Promise<ApiResponse> {
    const { json } = await this.control('POST', '/encrypt', { operationId, merchantId, payload })
    return this.send('POST', `/api${path}`, json.body, token)
  }
}

/** What the next inputs need of an answer; the rest is only hashed. */
interface ApiResponse {
  status: number
  json: {
    body?: unknown
    exchanges?: string[]
    merchants?: { merchantAuth: string }[]
    result?: {
      id?: unknown
      uuid?: unknown
      subscriptionIds?: unknown[]
      data?: { transactionId?: unknown }[]
    }
  }
}
