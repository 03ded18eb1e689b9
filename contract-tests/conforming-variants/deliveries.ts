// Variants of webhook deliveries. The contract states the method, the custom parameters, the limits, and that every status
// change is reported; the payload is open.

import type { Seams, WebhookRequest } from '../targets/in-process.ts'

type Change = (request: WebhookRequest) => WebhookRequest

/** Changes the body of deliveries by POST. */
function posting(change: (body: unknown) => string, contentType?: string): Change {
  return (request) =>
    request.method !== 'POST'
      ? request
      : {
          ...request,
          body: change(JSON.parse(request.body)),
          headers: {
            ...request.headers,
            ...(contentType === undefined ? {} : { 'content-type': contentType }),
          },
        }
}

const eventIn = (body: unknown): unknown => Object(body).data ?? body

const changes: Readonly<Record<string, Change>> = {
  'deliveries wrapped in a list': posting((body) =>
    JSON.stringify({ version: 2, events: [{ payload: eventIn(body) }] }),
  ),
  'deliveries as JSON in a text field': posting((body) =>
    JSON.stringify({ event: JSON.stringify(eventIn(body)) }),
  ),
  'deliveries as a form': posting(
    (body) => new URLSearchParams({ payload: JSON.stringify(eventIn(body)) }).toString(),
    'application/x-www-form-urlencoded',
  ),
  'custom parameters as an object': posting((body) => {
    const { data: _, customParameter = [], ...event } = Object(eventIn(body))
    const pairs: { name: string; value: string }[] = customParameter
    return JSON.stringify({
      ...event,
      customParameter: Object.fromEntries(pairs.map(({ name, value }) => [name, value])),
    })
  }),
  'query parameters in reverse order': (request) => {
    if (request.method !== 'GET') return request
    const url = new URL(request.url)
    const query = new URLSearchParams([...url.searchParams].toReversed())
    return { ...request, url: `${url.origin}${url.pathname}?${query}` }
  },
  'status names in upper case': (request) => ({
    ...request,
    url: request.url.replace(
      /(paymentStatus=|payment_status=)(\w+)/g,
      (_, key, name) => key + name.toUpperCase(),
    ),
    body: request.body.replace(
      /(\\*"(?:paymentStatus|payment_status)\\*":\\*")(\w+)/g,
      (_, key, name) => key + name.toUpperCase(),
    ),
  }),
  'status as an integer only': (request) => ({
    ...request,
    url: request.url.replace(/&?(paymentStatus|payment_status)=\w+/g, ''),
    body: request.body
      .replace(/\\*"(?:paymentStatus|payment_status)\\*":\\*"\w+\\*",?/g, '')
      .replace(/"transaction\.\w+"/g, '"transaction"'),
  }),
}

export const deliveryVariants: Readonly<Record<string, NonNullable<Seams['delivery']>>> = {
  'every delivery twice': (request) => [request, request],
  'a ping before every delivery': (request) => [
    { ...request, method: 'POST', url: request.url.replace(/\?.*$/, ''), body: '{"type":"ping"}' },
    request,
  ],
  ...Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [name, (request: WebhookRequest) => [change(request)]]),
  ),
}
