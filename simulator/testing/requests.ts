// Lawful requests for every operation, and a world in which each of them is granted.

import type { PayloadOf, SentBodyOf } from '../../spec/operation.ts'
import type { OperationId, Operations } from '../../spec/operations.ts'
import { times } from '../world/money.ts'
import type { Asked, TestClient } from './client.ts'

type Body<Id extends OperationId> = SentBodyOf<Operations[Id]>
type Payload<Id extends OperationId> = PayloadOf<Operations[Id]>

/** A cart line whose sum is 40. */
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

export const ada = { name: 'Ada Example', email: 'ada@shop.example' }
export const address = { address1: '1 Sample Street', city: 'Springfield', state: 'IL', country: 'US' }

export function invoice(order: string, changes: Partial<Body<'createInvoice'>> = {}): Body<'createInvoice'> {
  return {
    amount: '40.00',
    currency: 'USD',
    order,
    cart: [lamps],
    customerInfo: ada,
    shippingAddress: null,
    ...changes,
  }
}

export function qrRequest(
  orderId: string,
  changes: Partial<Body<'createQrTransaction'>> = {},
): Body<'createQrTransaction'> {
  return {
    amount: '40.00',
    currency: 'USD',
    cryptoCurrency: 'BTC',
    orderId,
    cart: [lamps],
    customerInfo: ada,
    ...changes,
  }
}

export function validation(
  client: TestClient,
  changes: Partial<Payload<'validateExchangePayment'>> = {},
): Payload<'validateExchangePayment'> {
  return {
    clientId: client.merchant.id,
    assets: 'BTC',
    cart: [lamps],
    offerId: 'offer-1',
    confirmation: 'true',
    nativeAmount: '40.00',
    ...changes,
  }
}

export function exchangePayment(
  client: TestClient,
  offerId: string,
  changes: Partial<Payload<'createExchangePayment'>> = {},
): Payload<'createExchangePayment'> {
  return {
    clientId: client.merchant.id,
    assets: 'BTC',
    cart: [lamps],
    shippingAddress: address,
    offerId,
    nativeAmount: '40.00',
    savepassword: false,
    code2fa: '',
    merchantStoreCurrency: 'USD',
    ...changes,
  }
}

export function bankPayment(
  client: TestClient,
  offerId: string,
  changes: Partial<Payload<'createBankPayment'>> = {},
): Payload<'createBankPayment'> {
  return {
    clientId: client.merchant.id,
    amount: 40,
    accountId: client.merchant.bankAccount?.id ?? '',
    cart: [lamps],
    stockId: 'linked-bank-ready',
    offerId,
    merchantStoreCurrency: 'USD',
    hostedPageId: '',
    shippingAddress: null,
    ...changes,
  }
}

export const payee = {
  id: 'payee-1',
  fname: 'Grace',
  lname: 'Example',
  email: 'grace@payee.example',
  label: 'supplier',
  businessname: 'Grace & Co',
}

export const transfer = { ...payee, amount: 250, currency: 'USD', descriptor: 'January' }

/** Ids of things that lookups and follow-ups need. */
export interface Prepared {
  uuid: string
  partialOrder: string
  partialTransaction: string
  subscriptionId: string
  /** The exchange payment that began the subscription. */
  subscriptionPayment: string
}

/** An invoice, a QR transaction of which half is paid, and a subscription that runs. */
export async function prepare(client: TestClient): Promise<Prepared> {
  const { uuid } = (await client.ask('createInvoice', { body: invoice('prepared-invoice') })).response.result
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

/** A QR transaction of which the wallet has paid half; gives its id. */
export async function halfPaid(client: TestClient, orderId: string): Promise<string> {
  const { id } = (await client.ask('createQrTransaction', { body: qrRequest(orderId) })).response.result
  client.pay(id, times(client.transaction(id).amount, '0.5'))
  return id
}

/** Pays an invoice that bears a subscription item, through an exchange. */
export async function subscribe(
  client: TestClient,
  order: string,
  line: Partial<Body<'createInvoice'>['cart'][number]> = {},
  asked: Asked = {},
): Promise<{ subscriptionId: string; payment: string; uuid: string }> {
  const cart = [{ ...magazine, ...line }]
  const { uuid } = (await client.ask('createInvoice', { body: invoice(order, { cart, amount: '12.50' }) }))
    .response.result
  const payload = exchangePayment(client, order, {
    nativeAmount: '12.50',
    cart: [{ id: 'magazine', name: 'Magazine', price: '12.5', quantity: 1 }],
  })
  const { result } = (await client.ask('createExchangePayment', { payload, ...asked })).response
  const [subscription] = client.transaction(result.id).subscriptions
  if (subscription === undefined) throw new Error('The payment began no subscription.')
  return { subscriptionId: subscription, payment: result.id, uuid }
}

/** Where the fields of a debit stand, as the assumption in force asks for. */
export function debit(
  client: TestClient,
  subscriptionId: string,
  amount = 12.5,
  currency = 'USD',
): Omit<Body<'debitSubscription'>, 'merchantId' | 'merchantAuth'> {
  const one = { subscriptionId, amount, currency }
  return client.world.assumptions.is('subscriptions.debit-fields', 'items') ? { items: [one] } : one
}

/** A request that is granted, in a prepared world, for each operation. */
export function expected(client: TestClient, prepared: Prepared): { readonly [Id in OperationId]: Asked } {
  return {
    createInvoice: {
      body: invoice('lawful-invoice', {
        redirectUrl: 'https://shop.example/thanks',
        customParameter: { returnMethod: 'POST', params: [{ name: 'basket', value: 'b-17' }] },
        shippingAddress: address,
        siteInfo: { name: 'Lamps' },
      }),
    },
    createQrTransaction: {
      body: qrRequest('lawful-qr', { customParameter: { returnMethod: 'GET', params: [] } }),
    },
    validateExchangePayment: { payload: validation(client) },
    createExchangePayment: { payload: exchangePayment(client, 'lawful-exchange') },
    createBankPayment: { payload: bankPayment(client, 'lawful-bank') },
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
