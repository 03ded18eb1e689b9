// Webhook deliveries in forms of other services. "Webhook payload fields, event type names, signing and retry behaviour: not
// shown"; the method, the custom parameters, the limits, and that every status change is reported are stated, and kept.

import { asking, type Deliver, notice, pairsOf, posting, postingUsual } from './delivery-changes.ts'
import { type ContractVariants, delivering } from './rows.ts'

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
const upperCase = (_: string, start: string, name: string) => start + name.toUpperCase()

/** Delivers what was delivered before once more, after each new delivery. */
function repeating(count: number): Deliver {
  const earlier = new WeakMap<object, ReturnType<Deliver>>()
  return (request, world) => {
    const before = earlier.get(world) ?? []
    earlier.set(world, [...before, request].slice(-count))
    return [request, ...before]
  }
}

const cloudEvent = { specversion: '1.0', id: '1', source: '/pay', type: 'com.pay.tx' }
const settlement = { id: '00000000-0000-4000-8000-000000000000', amount: '1.00' }
const gateway = { 'user-agent': 'pay/1', 'x-signature': 't=1,v1=abc', 'x-forwarded-for': '10.0.0.1' }

const formsOfDeliveries = delivering({
  'Events: "Webhook payload fields, event type names, signing and retry behaviour: not shown."': {
    'a ping before every delivery': (request) => [
      { ...notice(request, { type: 'ping' }), headers: request.headers },
      request,
    ],
    'deliveries wrapped in a list': posting((event) => ({ version: 2, events: [{ payload: event }] })),
    'deliveries as a form': posting(
      (event) => new URLSearchParams({ payload: JSON.stringify(event) }).toString(),
      form,
    ),
    'custom parameters as an object': posting(({ data: _, customParameter, ...event }) => ({
      ...event,
      customParameter: pairs({ customParameter }),
    })),
    'query parameters in reverse order': asking((query) => query.toReversed()),
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
    'deliveries as multipart': posting((event) => {
      const head = '--b\r\nContent-Disposition: form-data; name="event"'
      return `${head}\r\n\r\n${JSON.stringify(event)}\r\n--b--\r\n`
    }, 'multipart/form-data; boundary=b'),
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
    'custom parameters in reverse order': posting((event) => ({
      ...{ ...event, data: undefined, customParameter: pairsOf(event).toReversed() },
    })),
    'custom parameters among those of the service': posting((event) => {
      const own = [{ name: 'source', value: 'service' }, ...pairsOf(event), { name: '', value: '' }]
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
    'queries with plus signs for spaces and more names': asking((query) => [
      ...[['v', '2'] as [string, string], ...query, ['', ''] as [string, string]],
      ['flag', ''],
    ]),
    'queries with custom parameters twice': asking((query) => [...query, ...query]),
    'queries with an object of JSON': asking((query) => [
      ...query,
      ['json', JSON.stringify(Object.fromEntries(query))],
    ]),
    'queries in alphabetical order': asking((query) => query.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    'deliveries with headers of a gateway': (request) => [
      { ...request, headers: { ...request.headers, ...gateway, cookie: 'a=b' } },
    ],
    'every delivery five times': (request) => [request, request, request, request, request],
    'the three previous deliveries again after each': repeating(3),
    'a heartbeat before and after each delivery': (request) => [
      notice(request, { type: 'heartbeat' }),
      request,
      { ...notice(request, ''), method: 'GET', headers: {} },
    ],
    'deliveries about something else': (request) => [
      notice(request, { type: 'settlement.created', data: settlement }),
      notice(request, [{ type: 'reminder.sent', email: 'a@b.example' }]),
      request,
    ],
    'deliveries with a body that is not JSON before': (request) => [notice(request, '<ping/>'), request],
  },
})

export const deliveryVariants: ContractVariants = {
  ...formsOfDeliveries,
  'status names in upper case': {
    why: 'Events: the words of a status are not shown.',
    simulator: { assumptions: { 'webhooks.payment-status': 'words' } },
    delivery: (request) => [
      {
        ...request,
        url: request.url.replace(/(paymentStatus=)(\w+)/g, upperCase),
        body: request.body.replace(/(\\*"paymentStatus\\*":\\*")(\w+)/g, upperCase),
      },
    ],
  },
}
