// Generated inputs for any sandbox: operations of the service, control calls and advances, lawful and not. What comes next
// follows from a seed and from the answers so far, and where a run stands is plain data, so that another process can go on.

import { createHash } from 'node:crypto'
import { type RandomState, SeededRandom } from '../world/random.ts'

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
  answers: number
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
    answers: 0,
    orders: [],
    invoices: [],
    wallets: [],
    transactions: [],
    subscriptions: [],
    exchanges: [],
    merchantAuth: '',
  }
}

const merchantId = '8a4d1c55-0000-4000-8000-000000000001'
const merchantToken = 'merchant-lamp-shop'
const tokens = [merchantToken, 'merchant-tea-house', 'shopper-ready', 'nobody']
const personas = [
  'ready',
  'ready',
  'ready',
  'low-balance',
  'not-whitelisted',
  'abroad',
  'no-bank',
  'asks-password',
]
const coins = ['BTC', 'BTC', 'ETH', 'LTC', 'USDC', 'DOGE']
const amounts = ['0.5', '7', '12.50', '40.00', '129.95', '99999999']
const spans = ['PT1M', 'PT7M', 'PT45M', 'PT2H', 'PT5H', 'P1D', 'P3D']
const mostSubscriptions = 12
const kept = 40

/** The step that are drawn from, and how often each comes. */
const weights = {
  createInvoice: 10,
  subscribe: 2,
  readInvoice: 5,
  createQr: 12,
  payFromWallet: 14,
  closePartial: 6,
  payThroughExchange: 10,
  validate: 3,
  payByBank: 4,
  payees: 3,
  transfers: 3,
  garbage: 3,
  look: 10,
  debit: 4,
  cancel: 1,
  refund: 4,
  move: 5,
  settle: 2,
  renew: 2,
  balance: 2,
  fault: 2,
  lab: 2,
  redeliver: 2,
  listen: 4,
  advance: 14,
} as const
type Step = keyof typeof weights
const steps = Object.entries(weights).flatMap(([step, weight]) =>
  Array.from({ length: weight }, () => step as Step),
)

export class Inputs {
  readonly state: RunState
  private readonly sink: Sink
  private readonly random: SeededRandom

  constructor(sink: Sink, state: RunState) {
    this.sink = sink
    this.state = structuredClone(state)
    this.random = SeededRandom.fromState(state.random)
  }

