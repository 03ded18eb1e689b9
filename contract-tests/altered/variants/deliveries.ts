// Webhook deliveries in forms of other services, and deliveries that are no updates of a status: notices of settlements and invoices,
// and tests of the URL. "Webhook payload fields, event type names, signing and retry behaviour: not shown"; the method, the custom
// parameters, the limits, and that every status change is reported are stated, and kept.

import { createCipheriv } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { InProcessOptions, WebhookRequest } from '../../observe/in-process.ts'
import { delivering, perWorld } from './rows.ts'

type Deliver = NonNullable<InProcessOptions['delivery']>
type Event = Readonly<Record<string, unknown>>

/** The size that no delivery by POST may exceed. A variant that would make it longer leaves it as it is. */
const maxPostLength = 2_000_000

/** The fields of an update, without its envelope. */
const eventIn = (body: unknown): Event => Object(Object(body).data ?? body)

const pairsOf = ({ customParameter, custom_parameters }: Event): { name: string; value: string }[] =>
  Object(customParameter ?? custom_parameters ?? [])

/** Deliveries by POST with another body: a text, or a value as JSON. */
const posting =
  (change: (event: Event, body: unknown) => unknown, contentType?: string): Deliver =>
  (request) => {
    if (request.method !== 'POST') return [request]
    const json: unknown = JSON.parse(request.body)
    const changed = change(eventIn(json), json)
    const body = typeof changed === 'string' ? changed : JSON.stringify(changed)
    const type = contentType === undefined ? {} : { 'content-type': contentType }
    return [
      body.length > maxPostLength ? request : { ...request, body, headers: { ...request.headers, ...type } },
    ]
  }

/** The same for updates of the form that the simulator has by default. By another assumption, they have other fields. */
const postingUsual = (change: (event: Event) => unknown, contentType?: string): Deliver =>
  posting((event, body) => (event.transactionId === undefined ? body : change(event)), contentType)

const asking =
  (change: (query: [string, string][]) => [string, string][]): Deliver =>
  (request) => {
    if (request.method !== 'GET') return [request]
    const { origin, pathname, searchParams } = new URL(request.url)
    const query = `${new URLSearchParams(change([...searchParams]))}`
    // limits.get-up-to-2048-accepted
    return [query.length > 2048 ? request : { ...request, url: `${origin}${pathname}?${query}` }]
  }

