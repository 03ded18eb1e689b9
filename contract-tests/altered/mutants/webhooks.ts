// Mutants of the webhook: which status changes are delivered, where, by which method, and with which custom parameters.

import type { SubscriptionState, TransactionState, WebhookRequest, World } from '../../observe/in-process.ts'
import * as op from './operators.ts'
import { mutantsOf } from './table.ts'

type Kind = TransactionState['kind']
type Params = NonNullable<NonNullable<TransactionState['customParameter']>['params']>
type Method = 'GET' | 'POST'

/** Stores changed custom parameters for transactions of some kinds. */
type ChangeParams = (params: Params, method: Method | undefined, world: op.HookedWorld) => Params
const storeParams = (kinds: readonly Kind[], change: ChangeParams) =>
  op.interceptTransactions((transaction, world) => {
    const { customParameter } = transaction
    if (!kinds.includes(transaction.kind) || customParameter?.params === undefined) return
    const params = change(customParameter.params, customParameter.returnMethod, world)
    transaction.customParameter = { ...customParameter, params }
  })

const eachValue = (change: (value: string) => string) => (params: Params) =>
  params.map(({ name, value }) => ({ name, value: change(value) }))

const paramChanges: Readonly<Record<string, (params: Params) => Params>> = {
  'no custom parameters': () => [],
  'only the first custom parameter': (params) => params.slice(0, 1),
  'only the first ten custom parameters': (params) => params.slice(0, 10),
  'empty values': eachValue(() => ''),
  'percent-encoded values': eachValue(encodeURIComponent),
  'values in lower case': eachValue((value) => value.toLowerCase()),
  'question marks in place of non-ASCII characters': eachValue(op.toAscii),
  'only the last custom parameter of each name': (params) => [
    ...new Map(params.map((pair) => [pair.name, pair])).values(),
  ],
  'only pairs with a value': (params) => params.filter(({ value }) => value !== ''),
  'names in lower case': (params) => params.map(({ name, value }) => ({ name: name.toLowerCase(), value })),
  'names in upper case': (params) => params.map(({ name, value }) => ({ name: name.toUpperCase(), value })),
}

const carry = (what: string, kinds: readonly Kind[]) =>
  Object.entries(paramChanges).map(([words, change]) =>
    op.byHand(`Deliveries of ${what} carry ${words}`, { world: storeParams(kinds, change) }),
  )

const placeholder = 'what-was-too-long'
const longValues = new WeakMap<op.HookedWorld, string>()

/** Delivers values that are too long: the simulator stores a placeholder, so that it does not withhold the delivery. */
const deliverLong = (
  sentence: string,
  method: Method,
  send: (whole: WebhookRequest) => WebhookRequest[] = (whole) => [whole],
  kinds: readonly Kind[] = ['wallet', 'exchange'],
) =>
  op.byHand(sentence, {
    world: storeParams(kinds, (params, ownMethod, world) =>
      params.map(({ name, value }) => {
        if (ownMethod !== method || value.length <= (method === 'GET' ? 1000 : 1_000_000))
          return { name, value }
        longValues.set(world, value)
        return { name, value: placeholder }
      }),
    ),
    delivery: (request, world) => {
      if (!`${request.url} ${request.body}`.includes(placeholder)) return [request]
      const value = longValues.get(world) ?? ''
      const url = request.url.replaceAll(placeholder, encodeURIComponent(value))
      return send({ ...request, url, body: request.body.replaceAll(placeholder, value) })
    },
  })

const delivering = (sentence: string, change: Parameters<typeof op.deliver>[0]) =>
  op.byHand(sentence, { delivery: op.deliver(change) })

const redirectBank = (words: string, path: string) =>
  delivering(`Delivers updates of bank payments to ${words}`, (request, { kind }) => [
    kind === 'bank' ? { ...request, url: request.url.replace('/webhook/0', path) } : request,
  ])

/** Replaces the merchant's id of a subscription in reports of recurring payments. */
const reportRecurring = (
  words: string,
  replace: (subscription: SubscriptionState, order: string) => string,
  isReported = (_status: string) => true,
) =>
  delivering(`Reports recurring payments ${words}`, (request, transaction, world) => {
    const { kind, status, subscriptions, offerId } = transaction
    const subscription = kind === 'subscription' ? world.subscriptions.get(subscriptions[0] ?? '') : undefined
    if (subscription === undefined) return [request]
    if (!isReported(status)) return []
    const changed = (text: string) =>
      text.replaceAll(subscription.merchantSubscriptionId, replace(subscription, offerId))
    return [{ ...request, body: changed(request.body), url: changed(request.url) }]
  })