  /** Makes that many more inputs. */
  async run(count: number): Promise<void> {
    if (this.state.exchanges.length === 0) await this.meet()
    for (let step = 0; step < count; step += 1) {
      await this[this.one(steps)]()
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
    const plain = this.sink.foreign.reduce((left, foreign) => left.replaceAll(foreign, 'ORIGIN'), text)
    this.state.hash = createHash('sha256').update(this.state.hash).update(plain).digest('hex')
  }

  private one<Value>(values: readonly Value[]): Value {
    return values[this.random.below(values.length)] as Value
  }

  private oneOf(values: readonly string[]): string {
    return values.length === 0 || this.random.below(20) === 0 ? 'unknown' : this.one(values)
  }

  private remember(
    list: 'orders' | 'invoices' | 'wallets' | 'transactions' | 'subscriptions',
    id: unknown,
  ): void {
    if (typeof id === 'string') this.state[list] = [...this.state[list], id].slice(-kept)
  }

  private order(): string {
    const order = `order ${this.state.steps}`
    this.remember('orders', order)
    return order
  }

  private async send(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
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
    const heads = ['date', 'content-type', 'x-paytwin-saw'].map((name) => response.headers.get(name))
    this.state.answers += 1
    this.fold(JSON.stringify([method, path, response.status, heads, text]))
    return { status: response.status, json: JSON.parse(text) }
  }

  private control(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.send(method, `/control${path}`, body)
  }

  private async sealed(operationId: string, path: string, payload: unknown, token?: string): Promise<Answer> {
    const { json } = await this.control('POST', '/seal', { operationId, merchantId, payload })
    return this.send('POST', `/api${path}`, json.body, token)
  }

  private line() {
    return { id: 'lamp', name: 'Desk lamp', price: 20, quantity: this.random.between(1, 3) }
  }

  private async createInvoice(more: object = {}): Promise<void> {
    const body = {
      amount: this.one(amounts),
      currency: this.one(['USD', 'EUR']),
      order: this.order(),
      cart: [this.line()],
      customerInfo: this.one([undefined, { name: 'Ada', email: 'ada@shop.example' }]),
      shippingAddress: this.one([null, null, null, undefined]),
      customParameter: this.parameters(),
      ...more,
    }
    const { json } = await this.send('POST', '/api/hosted-page', body, this.one([merchantToken, undefined]))
    this.remember('invoices', json.result?.uuid)
  }

  private parameters() {
    const params = [{ name: 'basket', value: `b ${this.state.steps}` }]
    return this.one([undefined, { returnMethod: 'GET', params }, { returnMethod: 'POST', params }])
  }

  private async subscribe(): Promise<void> {
    if (this.state.subscriptions.length >= mostSubscriptions) return this.renew()
    const id = `subscription ${this.state.steps}`
    const item = {
      ...this.line(),
      isSubscription: true,
      frequency: this.one(['weekly', 'monthly', 'quarterly']),
      subscriptionPeriod: this.one(['8w', '6m', '1y']),
      merchantSubscriptionId: id,
      autoRenewal: this.one([true, true, false]),
    }
    await this.createInvoice({ cart: [item], shippingAddress: null })
    await this.exchangePayment(this.state.orders.at(-1) ?? '', 'ready', 'BTC', '40.00')
  }

  private async readInvoice(): Promise<void> {
    const uuid = encodeURIComponent(this.oneOf(this.state.invoices))
    await this.send('GET', `/api/invoices?uuid=${uuid}`, undefined, this.one(tokens))
  }

  private async createQr(): Promise<void> {
    const body = {
      amount: this.one(amounts),
      currency: 'USD',
      cryptoCurrency: this.one(coins),
      orderId: this.order(),
      cart: [this.line()],
      customerInfo: { name: 'Ada', email: 'ada@shop.example' },
      customParameter: this.parameters(),
    }
    const { json } = await this.send('POST', '/api/purchase/qr/generate', body, merchantToken)
    this.remember('wallets', json.result?.id)
    this.remember('transactions', json.result?.id)
  }

  private async payFromWallet(): Promise<void> {
    const body = { share: this.one(['0.25', '0.5', '0.75', '1', '1.5']) }
    await this.control('POST', `/transactions/${this.oneOf(this.state.wallets)}/pay`, body)
  }

  private async closePartial(): Promise<void> {
    await this.sealed('closePartialPayment', '/closePartialTx', { offerId: this.oneOf(this.state.orders) })
  }

  private async payThroughExchange(): Promise<void> {
    const order = this.random.below(3) === 0 ? this.oneOf(this.state.orders) : this.order()
    await this.exchangePayment(order, this.one(personas), this.one(coins), this.one(amounts))
  }

  private async exchangePayment(offerId: string, persona: string, assets: string, nativeAmount: string) {
    const payload = {
      clientId: merchantId,
      assets,
      cart: [this.line()],
      shippingAddress: null,
      offerId,
      nativeAmount,
      savepassword: this.one([true, false]),
      code2fa: '',
      merchantStoreCurrency: 'USD',
    }
    const path = `/exchanges/payments/${this.one(this.state.exchanges)}`
    const { json } = await this.sealed('createExchangePayment', path, payload, `shopper-${persona}`)
    this.remember('transactions', json.result?.id)
    for (const id of json.result?.subscriptionIds ?? []) this.remember('subscriptions', id)
  }

  private async validate(): Promise<void> {
    const payload = {
      clientId: merchantId,
      assets: this.one(coins),
      cart: [this.line()],
      offerId: this.oneOf(this.state.orders),
      confirmation: 'true',
      nativeAmount: this.one(amounts),
    }
    const path = `/exchanges/payment-validate/${this.one(this.state.exchanges)}`
    await this.sealed('validateExchangePayment', path, payload, `shopper-${this.one(personas)}`)
  }

  private async payByBank(): Promise<void> {
    const persona = this.one(personas)
    const payload = {
      clientId: merchantId,
      amount: this.random.between(1, 500),
      accountId: 'merchant-account-lamp-shop',
      cart: [this.line()],
      stockId: `linked-bank-${persona}`,
      offerId: this.order(),
      merchantStoreCurrency: 'USD',
      hostedPageId: '',
      shippingAddress: null,
    }
    const { json } = await this.sealed('createBankPayment', '/purchases', payload, `shopper-${persona}`)
    this.remember('transactions', json.result?.id)
  }

  private party(): object {
    const email = this.one(['g@payee.example', 'not an address', undefined])
    return { id: String(this.state.steps), fname: 'G', lname: 'E', email, label: 'l', businessname: 'b' }
  }

  private async payees(): Promise<void> {
    await this.sealed(
      'addPayees',
      '/payout/payee',
      this.one([[this.party(), this.party()], {}, []]),
      merchantToken,
    )
  }

  private async transfers(): Promise<void> {
    const transfer = {
      ...this.party(),
      amount: this.random.between(1, 900),
      currency: 'USD',
      descriptor: 'd',
    }
    await this.sealed('createTransfers', '/payout/transfer', this.one([[transfer], 'none']), merchantToken)
  }

  private async garbage(): Promise<void> {
    const body = this.one(['{', '[]', '{"data":"no base64"}', `{"data":"${'QUJD'.repeat(64)}"}`, 'null'])
    const path = this.one([
      '/purchases',
      '/exchanges/payments/alphaexchange',
      '/hosted-page',
      '/nothing',
      '/payout/payee',
    ])
    await this.send('POST', `/api${path}`, body, this.one(tokens))
  }

  private async look(): Promise<void> {
    const path = this.one([
      '/currencies?amount=10&currency=USD',
      `/exchanges/check-balance/${this.one(this.state.exchanges)}?merchantId=${merchantId}`,
      '/banks/my',
      '/stores',
      '/users/me',
    ])
    await this.send('GET', `/api${path}`, undefined, this.one(tokens))
  }

  private auth() {
    const subscriptionId = this.oneOf(this.state.subscriptions)
    return {
      merchantId,
      merchantAuth: this.one([this.state.merchantAuth, this.state.merchantAuth, 'wrong']),
      subscriptionId,
    }
  }

  private async debit(): Promise<void> {
    const body = { ...this.auth(), amount: this.random.between(1, 40), currency: 'USD' }
    const { json } = await this.send('POST', '/api/subscription/debit', body)
    this.remember('transactions', json.result?.data?.[0]?.transactionId)
  }

  private async cancel(): Promise<void> {
    await this.send('POST', '/api/subscription/cancel', this.auth())
  }

  private async refund(): Promise<void> {
    await this.control('POST', `/transactions/${this.oneOf(this.state.transactions)}/request-refund`)
  }

  private async move(): Promise<void> {
    const body = { to: this.one(['processing', 'completed', 'canceled']) }
    await this.control('POST', `/transactions/${this.oneOf(this.state.transactions)}/move`, body)
  }

  private async settle(): Promise<void> {
    await this.control('POST', '/settle')
    await this.control('GET', '/settlements')
  }

  private async renew(): Promise<void> {
    await this.control('POST', `/subscriptions/${this.oneOf(this.state.subscriptions)}/renew`)
  }

  private async balance(): Promise<void> {
    const body = {
      exchange: 'alphaexchange',
      coin: this.one(coins),
      amount: this.one(['0', '0.0005', '3', '100']),
    }
    await this.control('PUT', '/shoppers/shopper-ready/balances', body)
  }

  private async fault(): Promise<void> {
    const operationId = this.one(['createInvoice', 'getStore', 'createExchangePayment'])
    const code = operationId === 'createExchangePayment' ? this.random.between(418, 422) : 'request.invalid'
    const action = this.one([
      { do: 'refuse', code },
      { do: 'answer', status: 503, body: { down: true } },
    ])
    await this.control('POST', '/faults', { operationId, action, after: this.random.below(3), times: 2 })
  }

  private async lab(): Promise<void> {
    const rules = [
      { do: 'duplicate', every: 3 },
      { do: 'delay', by: 'PT10M', share: 0.3 },
      { do: 'reorder', every: 4 },
      { do: 'drop', share: 0.1 },
      { do: 'retry', times: 2, by: 'PT5M' },
    ]
    if (this.random.below(3) === 0) await this.control('DELETE', '/webhook-lab')
    else await this.control('PUT', '/webhook-lab', { rules: [this.one(rules), this.one(rules)] })
  }

  private async redeliver(): Promise<void> {
    await this.control('POST', `/events/${this.random.below(200)}/redeliver`)
  }

  private async listen(): Promise<void> {
    await this.control(
      'GET',
      this.one(['/events?limit=5', '/clock', '/mailbox', '/agenda', '/payees', '/subscriptions']),
    )
  }

  private async advance(): Promise<void> {
    const transaction = this.oneOf(this.state.transactions)
    const body = this.one([
      { by: this.one(spans) },
      { by: this.one(spans) },
      { next: true },
      { workingDays: 1 },
      { until: { transaction, status: 'completed' }, limit: 'PT2H' },
    ])
    await this.control('POST', '/clock/advance', body)
    // Where tokens expire, a merchant and a shopper who come back get fresh ones.
    for (const accessToken of [merchantToken, 'shopper-ready'])
      await this.control('POST', '/tokens', { accessToken })
  }
}

/** What the next inputs need of an answer; the rest is only hashed. */
interface Answer {
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
