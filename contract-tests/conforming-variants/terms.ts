// Business terms of a service that the contract does not show: longest periods, ends of subscriptions that nobody debits, slow
// payments, missing funds. And further forms of deliveries.

import { createCipheriv } from 'node:crypto'
import type { OperationId } from '../../spec/operations.ts'
import { type CallOf, refusalOf, replaceHandler } from '../mutants/handler-seam.ts'
import type { InProcessOptions, WebhookRequest, World } from '../targets/in-process.ts'
import { maxPostLength } from './more-deliveries.ts'
import { type ContractVariants, permitting } from './response-changes.ts'
import { refusing } from './strictness.ts'

const day = 86_400_000

/** The approximate days of a subscription period such as `12m`. */
function daysOf(period: string | undefined): number {
  const [, count = '0', unit = ''] = /^(\d+)([ymw])$/.exec(period ?? '') ?? []
  return Number(count) * (unit === 'y' ? 365 : unit === 'm' ? 30.4 : 7)
}

const periods = (isRefused: (days: number) => boolean) =>
  refusing('createInvoice', ({ body }) =>
    body.cart.some((line) => line.isSubscription === true && isRefused(daysOf(line.subscriptionPeriod))),
  )

/** Refuses requests about a subscription at an age, by either of its ids. */
export const atAge = (id: 'debitSubscription' | 'cancelSubscription', isRefused: (days: number) => boolean) =>
  refusing(id, ({ world, body }) => {
    const ids = JSON.stringify(body)
    return [...world.subscriptions].some(
      (one) =>
        (ids.includes(one.id) || ids.includes(`"${one.merchantSubscriptionId}"`)) &&
        isRefused((world.now - one.anchor) / day),
    )
  })

/** Refuses a request that is made again within a minute. */
function onceInAMinute<Id extends OperationId>(id: Id, about: (call: CallOf<Id>) => unknown) {
  const made = new WeakMap<World, Map<string, number>>()
  return replaceHandler(id, (call, real) => {
    const { world } = call
    const last = made.get(world) ?? new Map<string, number>()
    made.set(world, last)
    const key = String(Number(about(call)))
    if (world.now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < 60_000) return refusalOf(id)
    last.set(key, world.now)
    return real(call)
  })
}

/** Refuses every tenth request because of a rate limit. */
function limiting({ status, body }: { status: number; body: object }): InProcessOptions {
  let sent = 0
  return {
    transport: async (_, send) => {
      sent += 1
      return sent % 10 === 0 ? Response.json(body, { status }) : send()
    },
  }
}

/** Deliveries by POST with another body. */
const posting =
  (change: (event: Record<string, unknown>) => unknown): NonNullable<InProcessOptions['delivery']> =>
  (request): WebhookRequest[] => {
    if (request.method !== 'POST') return [request]
    const body = JSON.parse(request.body)
    const event = Object(Object(body).data ?? body)
    // By another assumption, payloads have other fields.
    if (event.transactionId === undefined) return [request]
    const changed = change(event)
    const text = typeof changed === 'string' ? changed : JSON.stringify(changed)
    return [text.length > maxPostLength ? request : { ...request, body: text }]
  }

const pairsOf = (event: Record<string, unknown>): { name: string; value: string }[] =>
  Object(event).customParameter ?? []
