// Deliveries in formats that are hard to read, and deliveries that are no updates of a status: notices of settlements and
// invoices, and tests of the URL. "Webhook payload fields, event type names, signing and retry behaviour: not shown."

import { createCipheriv } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { World } from '../../observe/in-process.ts'
import { type Deliver, type Event, notice, pairsOf, postingUsual } from './delivery-changes.ts'
import { delivering } from './rows.ts'

/** The fields that updates have in each of these formats. */
const essential = ({ offerId, transactionId, status, paymentStatus, ...event }: Event): Event => ({
  ...{ offerId, transactionId, status, paymentStatus },
  ...{ subscription: event.subscription ?? [], customParameter: event.customParameter ?? [] },
})

/** Deliveries by POST with another body. */
const posting = (change: (event: Event, custom: ReturnType<typeof pairsOf>) => unknown) =>
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

const recentOf = new WeakMap<World, { at: number; to: string; event: Event }[]>()
/** A delivery by POST with all updates of the last minute to the same merchant. */
const withRecent: Deliver = (request, world) =>
  posting((event) => {
    const { pathname: to } = new URL(request.url)
    const all = [...(recentOf.get(world) ?? []), { at: world.now, to, event }]
    recentOf.set(world, all)
    const recent = all.filter((one) => one.at > world.now - 60_000 && one.to === to)
    return { events: recent.map((one) => one.event) }
  })(request, world)

export const formatVariants = delivering({
  'Resources, customParameter: params are returned in the transaction status update.': {
    'notices of settlements and invoices': withNotices,
  },
  'Events: the payload fields are not shown, nor the words of a status.': {
    'deliveries with another word as the status, and those of a review and the order': posting((event) => ({
      ...event,
      ...{
        status: `S${event.status}`,
        paymentStatus: undefined,
        review: 'pending',
        orderStatus: 'processing',
      },
    })),
    'deliveries with a result in an envelope with the integer of pending as its status': posting(
      ({ status, paymentStatus: _, ...event }) => ({ status: 0, update: { ...event, result: status } }),
    ),
    'deliveries with all updates of the last minute': withRecent,
    'deliveries with encrypted custom parameters': posting((event, custom) => ({
      ...event,
      ...{ customParameter: undefined, metadata: encrypted([custom, 'x'.repeat(50)]) },
    })),
    'deliveries that are compressed': posting((event) => gzipSync(JSON.stringify(event)).toString('utf8')),
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

export const termDeliveryVariants = delivering({
  'Events: "Webhook payload fields, event type names, signing and retry behaviour: not shown."': {
    'notices of partial payments without custom parameters': noticeOfPart,
    'deliveries that are encrypted': postingUsual((event) => ({ alg: 'A256', payload: encrypted(event) })),
  },
})