/** True for all but the first of several transactions of a merchant that begin at the same instant. */
const isSecondAtOnce = ({ id, kind, merchant, createdAt }: TransactionState, world: World) =>
  op.firstIn(world, `${kind} of ${merchant} at ${createdAt}`, id) !== id

/** Delivers some ends of transactions by one method. */
const reportEnds = (method: Method) =>
  (['canceled', 'closed'] as const).map((end) =>
    op.byHand(`Delivers updates of ${end} transactions by ${method}`, {
      simulator: { assumptions: { 'qr-transactions.expiry': end === 'canceled' ? 'after-days' : 'never' } },
      delivery: op.deliver((request, { status }) => [
        status === end || (end === 'canceled' && status === 'timed-out') ? op.by(method, request) : request,
      ]),
    }),
  )

const method = 'customParameter.returnMethod'
const params = 'customParameter.params'
const requests = ['createInvoice', 'createQrTransaction'] as const

export const webhooks = mutantsOf({
  'webhooks.custom-parameter-get-and-post-accepted': requests.flatMap((operation) =>
    ['GET', 'POST'].map((value) => op.refuseIf(operation, method, op.is(value))),
  ),
  'webhooks.custom-parameter-other-method-refused': [
    ...requests.map((operation) =>
      op.acceptAs(operation, method, '"PUT"', (value) => value.replace('PUT', 'POST')),
    ),
    op.acceptAs('createQrTransaction', method, 'any text', () => 'POST'),
  ],
  'webhooks.custom-parameter-pairs-accepted': [
    op.refuseIf('createInvoice', params, op.longerThan(10)),
    op.refuseIf('createQrTransaction', `${params}.*.name`, op.matches('is not a word', /[^\w-]/)),
  ],
  'webhooks.one-for-crypto-and-bank': [
    redirectBank('a separate address', '/webhook/0/bank'),
    redirectBank('the webhook of another merchant', '/webhook/1'),
  ],
  'webhooks.exchange-status-changes': [
    op.dropDeliveries({
      'updates of exchange payments': ({ kind }) => kind === 'exchange',
      'the completion of exchange payments': ({ kind, status }) =>
        kind === 'exchange' && status === 'completed',
      'the completion of payments through the third exchange': ({ exchange, status }, { accounts }) =>
        status === 'completed' && exchange === accounts.exchanges[2]?.name,
      'updates of an order id that another merchant had first': ({ merchant, offerId }, world) =>
        op.firstIn(world, `merchant of ${offerId}`, merchant) !== merchant,
    }),
    op.byHand('Delivers the updates of the second merchant to the first one', {
      delivery: (request) => [{ ...request, url: request.url.replace('/webhook/1', '/webhook/0') }],
    }),
    op.byHand('Does not deliver updates by GET', {
      delivery: (request) => (request.method === 'GET' ? [] : [request]),
    }),
  ],
  'webhooks.bank-status-changes': op.dropDeliveries({
    'updates of bank payments': ({ kind }) => kind === 'bank',
    'the completion of bank payments': ({ kind, status }) => kind === 'bank' && status === 'completed',
    'the second of two bank payments that begin at the same instant': (transaction, world) =>
      transaction.kind === 'bank' && isSecondAtOnce(transaction, world),
  }),
  'webhooks.partial-payments': op.dropDeliveries({
    'partial payments': ({ status }) => status === 'partially-paid',
    'the second of two partial payments of transactions that begin at the same instant': (
      transaction,
      world,
    ) => transaction.status === 'partially-paid' && isSecondAtOnce(transaction, world),
  }),
  'webhooks.wallet-status-changes': op.dropDeliveries({
    'full payments': ({ kind, firstPartialAt, status }) =>
      kind === 'wallet' && firstPartialAt === null && status !== 'awaiting',
    'payments of the remainder': ({ kind, firstPartialAt, status }) =>
      kind === 'wallet' && firstPartialAt !== null && status !== 'partially-paid',
    'a payment of the remainder after two parts': ({ kind, firstPartialAt, lastPartialAt, status }) =>
      kind === 'wallet' && firstPartialAt !== lastPartialAt && status !== 'partially-paid',
    'changes of wallet transactions after their creation': ({ kind, status }) =>
      kind === 'wallet' && status !== 'awaiting',
    'the second of two full payments of wallet transactions that begin at the same instant': (
      transaction,
      world,
    ) =>
      transaction.kind === 'wallet' &&
      !['awaiting', 'partially-paid'].includes(transaction.status) &&
      isSecondAtOnce(transaction, world),
  }),
  'webhooks.recurring-payments': [
    op.dropDeliveries({ 'debits of the service': ({ kind }) => kind === 'subscription' }),
    reportRecurring("with the service's id of the subscription", ({ id }) => id),
    reportRecurring('that the merchant requests without the id of the merchant', (one) =>
      one.autoRenewal ? one.merchantSubscriptionId : 'renewal',
    ),
    reportRecurring('of an order id that the merchant chose without the id of the merchant', (one, order) =>
      one.order === order ? one.merchantSubscriptionId : 'renewal',
    ),
    reportRecurring(
      'that the merchant requests only once, without the id of the merchant',
      (one) => (one.autoRenewal ? one.merchantSubscriptionId : 'renewal'),
      (status) => status === 'completed',
    ),
    reportRecurring(
      'without the id of the merchant after the first debit',
      ({ debits, merchantSubscriptionId }) => (debits <= 2 ? merchantSubscriptionId : 'renewal'),
    ),
  ],
  'webhooks.qr-parameters': [
    carry('wallet transactions', ['wallet']),
    delivering(
      'Only the first delivery of a wallet transaction carries the custom parameters',
      (request, { customParameter, status }) => {
        const sent = status === 'awaiting' ? [] : (customParameter?.params ?? [])
        const body = sent.reduce((text, { value }) => text.replaceAll(value, ''), request.body)
        return [{ ...request, body }]
      },
    ),
    op.byHand('Deliveries of wallet transactions carry the custom parameters of the invoice instead', {
      world: op.interceptTransactions((transaction, world) => {
        const { kind, offerId } = transaction
        const of = [...world.invoices].findLast(({ order }) => order === offerId)
        if (kind === 'wallet' && of !== undefined) transaction.customParameter = of.customParameter
      }),
    }),
    op.byHand('Cuts values off after 400 characters', {
      world: storeParams(
        ['wallet'],
        eachValue((value) => value.slice(0, 400)),
      ),
    }),
  ],
  'webhooks.invoice-parameters': [
    carry('paid invoices', ['exchange', 'bank']),
    op.byHand(
      'Deliveries carry the custom parameters of the latest invoice of any merchant with the order id',
      {
        world: op.interceptTransactions((transaction, world) => {
          const latest = [...world.invoices].findLast(({ order }) => order === transaction.offerId)
          if (transaction.kind !== 'wallet' && latest !== undefined)
            transaction.customParameter = latest.customParameter
        }),
      },
    ),
    op.byHand('Deliveries of bank payments carry no custom parameters', {
      world: storeParams(['bank'], () => []),
    }),
  ],
  'webhooks.delivered-by-get': [
    op.byHand('Delivers every update by POST', { delivery: (request) => [op.by('POST', request)] }),
    delivering('Delivers updates of recurring payments by POST', (request, { kind }) => [
      kind === 'subscription' ? op.by('POST', request) : request,
    ]),
    reportEnds('POST'),
    op.byHand('Delivers updates for GET also by POST', {
      delivery: (request) => (request.method === 'GET' ? [request, op.by('POST', request)] : [request]),
    }),
  ],
  'webhooks.delivered-by-post': [
    op.byHand('Delivers every update by GET', { delivery: (request) => [op.by('GET', request)] }),
    reportEnds('GET'),
    delivering('Delivers updates of bank payments by GET', (request, { kind }) => [
      kind === 'bank' ? op.by('GET', request) : request,
    ]),
  ],
  'webhooks.get-within-2048': [
    deliverLong('Delivers by GET whatever the length', 'GET'),
    deliverLong('Delivers updates of bank payments by GET whatever the length', 'GET', undefined, ['bank']),
    deliverLong('Delivers by GET up to 4096 characters', 'GET', (whole) =>
      whole.url.length <= 4096 ? [whole] : [],
    ),
    deliverLong('Delivers by GET what has 2048 characters before it is escaped', 'GET', (whole) =>
      decodeURIComponent(whole.url).length <= 2048 ? [whole] : [],
    ),
  ],
  'webhooks.post-within-2m': deliverLong('Delivers by POST whatever the length', 'POST'),
})