/** Encrypted with a key that the suite does not have. */
function encrypted(event: unknown): string {
  const cipher = createCipheriv('aes-256-ctr', Buffer.alloc(32, 7), Buffer.alloc(16))
  return cipher.update(JSON.stringify(event), 'utf8', 'base64url')
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const named = <Table extends Readonly<Record<string, NonNullable<InProcessOptions['delivery']>>>>(
  table: Table,
) => Object.fromEntries(Object.entries(table).map(([name, delivery]) => [name, { delivery }]))

/** A mere notice of a payment that is less than the amount: the status does not change, so it is no status update. */
const noticeOfPart: NonNullable<InProcessOptions['delivery']> = (request, world) => {
  const text = decodeURIComponent(`${request.url} ${request.body}`)
  const partial = [...world.transactions].find(
    ({ id, status }) => status === 'partially-paid' && text.includes(id),
  )
  if (partial === undefined) return [request]
  const { origin, pathname } = new URL(request.url)
  const body = JSON.stringify({
    event: 'transaction.underpaid',
    transactionId: partial.id,
    status: 'pending',
  })
  return [{ ...request, method: 'POST', url: `${origin}${pathname}`, body }]
}

const withoutFunds: InProcessOptions['response'] = (response, { operationId }) =>
  operationId === 'createTransfers' && response.json !== undefined ? fundless(response) : response

const fundless = (response: Parameters<NonNullable<InProcessOptions['response']>>[0]) =>
  Object(response.json).result?.success === true
    ? {
        ...response,
        json: { ok: true, result: { success: false, errorMsg: 'Insufficient funds of the merchant' } },
      }
    : response

export const termVariants: ContractVariants = {
  ...permitting('Resources, Cart item: the form of a period is shown, not how short or long it may be.', {
    'subscriptions for at most a year': periods((days) => days > 366),
    'subscriptions for at least six months': periods((days) => days < 180),
    'weekly subscriptions for at most half a year': refusing('createInvoice', ({ body }) =>
      body.cart.some((one) => one.frequency === 'weekly' && daysOf(one.subscriptionPeriod) > 184),
    ),
    'periods that are multiples of the frequency': refusing('createInvoice', ({ body }) =>
      body.cart.some(
        ({ isSubscription, frequency, subscriptionPeriod = '' }) =>
          isSubscription === true && (frequency === 'weekly') !== subscriptionPeriod.endsWith('w'),
      ),
    ),
  }),
  ...permitting(
    'States and transitions: subscription states and the effect of debits on them are not shown.',
    {
      'debits in the two days around the due day only': atAge(
        'debitSubscription',
        (age) => age < 5 || age > 9,
      ),
      'subscriptions that begin after twenty days': {
        ...atAge('cancelSubscription', (age) => age < 20),
      },
      'debits from the twentieth day on': atAge('debitSubscription', (age) => age < 20),
      'subscriptions with a minimum term of three months': atAge('cancelSubscription', (age) => age < 91),
      'automatic debits only with a saved password': replaceHandler('createExchangePayment', (call, real) => {
        const known = new Set(call.world.subscriptions)
        const response = real(call)
        if (call.payload.savepassword !== true)
          for (const one of call.world.subscriptions) if (!known.has(one)) one.autoRenewal = false
        return response
      }),
    },
  ),
  ...permitting(
    'Limits: rate limits are not shown, nor that equal requests in a short time are all accepted.',
    {
      'one debit of an amount in a minute': onceInAMinute('debitSubscription', ({ body }) => body.amount),
      'one wallet transaction of an amount in a minute': onceInAMinute(
        'createQrTransaction',
        ({ body }) => body.amount,
      ),
      'one bank payment of an amount in a minute': onceInAMinute(
        'createBankPayment',
        ({ payload }) => payload.amount,
      ),
      'a rate limit with HTTP 403': limiting({ status: 403, body: { message: 'Too many requests.' } }),
      'a rate limit with HTTP 200 and ok: false': limiting({
        status: 200,
        body: { ok: false, error: 'Rate limit exceeded' },
      }),
    },
  ),
  ...permitting('Endpoints, 15: orderId is optional, and what it names is not shown.', {
    'debits for orders that have an invoice': refusing(
      'debitSubscription',
      ({ world, merchant, body }) =>
        body.orderId !== undefined && world.invoices.group(merchant, body.orderId).length === 0,
    ),
    'debits for orders that are not paid': refusing(
      'debitSubscription',
      ({ world, merchant, body: { orderId } }) =>
        orderId !== undefined &&
        (world.invoices.group(merchant, orderId).length === 0 ||
          world.transactions.group(merchant, orderId).length > 0),
    ),
  }),
  ...permitting('Resources, customerInfo: phone is a string; which numbers make sense is not shown.', {
    'phone numbers without spaces': refusing(
      'createInvoice',
      ({ body }) => body.customerInfo?.phone !== undefined && !/^\+?\d+$/.test(body.customerInfo.phone),
    ),
  }),
  ...permitting('States and transitions: "may take"; when a crypto transaction completes is not stated.', {
    'exchange payments that are pending for five days': {
      world: {
        scheduleEvent(event, { transactions, now }) {
          if (transactions.get(event.ref)?.kind !== 'exchange') return event
          if (event.kind === 'transaction.process') return undefined
          return event.kind === 'transaction.complete' ? { ...event, due: now + 5 * day } : event
        },
      },
    },
  }),
  ...permitting('Endpoints, 6: whether a merchant has the funds for a transfer is not shown.', {
    'transfers of a merchant without funds': { response: withoutFunds },
  }),
  ...permitting(
    'Events: "Webhook payload fields, event type names, signing and retry behaviour: not shown."',
    named({
      'deliveries with another integer as the status, and the word of the settlement': posting(
        ({ offerId, transactionId, status, subscription, customParameter }) => ({
          ...{ offerId, transactionId, subscription, customParameter },
          status: 4000 + String(status).length,
          settlement: 'pending',
        }),
      ),
      'deliveries as base64 with padding': posting((event) => ({
        data: `${base64({ ...event, data: undefined })}`,
      })),
      'notices of partial payments without custom parameters': noticeOfPart,
      'deliveries that are encrypted': posting((event) => ({ alg: 'A256', payload: encrypted(event) })),
      'custom parameters with a prefix': posting((event) => ({
        ...event,
        data: undefined,
        customParameter: undefined,
        ...Object.fromEntries(pairsOf(event).map(({ name, value }) => [`custom_${name}`, value])),
      })),
      'custom parameters as texts in a list': posting((event) => ({
        ...event,
        data: undefined,
        customParameter: pairsOf(event).map(({ name, value }) => `${name}=${value}`),
      })),
    }),
  ),
}
