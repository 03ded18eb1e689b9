// A shop for tests of the control API: it uses any sandbox, in process or over HTTP, through its service and its control
// API only.

import { type ControlClient, ControlError, controlClient } from '../../client/control-client.ts'
import {
  bankPayment,
  exchangePayment,
  invoice,
  qrTransaction,
  type SampleSource,
  sampleSource,
  subscriptionItem,
} from '../../client/sample-requests.ts'
import {
  callService,
  type Send,
  type ServiceClient,
  type ServiceResponse,
  serviceClient,
} from '../../client/service-client.ts'
import { readSimulatorTarget } from '../../client/simulator-target.ts'
import type { MerchantAccount, Target } from '../../client/target.ts'
import {
  createSimulator,
  type EmbeddedSandbox,
  type EmbeddedSimulator,
} from '../embedding/create-simulator.ts'
import type { SimulatorOptions } from '../options/simulator-options.ts'

const lamp = { id: 'lamp', name: 'Desk lamp', price: '20', quantity: 2 }
const amount = '40.00'
const seed = 'shop'

/** Differences of a subscription item from a monthly one at 12.50 for a year. */
interface SubscriptionTerms {
  frequency?: 'weekly' | 'monthly' | 'quarterly' | 'half-yearly' | 'yearly'
  subscriptionPeriod?: string
  autoRenewal?: boolean
  price?: string
  /** The user name of the shopper. */
  shopper?: string
}

export class Shop {
  readonly control: ControlClient
  readonly target: Target
  readonly service: ServiceClient
  private readonly fetch: Send
  private readonly samples: SampleSource

  private constructor(control: ControlClient, target: Target, fetch: Send) {
    this.control = control
    this.target = target
    this.fetch = fetch
    this.service = serviceClient(target, { send: fetch, seed })
    this.samples = { ...sampleSource(target), coin: 'BTC', amount }
  }

  /** Opens a shop of a merchant of a sandbox, by its index. */
  static async open(
    { url, fetch = globalThis.fetch }: { url: string; fetch?: Send },
    index = 0,
  ): Promise<Shop> {
    const control = controlClient({ url, fetch })
    const target = await readSimulatorTarget(control)
    // The first merchant of a target is the default one.
    const merchants = [...target.merchants.slice(index), ...target.merchants.slice(0, index)]
    return new Shop(control, { ...target, merchants }, fetch)
  }

  get merchant(): Pick<MerchantAccount, 'id' | 'accessToken'> {
    const [merchant] = this.target.merchants
    if (merchant === undefined) throw new Error('The target has no merchant.')
    return merchant
  }

  async invoice(order: string, overrides: object = {}): Promise<{ url: string; uuid: string }> {
    const { redirectUrl: _, customParameter: __, ...sample } = invoice(this.samples, { order })
    return (await this.service.createInvoice({ body: { ...sample, cart: [lamp], ...overrides } })).result
  }

  /** The order info of an invoice. */
  async order(uuid: string): Promise<{ order: string; amount: string }> {
    return (await this.service.getInvoice({ query: { uuid } })).result.returnval
  }

  /** Creates a transaction that waits for a wallet, and returns its id. */
  async qr(orderId: string, overrides: object = {}): Promise<string> {
    const { customParameter: _, ...sample } = qrTransaction(this.samples, { orderId })
    const body = { ...sample, cart: [lamp], ...overrides }
    return (await this.service.createQrTransaction({ body })).result.id
  }

  /** Pays through an exchange. */
  async pay(offerId: string, { shopper = 'ready', nativeAmount = amount } = {}): Promise<{ id: string }> {
    const payload = exchangePayment(this.samples, {
      offerId,
      nativeAmount,
      cart: [{ ...lamp, price: 20 }],
      shippingAddress: null,
    })
    const token = `shopper-${shopper}`
    return (await this.service.createExchangePayment({ payload, token })).result
  }

  /** Pays from a bank account, and returns the id of the transaction. */
  async payByBank(offerId: string, bankAmount = 100): Promise<string> {
    const payload = bankPayment(this.samples, {
      offerId,
      amount: bankAmount,
      cart: [],
      shippingAddress: null,
    })
    return (await this.service.createBankPayment({ payload })).result.id
  }

  /** Pays an invoice with a subscription item through an exchange, and returns the id of the subscription. */
  async subscribe(
    order: string,
    { shopper = 'ready', price = '12.50', ...terms }: SubscriptionTerms = {},
  ): Promise<string> {
    const {
      key: _,
      totalPrice: __,
      ...item
    } = subscriptionItem(this.samples, {
      id: 'magazine',
      name: 'Magazine',
      price,
      merchantSubscriptionId: `subscription of ${order}`,
      ...terms,
    })
    await this.invoice(order, { amount: price, cart: [item] })
    const payment = await this.pay(order, { shopper, nativeAmount: price })
    // The form of `subscriptionIds` is an assumption.
    const [id] = (await this.control.getTransaction({ params: { id: payment.id } })).subscriptions
    if (id === undefined) throw new Error(`The order ${order} began no subscription.`)
    return id
  }

  async debit(subscriptionId: string, debitAmount: number): Promise<{ data: { transactionId: string }[] }> {
    const body = { subscriptionId, amount: debitAmount, currency: 'USD' }
    return (await this.service.debitSubscription({ body })).result
  }

  async cancel(subscriptionId: string): Promise<void> {
    await this.service.cancelSubscription({ body: { subscriptionId } })
  }

  /** Sends any request to the service, valid or not. */
  send(
    method: string,
    path: string,
    { body, token }: { body?: unknown; token?: string } = {},
  ): Promise<Response> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    return this.fetch(this.target.baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** Closes a partial payment; returns any response, because refusals matter, too. */
  close(offerId: string): Promise<ServiceResponse> {
    return callService('closePartialPayment', this.target, { payload: { offerId }, seed }, this.fetch)
  }
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

/** A simulator with records of every kind. Its receiver accepts no webhook of a transaction that starts processing. */
export async function busySimulator(): Promise<EmbeddedSimulator> {
  const { simulator, shop } = await openShop({ assumptions: { 'webhooks.retries': 'back-off' } })
  const { control, clock } = simulator
  simulator.onWebhook(({ event }) => {
    if (event.status === 'processing') throw new Error('not now')
  })
  await shop.subscribe('subscription')
  await shop.payByBank('bank')
  const customParameter = { returnMethod: 'GET', params: [{ name: 'a', value: 'b' }] }
  const half = await shop.qr('half', { customParameter })
  await control.payFromWallet({ params: { id: half }, body: { share: '0.5' } })
  await clock.advance({ by: 'P40D' })
  const rules = [
    { do: 'reorder' },
    { do: 'duplicate', by: 'PT1H' },
    { do: 'delay', by: 'PT10M', every: 2 },
  ] as const
  await control.setWebhookFaultRules({ body: { rules: [...rules] } })
  await shop.pay('last')
  await shop.payByBank('second')
  await control.injectFault({ body: { operationId: 'getStore', action: { do: 'drop' }, times: 3 } })
  return simulator
}
