// The content of a webhook delivery. Stated are the custom parameters, the HTTP method, and the merchantSubscriptionId of a
// recurring payment; the rest is assumptions `webhooks.*`. Contract: Events.

import { sign } from 'node:crypto'
import type { CustomParameters, StatusEvent, TransactionState } from '../world/state.ts'
import type { World } from '../world/world.ts'

/** The fields of the nested payload. */
export interface WebhookFacts {
  offerId: string
  transactionId: string
  amount: string
  currency: string
  cryptoAmount: string
  cryptoCurrency: string
  receivedAmount: string
  status: number
  paymentStatus: string
  isSubscription: boolean
  subscription: { id: string; merchantSubscriptionId: string }[]
  customerInfo: { name: string; email: string } | null
  customParameter: { name: string; value: string }[]
}

/** The HTTP method of a delivery. Assumption `webhooks.custom-parameter-fields` when no returnMethod was sent. */
export function methodOf(world: World, customParameter: CustomParameters | null): 'GET' | 'POST' {
  return (
    customParameter?.returnMethod ?? // webhooks.delivered-by-get, webhooks.delivered-by-post
    (world.assumptions.is('webhooks.custom-parameter-fields', 'post') ? 'POST' : 'GET')
  )
}

export function factsOf(world: World, event: StatusEvent, transaction: TransactionState): WebhookFacts {
  return {
    offerId: transaction.offerId,
    transactionId: transaction.id,
    amount: transaction.nativeAmount,
    currency: transaction.nativeCurrency,
    cryptoAmount: transaction.amount,
    cryptoCurrency: transaction.currency,
    receivedAmount: event.received,
    status: world.assumptions.value('transactions.status-integers')[event.status],
    paymentStatus: event.status,
    isSubscription: transaction.subscriptions.length > 0,
    subscription: transaction.subscriptions.map((id) => ({
      // webhooks.recurring-payments
      id,
      merchantSubscriptionId: world.subscriptions.get(id)?.merchantSubscriptionId ?? id,
    })),
    customerInfo: transaction.customer,
    customParameter: transaction.customParameter?.params ?? [],
  }
}

/** The base64 signature of a text. Assumption `webhooks.signature`. */
function signatureOf(world: World, text: string): string {
  return sign('RSA-SHA256', Buffer.from(text), world.accounts.serviceKey.privateKey).toString('base64')
}

/** The body of a POST delivery. */
export function postBody(world: World, facts: WebhookFacts, breakSignature: boolean): string {
  const inner = JSON.stringify(facts)
  const signed = world.assumptions.is('webhooks.signature', 'rsa-sha256')
  const signature = signed ? { signature: signatureOf(world, breakSignature ? `${inner} ` : inner) } : {}
  const type = `transaction.${facts.paymentStatus}`
  return world.assumptions.is('webhooks.payload', 'nested')
    ? JSON.stringify({ type, data: { data: inner, ...facts }, ...signature })
    : JSON.stringify({
        event_type: type,
        ...flat(facts),
        custom_parameters: facts.customParameter,
        ...signature,
      })
}

/** The query of a GET delivery, before it is signed. Assumption `webhooks.query`. */
export function getQuery(world: World, facts: WebhookFacts): URLSearchParams {
  const query = new URLSearchParams()
  const plain = world.assumptions.is('webhooks.query', 'plain')
  for (const { name, value } of facts.customParameter) query.append(plain ? name : `params[${name}]`, value)
  const named = world.assumptions.is('webhooks.payload', 'nested') ? nestedNames(facts) : flat(facts)
  for (const [name, value] of Object.entries(named)) query.append(name, String(value))
  return query
}

/** A query as text, with its signature. */
export function signedQuery(world: World, query: URLSearchParams, breakSignature: boolean): string {
  const text = query.toString()
  if (!world.assumptions.is('webhooks.signature', 'rsa-sha256')) return text
  query.append('signature', signatureOf(world, breakSignature ? `${text} ` : text))
  return query.toString()
}

/** The most characters that a signature adds to a query. */
export function maxSignatureCharacters(world: World): number {
  const bits = world.accounts.serviceKey.publicKey.asymmetricKeyDetails?.modulusLength ?? 4096
  // Four base64 characters for three bytes, and up to three characters in the query for each of those.
  return '&signature='.length + Math.ceil(bits / 8 / 3) * 4 * 3
}

function nestedNames(facts: WebhookFacts): Record<string, string | number | boolean> {
  const { customParameter: _, customerInfo, subscription, ...rest } = facts
  return {
    ...rest,
    ...subscriptionNames(subscription),
    ...(customerInfo === null ? {} : { customerEmail: customerInfo.email }),
  }
}

function subscriptionNames(subscription: WebhookFacts['subscription']): Record<string, string> {
  const [first] = subscription
  if (first === undefined) return {}
  return {
    subscriptionId: first.id,
    merchantSubscriptionId: subscription
      .map(({ merchantSubscriptionId }) => merchantSubscriptionId)
      .join(','),
  }
}

function flat(facts: WebhookFacts): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(nestedNames(facts)).map(([name, value]) => [
      name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      value,
    ]),
  )
}