/** A notice by POST to the address of a delivery. */
export const notice = ({ url }: WebhookRequest, body: unknown): WebhookRequest => ({
  method: 'POST',
  url: url.replace(/\?.*$/, ''),
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const form = 'application/x-www-form-urlencoded'
const pairs = (event: Parameters<typeof pairsOf>[0]) =>
  Object.fromEntries(pairsOf(event).map(({ name, value }) => [name, value]))
const flat = (value: unknown, path: string): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}[${key}]`))
    : [[path, String(value)]]
const withParameters = (change: (pairs: ReturnType<typeof pairsOf>, event: Event) => unknown) =>
  posting((event) => ({ ...event, data: undefined, customParameter: change(pairsOf(event), event) }))
const asText = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === 'number' || typeof one === 'boolean' ? `${one}` : one))

const earlierIn = perWorld((): WebhookRequest[] => [])
const repeating: Deliver = (request, world) => {
  const earlier = earlierIn(world)
  const before = earlier.slice(-3)
  earlier.push(request)
  return [request, request, request, request, ...before]
}

const cloudEvent = { specversion: '1.0', id: '1', source: '/pay', type: 'com.pay.tx' }
const settlement = { id: '00000000-0000-4000-8000-000000000000', amount: '1.00' }
const gateway = { 'user-agent': 'pay/1', 'x-signature': 't=1,v1=abc', 'x-forwarded-for': '10.0.0.1' }

/** The fields that updates have in each of these formats. */
const essential = ({ offerId, transactionId, status, paymentStatus, ...event }: Event): Event => ({
  ...{ offerId, transactionId, status, paymentStatus },
  ...{ subscription: event.subscription ?? [], customParameter: event.customParameter ?? [] },
})

const postingEssential = (change: (event: Event, custom: ReturnType<typeof pairsOf>) => unknown) =>
  postingUsual((whole) => change(essential(whole), pairsOf(whole)))

let notices = 0
/** Adds notices of settlements and invoices about the order of each delivery. */
const withNotices: Deliver = (request) => {
  const { method, body, url } = request
  const json: unknown = method === 'POST' ? JSON.parse(body) : Object.fromEntries(new URL(url).searchParams)
  const { offerId: orderId, transactionId } = Object(Object(json).data ?? json)
  const [event, status] = ['settlement.completed', 'completed']
  notices += 1
  const added = [
    { event, orderId, transactionId, status },
    { event, orderId, transactionId: `S-${notices}`, status },
    { orderId, transactionId, settlement: { status } },
    { event: 'invoice', orderId, status: 'pending' },
  ]
  return [request, ...added.map((about) => ({ ...notice(request, about), headers: {} }))]
}

/** Encrypted with a key that the suite does not have. */
function encrypted(value: unknown): string {
  const cipher = createCipheriv('aes-256-ctr', Buffer.alloc(32, 7), Buffer.alloc(16))
  return cipher.update(JSON.stringify(value), 'utf8', 'base64url')
}

/** A GET with a long field of the service: in place of the custom parameters if it would be too long with them, or not at all. */
const withLongField: Deliver = (request) => {
  if (request.method !== 'GET') return [request]
  const url = new URL(request.url)
  url.searchParams.set('record', 'r'.repeat(1300))
  if (url.search.length <= 2048) return [{ ...request, url: url.href }]
  for (const name of [...url.searchParams.keys()])
    if (/^(shopref|color|note-1|shop id|GiftWrap|item\d+|Größe|long)$/.test(name))
      url.searchParams.delete(name)
  return [url.search.length <= 2048 ? { ...request, url: url.href } : request]
}

const updatesIn = perWorld((): { at: number; to: string; event: Event }[] => [])
/** A delivery by POST with all updates of the last minute to the same merchant. */
const withRecent: Deliver = (request, world) =>
  postingEssential((event) => {
    const { pathname: to } = new URL(request.url)
    const all = updatesIn(world)
    all.push({ at: world.now, to, event })
    const recent = all.filter((one) => one.at > world.now - 60_000 && one.to === to)
    return { events: recent.map((one) => one.event) }
  })(request, world)

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

export const deliveryVariants = delivering({
  'Events: "Webhook payload fields, event type names, signing and retry behaviour: not shown."': {
    'deliveries wrapped in a list': posting((event) => ({ version: 2, events: [{ payload: event }] })),
    'deliveries as a form': posting(
      (event) => new URLSearchParams({ payload: JSON.stringify(event) }).toString(),
      form,
    ),
    'custom parameters as an object': withParameters((_, event) => pairs(event)),
    'status as an integer only': (request) => [
      {
        ...request,
        url: request.url.replace(/&?(paymentStatus|payment_status)=\w+/g, ''),
        body: request.body
          .replace(/\\*"(?:paymentStatus|payment_status)\\*":\\*"\w+\\*",?/g, '')
          .replace(/"transaction\.\w+"/g, '"transaction"'),
      },
    ],
    'deliveries as a form with nested names': posting(
      (event) => new URLSearchParams(flat({ ...event, data: undefined }, '')).toString(),
      `${form}; charset=utf-8`,
    ),
    'deliveries as a signed token': posting((event) => ({
      token: ['{"alg":"RS256"}', JSON.stringify(event), 'sig']
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.'),
    })),
    'deliveries with indentation and a line end': posting(
      (_, body) => `${JSON.stringify(body, null, 2)}\r\n`,
    ),
    'deliveries with escaped characters': posting((_, body) =>
      JSON.stringify(body)
        .replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .replaceAll('/', '\\/'),
    ),
    'deliveries with values as text': posting(asText),
    'deliveries with names in upper case': posting((event) =>
      Object.fromEntries(Object.entries(event).map(([key, value]) => [key.toUpperCase(), value])),
    ),
    'deliveries in a CloudEvents envelope': posting(
      (event) => ({ ...cloudEvent, time: '2026-01-01T00:00:00Z', data: event }),
      'application/cloudevents+json',
    ),
    'deliveries as lines of JSON': posting(
      (event) => `{"type":"batch"}\n${JSON.stringify(event)}\n`,
      'application/x-ndjson',
    ),
    'custom parameters in reverse order, among those of the service': withParameters((pairs) => [
      { name: 'source', value: 'service' },
      ...pairs.toReversed(),
      { name: '', value: '' },
    ]),
    'custom parameters as lists of two': withParameters((pairs) =>
      pairs.map(({ name, value }) => [name, value]),
    ),
    'custom parameters as keys and values': posting((event) => ({
      ...{ ...event, data: undefined, customParameter: undefined, custom_parameters: undefined },
      metadata: pairsOf(event).map(({ name: key, value }) => ({ key, value })),
    })),
    'custom parameters at the top': posting((event) => ({
      ...{ ...pairs(event), ...event, data: undefined, customParameter: undefined },
    })),
    'deliveries with a body of a million characters': posting((_, body) => ({
      padding: 'p'.repeat(Math.max(0, 1_000_000 - JSON.stringify(body).length)),
      ...Object(body),
    })),
    'deliveries with only the parameters and identifiers': postingUsual(
      ({ offerId, transactionId, status, subscription, customParameter }) => ({
        ...{ offerId, transactionId, status, subscription, customParameter },
      }),
    ),
    'queries with each parameter twice, more names, and an object of JSON': asking((query) => [
      ...([['v', '2'], ...query.toReversed(), ...query, ['', '']] as [string, string][]),
      ['json', JSON.stringify(Object.fromEntries(query))],
    ]),
    'deliveries with headers of a gateway': (request) => [
      { ...request, headers: { ...request.headers, ...gateway, cookie: 'a=b' } },
    ],
    'every delivery four times, and the three before it once more': repeating,
    'tests of the URL, heartbeats and deliveries about something else': (request) => [
      ...['OPTIONS', 'HEAD'].map((method) => ({ ...request, method, body: '' }) as typeof request),
      { ...notice(request, { type: 'ping' }), headers: request.headers },
      notice(request, '<ping/>'),
      notice(request, { type: 'settlement.created', data: settlement }),
      request,
      notice(request, [{ type: 'reminder.sent', email: 'a@b.example' }]),
      { ...notice(request, ''), method: 'GET', headers: {} },
    ],
    'notices of partial payments without custom parameters': noticeOfPart,
    'deliveries that are encrypted': postingUsual((event) => ({ alg: 'A256', payload: encrypted(event) })),
  },
  'Resources, customParameter: params are returned in the transaction status update.': {
    'notices of settlements and invoices': withNotices,
  },
  'Events: the payload fields are not shown, nor the words of a status.': {
    'deliveries with another word as the status, and those of a review and the order': postingEssential(
      (event) => ({
        ...event,
        ...{
          status: `S${event.status}`,
          paymentStatus: undefined,
          review: 'pending',
          orderStatus: 'processing',
        },
      }),
    ),
    'deliveries with a result in an envelope with the integer of pending as its status': postingEssential(
      ({ status, paymentStatus: _, ...event }) => ({ status: 0, update: { ...event, result: status } }),
    ),
    'deliveries with all updates of the last minute': withRecent,
    'deliveries with encrypted custom parameters': postingEssential((event, custom) => ({
      ...event,
      ...{ customParameter: undefined, metadata: encrypted([custom, 'x'.repeat(50)]) },
    })),
    'deliveries that are compressed': postingEssential((event) =>
      gzipSync(JSON.stringify(event)).toString('utf8'),
    ),
  },
  'Limits: what happens to a GET that would be longer than 2048 characters is not shown.': {
    'deliveries by GET with a long field in place of custom parameters': withLongField,
  },
})
