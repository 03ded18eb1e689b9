// A shop for tests of the control API: it speaks to any sandbox, in process or over HTTP, through nothing but its service
// and its control API, which encrypts for it.

import type { ControlClient } from '../control/client.ts'
import type { ResponseOf } from '../control/operation.ts'
import type { ControlOperations } from '../control/operations.ts'
import type { EmbeddedSandbox } from '../embedding/create-simulator.ts'

/** What a shop needs of a sandbox. */
export interface Preconditions {
  /** Origin of the sandbox, without /api. */
  origin: string
  fetch: (url: string, init?: RequestInit) => Promise<Response>
  control: ControlClient
}

type Credentials = ResponseOf<ControlOperations['getCredentials']>
export type Merchant = Credentials['merchants'][number]

const lamp = { id: 'lamp', name: 'Desk lamp', price: '20', quantity: 2 }
const ada = { name: 'Ada Example', email: 'ada@shop.example' }

/** What a subscription item may differ in. */
export interface Wanted {
  frequency?: string
  subscriptionPeriod?: string
  autoRenewal?: boolean
  persona?: string
  price?: string
}

/** The service refused a request of a shop. */
export class Refused extends Error {
  override name = 'Refused'
}

export class Shop {
  readonly preconditions: Preconditions
  readonly credentials: Credentials
  readonly merchant: Merchant

  private constructor(preconditions: Preconditions, credentials: Credentials, merchant: Merchant) {
    this.preconditions = preconditions
    this.credentials = credentials
    this.merchant = merchant
  }

  /** Opens a shop of the sandbox's first merchant, or of the one at that place. */
  static async open(preconditions: Preconditions, place = 0): Promise<Shop> {
    const credentials = await preconditions.control.getCredentials()
    const merchant = credentials.merchants[place]
    if (merchant === undefined) throw new Error(`There is no merchant ${place}.`)
    return new Shop(preconditions, credentials, merchant)
  }

  /** Sends a request to the service and gives back its status and text. */
  async send(
    method: 'GET' | 'POST',
    path: string,
    { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<{ status: number; text: string }> {
    const response = await this.preconditions.fetch(`${this.preconditions.origin}/api${path}`, {
      method,
      headers: {
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }

  private async granted<Result>(...request: Parameters<Shop['send']>): Promise<Result> {
    const { status, text } = await this.send(...request)
    const { result } = status === 200 ? JSON.parse(text) : {}
    if (result === undefined) throw new Refused(`${request[1]} was refused: ${status} ${text}`)
    return result
  }

  private async encrypt(
    operationId: 'createExchangePayment' | 'createBankPayment' | 'closePartialPayment',
    payload: object,
  ) {
    const { body } = await this.preconditions.control.encryptPayload({
      body: { operationId, merchantId: this.merchant.id, payload },
    })
    return body
  }

  async invoice(order: string, changes: object = {}): Promise<{ url: string; uuid: string }> {
    const body = {
      amount: '40.00',
      currency: 'USD',
      order,
      cart: [lamp],
      customerInfo: ada,
      shippingAddress: null,
      ...changes,
    }
    return this.granted('POST', '/hosted-page', { body, token: this.merchant.accessToken })
  }

  /** The order info of an invoice. */
  async order(uuid: string): Promise<{ returnval: { order: string; amount: string } }> {
    return this.granted('GET', `/invoices?uuid=${uuid}`, { token: this.merchant.accessToken })
  }

  /** A transaction that waits for a wallet; gives its id. */
  async qr(orderId: string, changes: object = {}): Promise<string> {
    const body = {
      amount: '40.00',
      currency: 'USD',
      cryptoCurrency: 'BTC',
      orderId,
      cart: [lamp],
      customerInfo: ada,
      ...changes,
    }
    const { id } = await this.granted<{ id: string }>('POST', '/purchase/qr/generate', {
      body,
      token: this.merchant.accessToken,
      headers: { 'x-transaction-source': 'qr-code-api' },
    })
    return id
  }

  /** A payment through an exchange; gives its id and the ids of the subscriptions that it began. */
  async pay(
    offerId: string,
    { persona = 'ready', nativeAmount = '40.00' } = {},
  ): Promise<{ id: string; subscriptionIds: string[] }> {
    const body = await this.encrypt('createExchangePayment', {
      clientId: this.merchant.id,
      assets: 'BTC',
      cart: [{ ...lamp, price: 20 }],
      shippingAddress: null,
      offerId,
      nativeAmount,
      savepassword: false,
      code2fa: '',
      merchantStoreCurrency: 'USD',
    })
    const [exchange = ''] = this.credentials.exchanges
    return this.granted('POST', `/exchanges/payments/${exchange}`, { body, token: `shopper-${persona}` })
  }

  /** A payment from a bank account; gives its id. */
  async payByBank(offerId: string, amount = 100): Promise<string> {
    const body = await this.encrypt('createBankPayment', {
      clientId: this.merchant.id,
      amount,
      accountId: this.merchant.bankAccountId,
      cart: [],
      stockId: 'linked-bank-ready',
      offerId,
      merchantStoreCurrency: 'USD',
      hostedPageId: '',
      shippingAddress: null,
    })
    return (await this.granted<{ id: string }>('POST', '/purchases', { body, token: 'shopper-ready' })).id
  }

  /** An invoice with a subscription item, paid through an exchange; gives the subscription's id. */
  async subscribe(
    order: string,
    { persona = 'ready', price = '12.50', ...line }: Wanted = {},
  ): Promise<string> {
    await this.invoice(order, {
      amount: price,
      cart: [
        {
          id: 'magazine',
          name: 'Magazine',
          price,
          quantity: 1,
          isSubscription: true,
          frequency: 'monthly',
          subscriptionPeriod: '12m',
          merchantSubscriptionId: `subscription of ${order}`,
          autoRenewal: true,
          ...line,
        },
      ],
    })
    const { subscriptionIds } = await this.pay(order, { persona, nativeAmount: price })
    const [id] = subscriptionIds
    if (id === undefined) throw new Error(`The order ${order} began no subscription.`)
    return id
  }

  async debit(subscriptionId: string, amount: number): Promise<{ data: { transactionId: string }[] }> {
    return this.granted('POST', '/subscription/debit', {
      body: { ...this.auth, subscriptionId, amount, currency: 'USD' },
    })
  }

  async cancel(subscriptionId: string): Promise<unknown> {
    return this.granted('POST', '/subscription/cancel', { body: { ...this.auth, subscriptionId } })
  }

  /** Closes a partial payment; gives the status and text, because being refused is of interest too. */
  async close(offerId: string): Promise<{ status: number; text: string }> {
    const body = await this.encrypt('closePartialPayment', { offerId })
    return this.send('POST', '/closePartialTx', { body })
  }

  private get auth() {
    return { merchantId: this.merchant.id, merchantAuth: this.merchant.merchantAuth }
  }
}

/** A shop in a sandbox in process. */
export function shopIn({ baseUrl, fetch, control }: EmbeddedSandbox, place = 0): Promise<Shop> {
  return Shop.open({ origin: baseUrl.replace(/\/api$/, ''), fetch, control }, place)
}
