// Webhook deliveries in forms of other services. "Webhook payload fields, event type names, signing and retry behaviour: not
// shown"; the method, the custom parameters, the limits, and that every status change is reported are stated, and kept.

import { asking, type Deliver, notice, pairsOf, posting, postingUsual } from './delivery-changes.ts'
import { delivering } from './rows.ts'

const form = 'application/x-www-form-urlencoded'
const pairs = (event: Parameters<typeof pairsOf>[0]) =>
  Object.fromEntries(pairsOf(event).map(({ name, value }) => [name, value]))
const flat = (value: unknown, path: string): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}[${key}]`))
    : [[path, String(value)]]
/** A JSON value whose numbers and booleans are texts. */
const asText = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === 'number' || typeof one === 'boolean' ? `${one}` : one))

const earlier = new WeakMap<object, ReturnType<Deliver>>()
/** Delivers an update four times, and then the three before it once more. */
const repeating: Deliver = (request, world) => {
  const before = earlier.get(world) ?? []
  earlier.set(world, [...before, request].slice(-3))
  return [request, request, request, request, ...before]
}

const cloudEvent = { specversion: '1.0', id: '1', source: '/pay', type: 'com.pay.tx' }
const settlement = { id: '00000000-0000-4000-8000-000000000000', amount: '1.00' }
const gateway = { 'user-agent': 'pay/1', 'x-signature': 't=1,v1=abc', 'x-forwarded-for': '10.0.0.1' }

export const deliveryVariants = delivering({
  'Events: "Webhook payload fields, event type names, signing and retry behaviour: not shown."': {
    'deliveries wrapped in a list': posting((event) => ({ version: 2, events: [{ payload: event }] })),
    'deliveries as a form': posting(
      (event) => new URLSearchParams({ payload: JSON.stringify(event) }).toString(),
      form,
    ),
    'custom parameters as an object': posting(({ data: _, customParameter, ...event }) => ({
      ...event,
      customParameter: pairs({ customParameter }),
    })),
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
    'custom parameters in reverse order, among those of the service': posting((event) => {
      const pairs = pairsOf(event).toReversed()
      const own = [{ name: 'source', value: 'service' }, ...pairs, { name: '', value: '' }]
      return { ...event, data: undefined, customParameter: own }
    }),
    'custom parameters as lists of two': posting((event) => ({
      ...{
        ...event,
        data: undefined,
        customParameter: pairsOf(event).map(({ name, value }) => [name, value]),
      },
    })),
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
  },
})
