// Webhook deliveries in forms of other services. "Webhook payload fields, event type names, signing and retry behaviour: not
// shown"; the method and the custom parameters are stated, and kept.

import type { Seams, WebhookRequest } from '../targets/in-process.ts'
import type { ContractVariant, ContractVariants } from './response-changes.ts'

type Change = (request: WebhookRequest) => WebhookRequest
type Pair = { name: string; value: string }

const eventIn = (body: unknown): Record<string, unknown> => Object(Object(body).data ?? body)
const pairsOf = (event: Record<string, unknown>): Pair[] =>
  Object(event).customParameter ?? Object(event).custom_parameters ?? []

/** What no delivery by POST may exceed. A variant that would make it longer leaves it as it is. */
export const maxPostLength = 2_000_000

/** Changes the body of deliveries by POST. */
const posting =
  (change: (event: Record<string, unknown>, body: unknown) => string, contentType?: string): Change =>
  (request) => {
    if (request.method !== 'POST') return request
    const body = JSON.parse(request.body)
    const type = contentType === undefined ? {} : { 'content-type': contentType }
    const changed = change(eventIn(body), body)
    if (changed.length > maxPostLength) return request
    return { ...request, body: changed, headers: { ...request.headers, ...type } }
  }

/** Changes the query of deliveries by GET. */
const asking =
  (change: (query: [string, string][]) => [string, string][]): Change =>
  (request) => {
    if (request.method !== 'GET') return request
    const url = new URL(request.url)
    return {
      ...request,
      url: `${url.origin}${url.pathname}?${new URLSearchParams(change([...url.searchParams]))}`,
    }
  }

