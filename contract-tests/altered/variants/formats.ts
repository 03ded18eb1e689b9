// Deliveries in formats that are hard to read, and deliveries that are no updates of a status: notices of settlements and
// invoices, and tests of the URL. "Webhook payload fields, event type names, signing and retry behaviour: not shown."

import { createCipheriv } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { World } from '../../observe/in-process.ts'
import { type Deliver, type Event, notice, type Pair, pairsOf, postingUsual } from './delivery-changes.ts'
import { delivering } from './rows.ts'

/** The facts of a delivery, and its pairs of names and values. */
interface Facts {
  event: Event
  own: readonly Pair[]
  subscriptions: readonly string[]
  custom: readonly Pair[]
}

function factsOf(whole: Event): Facts {
  const { offerId, transactionId, status, paymentStatus, subscription = [], customParameter = [] } = whole
  const own = Object.entries({ order: offerId, id: transactionId, status: paymentStatus })
  const subscriptions = subscription as { id: string; merchantSubscriptionId: string }[]
  return {
    event: { offerId, transactionId, status, paymentStatus, subscription, customParameter },
    own: own.map(([name, value]): Pair => [name, String(value)]),
    subscriptions: subscriptions.flatMap(({ id, merchantSubscriptionId }) => [id, merchantSubscriptionId]),
    custom: pairsOf(whole).map(({ name, value }): Pair => [name, value]),
  }
}

/** Deliveries by POST with another body. */
const posting = (change: (facts: Facts) => unknown) => postingUsual((event) => change(factsOf(event)))

/** Adds a notice about the order of each delivery. */
const withNotice =
  (about: (order: string, id: string) => unknown): Deliver =>
  (request) => {
    const { method, body, url } = request
    const json: unknown = method === 'POST' ? JSON.parse(body) : Object.fromEntries(new URL(url).searchParams)
    const { offerId, transactionId } = Object(Object(json).data ?? json)
    const added = notice(request, about(String(offerId), String(transactionId)))
    return [request, { ...added, headers: {} }]
  }

/** Encrypted with a key that the suite does not have. */
function encrypted(value: unknown, encoding: 'base64url' | 'base64' | 'hex' = 'base64url'): string {
  const cipher = createCipheriv('aes-256-ctr', Buffer.alloc(32, 7), Buffer.alloc(16))
  return cipher.update(JSON.stringify(value), 'utf8', encoding)
}
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An XML document: an element for each text. */
const xml = ({ own, subscriptions, custom }: Facts, element: (name: string, text: string) => string) =>
  `<update>${[...own, ...subscriptions.map((id): Pair => ['subscription', id])]
    .map(([name, text]) => element(name, text))
    .join('')}${custom
    .map(([name, value]) => `<pair>${element('name', name)}${element('value', value)}</pair>`)
    .join('')}</update>`
const hex = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)

/** A GET with a long field of the service, without the custom parameters if it would be too long with them. */
const withLongField: Deliver = (request) => {
  if (request.method !== 'GET') return [request]
  const url = new URL(request.url)
  url.searchParams.set('record', 'r'.repeat(1300))
  if (url.search.length <= 2048) return [{ ...request, url: url.href }]
  for (const name of [...url.searchParams.keys()])
    if (/^(shopref|color|note-1|shop id|GiftWrap|item\d+|Größe|long)$/.test(name))
      url.searchParams.delete(name)
  return url.search.length <= 2048 ? [{ ...request, url: url.href }] : []
}

const recentOf = new WeakMap<World, { at: number; to: string; event: Facts['event'] }[]>()
/** A delivery by POST with all updates of the last minute to the same merchant. */
const withRecent: Deliver = (request, world) =>
  posting(({ event }) => {
    const { pathname: to } = new URL(request.url)
    const all = [...(recentOf.get(world) ?? []), { at: world.now, to, event }]
    recentOf.set(world, all)
    const recent = all.filter((one) => one.at > world.now - 60_000 && one.to === to)
    return { events: recent.map((one) => one.event) }
  })(request, world)

let notices = 0

