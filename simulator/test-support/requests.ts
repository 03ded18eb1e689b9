// The requests of the simulator's tests: the sample requests of the client with the goods of one test shop, and a world in
// which a request of each operation succeeds.

import * as samples from '../../client/sample-requests.ts'
import type { PayloadOf, SentBodyOf } from '../../spec/operation.ts'
import type { OperationId, Operations } from '../../spec/operations.ts'
import { formatInstant } from '../time/instants.ts'
import { times } from '../world/money.ts'
import { found, type Shop, type TestRequest } from './shop.ts'
import type { TestClient } from './test-client.ts'

export { address } from '../../client/sample-requests.ts'

type Body<Id extends OperationId> = SentBodyOf<Operations[Id]>
type Payload<Id extends OperationId> = PayloadOf<Operations[Id]>

/** A cart line with a sum of 40. */
export const lamps = { id: 'lamp', name: 'Desk lamp', price: '20', quantity: 2 }

/** A subscription item that the service renews monthly for a year, at 12.50. */
export const magazine = {
  id: 'magazine',
  name: 'Magazine',
  price: '12.5',
  quantity: 1,
  isSubscription: true,
  frequency: 'monthly',
  subscriptionPeriod: '12m',
  merchantSubscriptionId: 'magazine-17',
  autoRenewal: true,
} as const

const anyMerchant = { id: '', merchantAuth: '', bankAccountId: null }

function sourceOf(client?: Shop): samples.SampleSource {
  return {
    merchant: client === undefined ? anyMerchant : client.accountOf(),
    shopper: { stockId: 'b1d7a3e4-0000-4000-8000-000000000002' },
    coin: 'BTC',
    amount: '40.00',
    emailDomain: 'shop.example',
    debitFields: client?.target.assumptions['subscriptions.debit-fields'] ?? 'top-level',
    id: (kind) => `${kind}-1`,
  }
}

export function invoice(order: string, overrides: Partial<Body<'createInvoice'>> = {}) {
  const { redirectUrl: _, customParameter: __, ...sample } = samples.invoice(sourceOf(), { order })
  return { ...sample, cart: [lamps], ...overrides }
}

export function qrTransaction(orderId: string, overrides: Partial<Body<'createQrTransaction'>> = {}) {
  const { customParameter: _, ...sample } = samples.qrTransaction(sourceOf(), { orderId })
  return { ...sample, cart: [lamps], ...overrides }
}

export function exchangeCheck(client: Shop, overrides: Partial<Payload<'validateExchangePayment'>> = {}) {
  return samples.exchangeCheck(sourceOf(client), { cart: [lamps], offerId: 'offer-1', ...overrides })
}

export function exchangePayment(
  client: Shop,
  offerId: string,
  overrides: Partial<Payload<'createExchangePayment'>> = {},
): Payload<'createExchangePayment'> {
  return samples.exchangePayment(sourceOf(client), { cart: [lamps], offerId, ...overrides })
}

export function bankPayment(
  client: Shop,
  offerId: string,
  overrides: Partial<Payload<'createBankPayment'>> = {},
): Payload<'createBankPayment'> {
  const accountId = client.accountOf().bankAccountId ?? ''
  const changes = { accountId, cart: [lamps], offerId, shippingAddress: null, ...overrides }
  return samples.bankPayment(sourceOf(client), changes)
}

export const payee = { ...samples.payee(sourceOf()), email: 'grace@payee.example' }

export const transfer = samples.transfer(payee, { amount: 250 })

export function createInvoice(client: Shop, order: string, overrides: object = {}) {
  return client.result('createInvoice', { body: { ...invoice(order), ...overrides } })
}

export function createQrTransaction(client: Shop, order: string, overrides: object = {}) {
  return client.result('createQrTransaction', { body: { ...qrTransaction(order), ...overrides } })
}

/** Creates a transaction that waits for a wallet, and returns its id. */
export async function createQr(client: Shop, order: string, overrides: object = {}): Promise<string> {
  return (await createQrTransaction(client, order, overrides)).id
}

export function payByExchange(
  client: Shop,
  offerId: string,
  overrides?: Parameters<typeof exchangePayment>[2],
  request: TestRequest = {},
) {
  const payload = exchangePayment(client, offerId, overrides)
  return client.result('createExchangePayment', { payload, ...request })
}

export function payByBank(client: Shop, offerId: string, overrides?: Parameters<typeof bankPayment>[2]) {
  return client.result('createBankPayment', { payload: bankPayment(client, offerId, overrides) })
}

