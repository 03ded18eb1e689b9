// Building blocks of variants of webhook deliveries: the same update in another form, and deliveries that are no updates.

import type { InProcessOptions, WebhookRequest } from '../../observe/in-process.ts'

export type Deliver = NonNullable<InProcessOptions['delivery']>
export type Event = Readonly<Record<string, unknown>>

/** The size that no delivery by POST may exceed. A variant that would make it longer leaves it as it is. */
const maxPostLength = 2_000_000

/** The fields of an update, without its envelope. */
const eventIn = (body: unknown): Event => Object(Object(body).data ?? body)

/** The custom parameters of an update. */
export const pairsOf = ({ customParameter, custom_parameters }: Event): { name: string; value: string }[] =>
  Object(customParameter ?? custom_parameters ?? [])

/** Deliveries by POST with another body: a text, or a value as JSON. */
export const posting =
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
export const postingUsual = (change: (event: Event) => unknown, contentType?: string): Deliver =>
  posting((event, body) => (event.transactionId === undefined ? body : change(event)), contentType)

/** Deliveries by GET with another query. */
export const asking =
  (change: (query: [string, string][]) => [string, string][]): Deliver =>
  (request) => {
    if (request.method !== 'GET') return [request]
    const { origin, pathname, searchParams } = new URL(request.url)
    return [{ ...request, url: `${origin}${pathname}?${new URLSearchParams(change([...searchParams]))}` }]
  }

/** A notice by POST to the address of a delivery. */
export const notice = ({ url }: WebhookRequest, body: unknown): WebhookRequest => ({
  method: 'POST',
  url: url.replace(/\?.*$/, ''),
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
