// The content of a webhook delivery. Stated are the custom parameters, the HTTP method, and the merchantSubscriptionId of a
// recurring payment; the rest is assumptions `webhooks.*`. Contract: Events.

import { compileTemplate, type Outputs } from '../../core/template.ts'
import type { TransactionStatus } from '../../spec/enumerations.ts'
import { webhookPlaceholders } from '../../spec/unspecified/webhooks.ts'
import { merchantAmount, nativeMoney } from '../resources/payability.ts'
import { cryptoAmounts } from '../world/money.ts'
import type { CustomParameters, StatusEvent, TransactionState } from '../world/state.ts'
import { statusWords } from '../world/transitions.ts'
import type { World } from '../world/world.ts'
import { signatureOf } from './signature.ts'

/** A status in a delivery: one of the four names of the contract, or an integer as text. */
type PaymentStatus = TransactionStatus | 'partially-paid' | 'closed' | `${number}`

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
  /** One of the four status names, or the integer as text. Assumption `webhooks.payment-status`. */
  paymentStatus: PaymentStatus
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

/** The status in a delivery. Assumption `webhooks.payment-status`. */
export function paymentStatus({ assumptions }: World, status: StatusEvent['status']): PaymentStatus {
  const form = assumptions.name('webhooks.payment-status')
  if (form === 'integer-text') return `${assumptions.value('transactions.status-integers')[status]}`
  const isPartial = status === 'partially-paid' || status === 'closed'
  return form === 'more-words' && isPartial ? status : statusWords[status]
}

export function factsOf(world: World, event: StatusEvent, transaction: TransactionState): WebhookFacts {
  const status = world.assumptions.value('transactions.status-integers')[event.status]
  const crypto = cryptoAmounts(world, transaction, event.received)
  const isNative = world.assumptions.is('webhooks.amounts', 'native')
  const { amount, currency } = isNative ? nativeMoney(transaction) : merchantAmount(world, transaction)
  return {
    offerId: transaction.offerId,
    transactionId: transaction.id,
    amount,
    currency,
    cryptoAmount: crypto.amount,
    cryptoCurrency: crypto.currency,
    receivedAmount: crypto.received,
    status,
    paymentStatus: paymentStatus(world, event.status),
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

/** The body of a POST delivery. */
export function postBody(
  world: World,
  { status }: Pick<StatusEvent, 'status'>,
  facts: WebhookFacts,
  breakSignature: boolean,
): string {
  const inner = JSON.stringify(facts)
  const signed = world.assumptions.is('webhooks.signature', 'rsa-sha256')
  const signature = signed ? { signature: signatureOf(world, breakSignature ? `${inner} ` : inner) } : {}
  const type = `transaction.${world.assumptions.is('webhooks.payment-status', 'integer-text') ? 'updated' : status}`
  if (world.assumptions.is('webhooks.payload', 'template')) {
    const { body } = world.assumptions.value('webhooks.payload')
    return JSON.stringify(filled(body, { ...named(world, facts), type, data: inner, ...signature }))
  }
  return world.assumptions.is('webhooks.payload', 'nested')
    ? JSON.stringify({ type, data: { data: inner, ...facts }, ...signature })
    : JSON.stringify({
        event_type: type,
        ...flat(nestedNames(facts)),
        custom_parameters: facts.customParameter,
        ...signature,
      })
}

/** The query of a GET delivery, before it is signed. Assumptions `webhooks.query` and `webhooks.colliding-parameters`. */
export function getQuery(world: World, facts: WebhookFacts, isEssential = false): URLSearchParams {
  const plain = world.assumptions.is('webhooks.query', 'plain')
  const custom = facts.customParameter.map(({ name, value }): [string, string] => [
    plain ? name : `params[${name}]`,
    value,
  ])
  const own = Object.entries(ownParameters(world, facts, isEssential)).map(
    ([name, value]): [string, string] => [name, String(value)],
  )
  const first = world.assumptions.is('webhooks.colliding-parameters', 'custom-first')
  return new URLSearchParams(first ? [...custom, ...own] : [...own, ...custom])
}

/** Parameters of a GET delivery in addition to the custom ones. Assumption `webhooks.payload`. */
function ownParameters(world: World, facts: WebhookFacts, isEssential: boolean): Named {
  const { assumptions } = world
  const shown = isEssential ? essential(facts) : nestedNames(facts)
  if (assumptions.is('webhooks.payload', 'template')) {
    const { query } = assumptions.value('webhooks.payload')
    const outputs = isEssential ? shown : named(world, facts)
    const fields = Object.entries<unknown>(query).map(
      ([key, field]) => [key, filled(field, outputs)] as const,
    )
    return Object.fromEntries(
      fields.flatMap(([key, value]) =>
        value === null ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)]],
      ),
    )
  }
  return assumptions.is('webhooks.payload', 'nested') ? shown : flat(shown)
}

/** A template with the values of a delivery. */
function filled(template: unknown, outputs: Outputs): unknown {
  return compileTemplate(template, webhookPlaceholders, 'the webhook template')(outputs)
}

/** Values that a template may name, except for what follows from the whole delivery. */
function named({ transactions }: World, facts: WebhookFacts): Outputs {
  const { nativeAmount, nativeCurrency } = transactions.get(facts.transactionId) ?? {}
  return { ...facts, nativeAmount, nativeCurrency, ...subscriptionNames(facts.subscription) }
}

/** The values with which a merchant recognizes the transaction and its status. */
function essential({ offerId, transactionId, status, paymentStatus, subscription }: WebhookFacts): Named {
  return { offerId, transactionId, status, paymentStatus, ...subscriptionNames(subscription) }
}

type Named = Record<string, string | number | boolean>

function nestedNames(facts: WebhookFacts): Named {
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

function flat(named: Named): Named {
  return Object.fromEntries(
    Object.entries(named).map(([name, value]) => [
      name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      value,
    ]),
  )
}
