// Deliveries in formats that are hard to read, and deliveries that are no updates of a status: notices of settlements and
// invoices, and tests of the URL. "Webhook payload fields, event type names, signing and retry behaviour: not shown."

import { createCipheriv } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { InProcessOptions, WebhookRequest, World } from '../targets/in-process.ts'
import { maxPostLength } from './more-deliveries.ts'
import { type ContractVariants, permitting } from './response-changes.ts'

type Deliver = NonNullable<InProcessOptions['delivery']>
type Pair = readonly [name: string, value: string]

/** The facts of a delivery, and its pairs of names and values. */
interface Facts {
  event: Record<string, unknown>
  own: readonly Pair[]
  subscriptions: readonly string[]
  custom: readonly Pair[]
}

function factsIn(body: string): Facts {
  const json = Object(JSON.parse(body))
  const {
    offerId,
    transactionId,
    status,
    paymentStatus,
    subscription = [],
    customParameter = [],
  } = Object(json.data ?? json)
  const event = { offerId, transactionId, status, paymentStatus, subscription, customParameter }
  const subscriptions: { id: string; merchantSubscriptionId: string }[] = subscription
  const parameters: { name: string; value: string }[] = customParameter
  return {
    event,
    own: Object.entries({ order: offerId, id: transactionId, status: paymentStatus }).map(
      ([name, value]): Pair => [name, String(value)],
    ),
    subscriptions: subscriptions.flatMap(({ id, merchantSubscriptionId }) => [id, merchantSubscriptionId]),
    custom: parameters.map(({ name, value }): Pair => [name, value]),
  }
}

/** Deliveries by POST with another body. */
const posting =
  (change: (facts: Facts) => unknown): Deliver =>
  (request) => {
    if (request.method !== 'POST') return [request]
    const facts = factsIn(request.body)
    // By another assumption, payloads have other fields.
    if (facts.event.transactionId === undefined) return [request]
    const changed = change(facts)
    const body = typeof changed === 'string' ? changed : JSON.stringify(changed)
    return [body.length > maxPostLength ? request : { ...request, body }]
  }

/** A notice by POST about the order of a delivery. */
const notice = ({ url, method, body }: WebhookRequest, about: (order: string, id: string) => unknown) => {
  const query = new URL(url).searchParams
  const { offerId, transactionId } =
    method === 'POST'
      ? factsIn(body).event
      : { offerId: query.get('offerId'), transactionId: query.get('transactionId') }
  const text = JSON.stringify(about(String(offerId), String(transactionId)))
  return { method: 'POST', url: url.replace(/\?.*$/, ''), headers: {}, body: text } as const
}
const withNotice =
  (about: (order: string, id: string) => unknown): Deliver =>
  (request) => [request, notice(request, about)]

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
    if (/^(shopref|color|note-1|shop id|Größe|long)$/.test(name)) url.searchParams.delete(name)
  return url.search.length <= 2048 ? [{ ...request, url: url.href }] : []
}

const recentOf = new WeakMap<World, { at: number; event: Facts['event'] }[]>()
/** A delivery by POST with all updates of the last minute. */
const withRecent: Deliver = (request, world) =>
  posting(({ event }) => {
    const all = [...(recentOf.get(world) ?? []), { at: world.now, event }]
    recentOf.set(world, all)
    return { events: all.filter(({ at }) => at > world.now - 60_000).map((one) => one.event) }
  })(request, world)

const delivering = (why: string, table: Readonly<Record<string, Deliver>>): ContractVariants =>
  permitting(why, Object.fromEntries(Object.entries(table).map(([name, delivery]) => [name, { delivery }])))

let notices = 0

export const formatVariants: ContractVariants = {
  ...delivering('Resources, customParameter: params are returned in the transaction status update.', {
    'notices of settlements with the order': withNotice((orderId) => ({ type: 'settlement', orderId })),
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
      ...['OPTIONS', 'HEAD'].map((method) => ({ ...request, method, body: '' }) as WebhookRequest),
      request,
    ],
  }),
  ...delivering('Events: the payload fields are not shown, nor the words of a status.', {
    'deliveries with another word as the status, and a review that is pending': posting(({ event }) => ({
      ...event,
      ...{ status: `S${event.status}`, paymentStatus: undefined, review: 'pending' },
    })),
    'deliveries with the status of the order, and another word for that of the payment': posting(
      ({ event }) => ({
        ...event,
        ...{ status: 'S', paymentStatus: undefined, orderStatus: 'processing' },
      }),
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
    'deliveries that are encrypted, among plain fields': posting(({ event }) => ({
      ...{ id: 1, type: 'update', created: 2, live: false, version: '3', source: 'a', region: 'b' },
      payload: encrypted(event),
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
    'deliveries as base64 alone': posting(({ event }) =>
      Buffer.from(JSON.stringify(event)).toString('base64'),
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
    'deliveries as indented XML': posting((facts) =>
      xml(facts, (name, text) => `\n  <${name}>\n    ${hex(text)}\n  </${name}>`),
    ),
    'deliveries as multipart with indented JSON': posting(
      ({ event }) =>
        `--b\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(event, null, 2)}\r\n--b--\r\n`,
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
  }),
  ...delivering('Limits: what happens to a GET that would be longer than 2048 characters is not shown.', {
    'deliveries by GET with a long field in place of custom parameters': withLongField,
  }),
}