export const formatVariants = delivering({
  'Resources, customParameter: params are returned in the transaction status update.': {
    'notices of settlements with a status': withNotice((orderId, transactionId) => ({
      ...{ event: 'settlement.completed', orderId, transactionId, status: 'completed' },
    })),
    'notices of settlements with a separate transaction': withNotice((orderId) => {
      notices += 1
      return { event: 'settlement.completed', orderId, transactionId: `S-${notices}`, status: 'completed' }
    }),
    'notices of settlements in an object': withNotice((orderId, transactionId) => ({
      ...{ orderId, transactionId, settlement: { status: 'completed' } },
    })),
    'notices of invoices': withNotice((orderId) => ({ event: 'invoice', orderId, status: 'pending' })),
    'tests of the URL before each delivery': (request) => [
      ...['OPTIONS', 'HEAD'].map((method) => ({ ...request, method, body: '' }) as typeof request),
      request,
    ],
  },
  'Events: the payload fields are not shown, nor the words of a status.': {
    'deliveries with another word as the status, and a review that is pending': posting(({ event }) => ({
      ...event,
      ...{ status: `S${event.status}`, paymentStatus: undefined, review: 'pending' },
    })),
    'deliveries with the status of the order, and another word for that of the payment': posting(
      ({ event }) => ({ ...event, ...{ status: 'S', paymentStatus: undefined, orderStatus: 'processing' } }),
    ),
    'deliveries with a result in an envelope with the integer of pending as its status': posting(
      ({ event: { status, paymentStatus: _, ...event } }) => ({
        status: 0,
        update: { ...event, result: status },
      }),
    ),
    'custom parameters as a query in a field': posting(({ event, custom }) => ({
      ...event,
      customParameter: new URLSearchParams(Object.fromEntries(custom)).toString(),
    })),
    'deliveries with all updates of the last minute': withRecent,
    'deliveries with encrypted custom parameters': posting(({ event, custom }) => ({
      ...event,
      ...{ customParameter: undefined, metadata: encrypted([custom, 'x'.repeat(50)]) },
    })),
    'deliveries that are encrypted, after an initialization vector': posting(({ event }) => ({
      data: `${'03'.repeat(16)}:${encrypted(event, 'hex')}`,
    })),
    'deliveries that are encrypted, as base64 in lines': posting(({ event }) => ({
      data: encrypted(event, 'base64').replace(/.{64}/g, '$&\n'),
    })),
    'deliveries as a signed token alone': posting(({ event }) =>
      [base64url({ alg: 'RS256' }), base64url(event), 'c2ln'].join('.'),
    ),
    'deliveries as an encrypted token alone': posting(({ event }) =>
      [base64url({ alg: 'RSA-OAEP' }), 'a1b2c3d4e5'.repeat(8), 'aXY', encrypted(event), 'dGFn'].join('.'),
    ),
    'deliveries that are compressed': posting(({ event }) =>
      gzipSync(JSON.stringify(event)).toString('utf8'),
    ),
    'deliveries with a byte order mark': posting(({ event }) => `\ufeff${JSON.stringify(event)}`),
    'deliveries as XML with CDATA': posting((facts) =>
      xml(facts, (name, text) => `<${name}><![CDATA[${text}]]></${name}>`),
    ),
    'deliveries as XML with attributes in single quotes': posting((facts) =>
      xml(facts, (name, text) => `<${name} is='${hex(text)}'/>`),
    ),
    'deliveries as sentences': posting(
      ({ own, subscriptions, custom }) =>
        `The order ${own.map(([, text]) => text).join(' is ')} ${subscriptions.join(' of ')}.\n${custom
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}\n`,
    ),
    'custom parameters among fields of the service, which win': posting(({ event, custom }) => ({
      ...event,
      customParameter: undefined,
      ...Object.fromEntries(custom),
      reference: event.transactionId,
    })),
  },
  'Limits: what happens to a GET that would be longer than 2048 characters is not shown.': {
    'deliveries by GET with a long field in place of custom parameters': withLongField,
  },
})

/** A mere notice of a payment that is less than the amount: the status does not change, so it is no status update. */
const noticeOfPart: Deliver = (request, world) => {
  const text = `${decodeURIComponent(request.url)} ${request.body}`
  const partial = [...world.transactions].find(
    ({ id, status }) => status === 'partially-paid' && text.includes(id),
  )
  if (partial === undefined) return [request]
  const about = { event: 'transaction.underpaid', transactionId: partial.id, status: 'pending' }
  return [{ ...notice(request, about), headers: request.headers }]
}

/** Updates with other custom parameters. */
const withPairs = (change: (pairs: ReturnType<typeof pairsOf>) => Event) =>
  postingUsual((event) => ({
    ...{ ...event, data: undefined, customParameter: undefined },
    ...change(pairsOf(event)),
  }))

export const termDeliveryVariants = delivering({
  'Events: "Webhook payload fields, event type names, signing and retry behaviour: not shown."': {
    'deliveries with another integer as the status, and the word of the settlement': postingUsual(
      ({ offerId, transactionId, status, subscription, customParameter }) => ({
        ...{ offerId, transactionId, subscription, customParameter },
        ...{ status: 4000 + String(status).length, settlement: 'pending' },
      }),
    ),
    'deliveries as base64 with padding': postingUsual((event) => ({
      data: Buffer.from(JSON.stringify({ ...event, data: undefined })).toString('base64'),
    })),
    'notices of partial payments without custom parameters': noticeOfPart,
    'deliveries that are encrypted': postingUsual((event) => ({ alg: 'A256', payload: encrypted(event) })),
    'custom parameters with a prefix': withPairs((pairs) =>
      Object.fromEntries(pairs.map(({ name, value }) => [`custom_${name}`, value])),
    ),
    'custom parameters as texts in a list': withPairs((pairs) => ({
      customParameter: pairs.map(({ name, value }) => `${name}=${value}`),
    })),
  },
})
