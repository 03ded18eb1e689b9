// The items of the timeline: what the row of each says.

import { nameOf } from './accounts-data.ts'
import { amountText, parsed, readable } from './dom.ts'
import { orderAddress } from './links.ts'
import type { Item, Line, StatusChange } from './timeline-data.ts'

/** The end of something: good, bad, or not yet. */
type Outcome = 'good' | 'bad' | 'open' | ''

interface Summary {
  badge: string
  title: string
  /** The address of the page of the order that it is about. */
  order?: string
  status: string
  outcome: Outcome
  isFailure: boolean
}

const separator = ' · '

/** The outcome that a status of a record means. */
export function outcomeOf(status: string): Outcome {
  if (['completed', 'closed', 'active', 'paid'].includes(status)) return 'good'
  return ['canceled', 'timed-out', 'ended'].includes(status) ? 'bad' : 'open'
}

/** The line of an item. */
export function summaryOf(item: Item): Summary {
  switch (item.kind) {
    case 'change':
      return summaryOfChange(item.change)
    case 'email': {
      const { subject, to } = item.email
      return { badge: 'e-mail', title: subject, status: to, outcome: '', isFailure: false }
    }
    case 'next': {
      const { kind, reason } = item.event
      return { badge: 'next', title: reason, status: kind, outcome: '', isFailure: false }
    }
    default:
      return summaryOfRequest(item.line, item.kind === 'control')
  }
}

function summaryOfRequest(line: Line, isControl: boolean): Summary {
  const { method, path, operation, status, body } = line
  const reasons = reasonsOf(line)
  const { order, amount } = isControl ? {} : subjectOf(line)
  const sender = isControl ? '' : nameOf(senderOf(line))
  const title = [
    operation === null ? `${path} (no such operation)` : operation,
    ...(isControl ? [body === '' ? path : withShopper(body)] : []),
    ...(order === undefined ? [] : [order]),
    ...(amount === undefined ? [] : [amount]),
    ...(sender === '' ? [] : [sender]),
  ]
  const isFailure = status === null || status >= 400 || reasons.length > 0
  return {
    badge: method,
    title: title.join(separator),
    ...(order === undefined ? {} : { order: orderAddress(order) }),
    status: [status ?? 'dropped', ...reasons.slice(0, 1)].join(' '),
    outcome: isFailure ? 'bad' : isControl ? '' : 'good',
    isFailure,
  }
}

/** A body of the control API with the shopper by name. */
function withShopper(body: string): string {
  return body.replace(/"as":"(?:<shopper )?([^<>"]+)>?"/, (_, shopper) => `"as":"${nameOf(shopper)}"`)
}

/** The id of the account that sent a request, if the request shows it. */
export function senderOf({ account, actsFor }: Line): string | null {
  return account ?? actsFor?.split(' ')[0] ?? null
}

/** The order and the amount that a request is about. */
function subjectOf({ payload, body }: Line): { order?: string; amount?: string } {
  const fields = parsed(payload ?? '') ?? parsed(body) ?? {}
  const order = fields.order ?? fields.orderId ?? fields.offerId
  const amount = fields.nativeAmount ?? fields.amount
  const currency = fields.currency ?? fields.merchantStoreCurrency ?? ''
  return {
    ...(typeof order === 'string' && order !== '' ? { order } : {}),
    ...(amount === undefined ? {} : { amount: amountText(amount, currency).trim() }),
  }
}

/** Why the service or the control API refused a request; empty if it did not. */
export function reasonsOf({ status, response }: Line): string[] {
  const fields = parsed(response) ?? {}
  const inner = parsed(JSON.stringify(fields.result ?? null)) ?? {}
  if (status !== null && status < 400 && fields.ok !== false && inner.success !== false) return []
  const texts = [fields.message, fields.fact, fields.detail, fields.remedy, inner.errorMsg]
  return texts.flatMap((text) => (typeof text === 'string' && text !== '' ? text.split('; ') : []))
}

function summaryOfChange(change: StatusChange): Summary {
  const { status, delivery, offerId, merchantId, nativeAmount, nativeCurrency } = change
  return {
    badge: 'state',
    title: [offerId, amountText(nativeAmount, nativeCurrency), status, nameOf(merchantId)].join(separator),
    order: orderAddress(offerId, merchantId),
    status: deliveryOf(change),
    outcome: outcomeOf(status),
    isFailure: ['failed', 'dropped', 'withheld'].includes(delivery),
  }
}

/** The fate of a webhook: `webhook failed, HTTP 500, 2 attempts`. */
function deliveryOf({ delivery, attempts }: StatusChange): string {
  const last = attempts.at(-1)
  const why = last === undefined ? '' : last.httpStatus === null ? last.outcome : `HTTP ${last.httpStatus}`
  return [
    delivery === 'unregistered' ? 'no webhook' : `webhook ${delivery}`,
    ...(delivery === 'failed' && why !== '' ? [why] : []),
    ...(attempts.length > 1 ? [`${attempts.length} attempts`] : []),
  ].join(', ')
}

/** Changes whenever an item has to be shown anew. */
export function versionOf(item: Item): string {
  return item.kind === 'change' ? `${item.change.delivery} ${item.change.attempts.length}` : ''
}

/** The text that the search looks at, in lower case. */
export function searchText(item: Item): string {
  const { title, status } = summaryOf(item)
  const { key: _, kind: __, ...rest } = item
  return `${title} ${status} ${readable(item.at)} ${Object.values(rest).map(textsOf).join(' ')}`.toLowerCase()
}

/** The texts of a record, with those inside it. */
function textsOf(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(textsOf).join(' ')
    : String(value)
}