/** Ids of things that lookups and follow-ups need. */
export interface Prepared {
  uuid: string
  partialOrder: string
  partialTransaction: string
  subscriptionId: string
  /** The exchange payment that began the subscription. */
  subscriptionPayment: string
}

/** Creates an invoice, a half-paid QR transaction, and an active subscription. */
export async function prepare(client: TestClient): Promise<Prepared> {
  const { uuid } = await createInvoice(client, 'prepared-invoice')
  const half = await halfPaid(client, 'prepared-partial')
  const { subscriptionId, payment } = await subscribe(client, 'prepared-subscription')
  return {
    uuid,
    partialOrder: 'prepared-partial',
    partialTransaction: half,
    subscriptionId,
    subscriptionPayment: payment,
  }
}

/** Creates a QR transaction, pays half of it from the wallet, and returns its id. */
export async function halfPaid(client: TestClient, orderId: string): Promise<string> {
  const { id } = await createQrTransaction(client, orderId)
  client.pay(id, times(client.transaction(id).amount, '0.5'))
  return id
}

/** Pays an invoice with a subscription item through an exchange. */
export async function subscribe(
  client: Shop,
  order: string,
  line: Partial<Body<'createInvoice'>['cart'][number]> = {},
  request: TestRequest = {},
): Promise<{ subscriptionId: string; payment: string; uuid: string }> {
  const { uuid } = await createInvoice(client, order, { cart: [{ ...magazine, ...line }], amount: '12.50' })
  const cart = [{ id: 'magazine', name: 'Magazine', price: '12.5', quantity: 1 }]
  const payment = await payByExchange(client, order, { nativeAmount: '12.50', cart }, request)
  // The form of `subscriptionIds` is an assumption.
  const [subscription] = (await client.control.getTransaction({ params: { id: payment.id } })).subscriptions
  return { subscriptionId: found(subscription, 'subscription of the payment'), payment: payment.id, uuid }
}

/** Pays an invoice with a subscription item, and returns the id of the subscription. */
export async function createSubscription(...how: Parameters<typeof subscribe>): Promise<string> {
  return (await subscribe(...how)).subscriptionId
}

/** Sets the balance that subscriptions are debited from. */
export function drain(client: TestClient, amount = '0'): void {
  const exchange = client.world.accounts.exchange(client.exchange())
  if (exchange !== undefined) client.world.setBalance(client.shopper('ready'), exchange, 'BTC', amount)
}

/** The days on which subscriptions were debited. */
export function debitDays({ world }: TestClient): string[] {
  return [...world.transactions]
    .filter(({ kind }) => kind === 'subscription')
    .map(({ createdAt }) => formatInstant(createdAt).slice(0, 10))
}

/** The body of a debit without credentials, with its fields where the assumption in force expects them. */
export function debit(
  client: TestClient,
  subscriptionId: string,
  amount = 12.5,
  currency = 'USD',
): Omit<Body<'debitSubscription'>, 'merchantId' | 'merchantAuth'> {
  const fields = { subscriptionId, amount, currency }
  const { merchantId: _, merchantAuth: __, ...body } = samples.debit(sourceOf(client), fields)
  return body
}

/** A request of each operation that succeeds in a prepared world. */
export function validRequests(
  client: TestClient,
  prepared: Prepared,
): { readonly [Id in OperationId]: TestRequest } {
  return {
    createInvoice: {
      body: invoice('valid-invoice', {
        redirectUrl: 'https://shop.example/thanks',
        customParameter: { returnMethod: 'POST', params: [{ name: 'basket', value: 'b-17' }] },
        shippingAddress: samples.address,
        siteInfo: { name: 'Lamps' },
      }),
    },
    createQrTransaction: {
      body: qrTransaction('valid-qr', { customParameter: { returnMethod: 'GET', params: [] } }),
    },
    validateExchangePayment: { payload: exchangeCheck(client) },
    createExchangePayment: { payload: exchangePayment(client, 'valid-exchange') },
    createBankPayment: { payload: bankPayment(client, 'valid-bank') },
    createTransfers: { payload: [transfer] },
    addPayees: { payload: [payee] },
    getInvoice: { query: { uuid: prepared.uuid } },
    closePartialPayment: { payload: { offerId: prepared.partialOrder } },
    listCurrencies: { query: { amount: '40.00', currency: 'USD' } },
    checkExchangeBalance: { query: { merchantId: client.merchant.id } },
    listBanks: {},
    getStore: {},
    getShopper: {},
    debitSubscription: { body: debit(client, prepared.subscriptionId) },
    cancelSubscription: { body: { subscriptionId: prepared.subscriptionId } },
  }
}