const xml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const flat = (value: unknown, path: string): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}[${key}]`))
    : [[path, String(value)]]
const asText = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(asText)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]))
      : value === null
        ? null
        : String(value)

const changes: Readonly<Record<string, Change>> = {
  'deliveries as XML': posting(
    (event) =>
      `<?xml version="1.0"?><event>${flat({ ...event, data: undefined }, '')
        .map(([name, value]) => `<field name="${xml(name)}">${xml(value)}</field>`)
        .join('')}</event>`,
    'application/xml',
  ),
  'deliveries as a form with nested names': posting(
    (event) => new URLSearchParams(flat({ ...event, data: undefined }, '')).toString(),
    'application/x-www-form-urlencoded; charset=utf-8',
  ),
  'deliveries as multipart': posting(
    (event) =>
      `--b\r\nContent-Disposition: form-data; name="event"\r\n\r\n${JSON.stringify(event)}\r\n--b--\r\n`,
    'multipart/form-data; boundary=b',
  ),
  'deliveries as a signed token': posting((event) =>
    JSON.stringify({
      token: ['{"alg":"RS256"}', JSON.stringify(event), 'sig']
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.'),
    }),
  ),
  'deliveries with indentation and a line end': posting((_, body) => `${JSON.stringify(body, null, 2)}\r\n`),
  'deliveries as plain text': posting((_, body) => JSON.stringify(body), 'text/plain'),
  'deliveries with escaped characters': posting((_, body) =>
    JSON.stringify(body)
      .replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll('/', '\\/'),
  ),
  'deliveries with values as text': posting((event) => JSON.stringify(asText(event))),
  'deliveries with names in upper case': posting((event) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(event).map(([key, value]) => [key.toUpperCase(), value])),
    ),
  ),
  'deliveries in a CloudEvents envelope': posting(
    (event) =>
      JSON.stringify({
        specversion: '1.0',
        id: '1',
        source: '/pay',
        type: 'com.pay.tx',
        time: '2026-01-01T00:00:00Z',
        data: event,
      }),
    'application/cloudevents+json',
  ),
  'deliveries as lines of JSON': posting(
    (event) => `{"type":"batch"}\n${JSON.stringify(event)}\n`,
    'application/x-ndjson',
  ),
  'custom parameters in reverse order': posting((event) =>
    JSON.stringify({ ...event, data: undefined, customParameter: pairsOf(event).toReversed() }),
  ),
  'custom parameters among those of the service': posting((event) =>
    JSON.stringify({
      ...event,
      data: undefined,
      customParameter: [{ name: 'source', value: 'service' }, ...pairsOf(event), { name: '', value: '' }],
    }),
  ),
  'custom parameters as lists of two': posting((event) =>
    JSON.stringify({
      ...event,
      data: undefined,
      customParameter: pairsOf(event).map(({ name, value }) => [name, value]),
    }),
  ),
  'custom parameters as keys and values': posting((event) =>
    JSON.stringify({
      ...event,
      data: undefined,
      customParameter: undefined,
      custom_parameters: undefined,
      metadata: pairsOf(event).map(({ name: key, value }) => ({ key, value })),
    }),
  ),
  'custom parameters at the top': posting((event) =>
    JSON.stringify({
      ...Object.fromEntries(pairsOf(event).map(({ name, value }) => [name, value])),
      ...event,
      data: undefined,
      customParameter: undefined,
    }),
  ),
  'deliveries with a body of a million characters': posting((_, body) =>
    JSON.stringify({
      padding: 'p'.repeat(Math.max(0, 1_000_000 - JSON.stringify(body).length)),
      ...Object(body),
    }),
  ),
  'deliveries with only the parameters and identifiers': posting(
    ({ offerId, transactionId, status, subscription, customParameter }) =>
      JSON.stringify({ offerId, transactionId, status, subscription, customParameter }),
  ),
  'queries with plus signs for spaces and more names': asking((query) => [
    ['v', '2'],
    ...query,
    ['', ''],
    ['flag', ''],
  ]),
  'queries with custom parameters twice': asking((query) => [...query, ...query]),
  'queries with an object of JSON': asking((query) => [
    ...query,
    ['json', JSON.stringify(Object.fromEntries(query))],
  ]),
  'queries in alphabetical order': asking((query) => query.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  'deliveries with headers of a gateway': (request) => ({
    ...request,
    headers: {
      ...request.headers,
      'user-agent': 'pay/1',
      'x-signature': 't=1,v1=abc',
      'x-forwarded-for': '10.0.0.1',
      cookie: 'a=b',
    },
  }),
}

type Deliver = NonNullable<Seams['delivery']>
const bare = (request: WebhookRequest, body: unknown): WebhookRequest => ({
  method: 'POST',
  url: request.url.replace(/\?.*$/, ''),
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Delivers what was delivered before once more, after each new delivery. */
function repeating(count: number): Deliver {
  const earlier = new WeakMap<object, WebhookRequest[]>()
  return (request, world) => {
    const before = earlier.get(world) ?? []
    earlier.set(world, [...before, request].slice(-count))
    return [request, ...before]
  }
}

const deliver: Readonly<Record<string, Deliver>> = {
  'every delivery five times': (request) => [request, request, request, request, request],
  'the previous delivery again after each': repeating(1),
  'the three previous deliveries again after each': repeating(3),
  'a heartbeat before and after each delivery': (request) => [
    bare(request, { type: 'heartbeat' }),
    request,
    { method: 'GET', url: request.url.replace(/\?.*$/, ''), headers: {}, body: '' },
  ],
  'deliveries about something else': (request) => [
    bare(request, {
      type: 'settlement.created',
      data: { id: '00000000-0000-4000-8000-000000000000', amount: '1.00' },
    }),
    bare(request, [{ type: 'reminder.sent', email: 'a@b.example' }]),
    request,
  ],
  'deliveries with an empty body before': (request) => [{ ...bare(request, null), body: '' }, request],
  'deliveries with a body that is not JSON before': (request) => [
    { ...bare(request, null), body: '<ping/>' },
    request,
  ],
}

const variant = (delivery: Deliver): ContractVariant => ({
  why: 'Events: "Webhook payload fields, event type names, signing and retry behaviour: not shown."',
  delivery,
})

export const moreDeliveryVariants: ContractVariants = Object.fromEntries([
  ...Object.entries(changes).map(
    ([name, change]) => [name, variant((request) => [change(request)])] as const,
  ),
  ...Object.entries(deliver).map(([name, one]) => [name, variant(one)] as const),
])
