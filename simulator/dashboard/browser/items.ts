// The items of the timeline: their summaries, and the details that are shown when a person opens one.

import { block, button, copyable, h, instant } from './dom.ts'
import { statementsOf } from './statements.ts'
import type { Email, Item, Line, StatusChange } from './timeline-data.ts'

interface Summary {
  badge: string
  title: string
  status: string
  isFailure: boolean
}

/** What one line says about an item. */
export function summaryOf(item: Item): Summary {
  switch (item.kind) {
    case 'change':
      return summaryOfChange(item.change)
    case 'email': {
      const { subject, to } = item.email
      return { badge: 'e-mail', title: subject, status: to, isFailure: false }
    }
    default: {
      const { method, path, operation, status, body } = item.line
      const detail = item.kind === 'control' && body !== '' ? body : path
      const title = operation === null ? `${path} (no such operation)` : `${operation} ${detail}`
      return {
        badge: method,
        title,
        status: String(status),
        isFailure: status >= 400 || isRefusal(item.line),
      }
    }
  }
}

/** Whether a response with the status 200 says that the service refused the request. */
function isRefusal({ response }: Line): boolean {
  return response.startsWith('{"ok":false')
}

const deliveries: Readonly<Record<StatusChange['delivery'], string>> = {
  waiting: 'webhook waiting',
  delivered: 'webhook delivered',
  failed: 'webhook failed',
  withheld: 'webhook withheld',
  unregistered: 'no webhook',
  dropped: 'webhook dropped',
}

function summaryOfChange({ transaction, status, delivery, attempts }: StatusChange): Summary {
  const count = attempts.length > 1 ? `, ${attempts.length} attempts` : ''
  return {
    badge: 'state',
    title: `transaction ${transaction.slice(0, 8)} is ${status}`,
    status: `${deliveries[delivery]}${count}`,
    isFailure: delivery === 'failed' || delivery === 'dropped' || delivery === 'withheld',
  }
}

/** What changes whenever an item has to be shown anew. */
export function versionOf(item: Item): string {
  return item.kind === 'change' ? `${item.change.delivery} ${item.change.attempts.length}` : ''
}

/** The text that the search looks at, in lower case. */
export function searchText(item: Item): string {
  if (item.kind === 'change') {
    const { transaction, status, delivery, request } = item.change
    return `${transaction} ${status} ${delivery} ${request.url} ${request.body}`.toLowerCase()
  }
  if (item.kind === 'email') return Object.values(item.email).join(' ').toLowerCase()
  const { method, path, operation, body, payload, response, status, remarks } = item.line
  return [method, path, operation, body, payload, response, status, ...remarks].join(' ').toLowerCase()
}

/** Everything about an item. */
export function detailOf(item: Item, redeliver: (seq: number) => void): HTMLElement {
  if (item.kind === 'change') return changeDetail(item.change, redeliver)
  return item.kind === 'email' ? emailDetail(item.email) : requestDetail(item.line)
}

function requestDetail({
  method,
  path,
  body,
  payload,
  status,
  response,
  operation,
  remarks,
}: Line): HTMLElement {
  return h(
    'div',
    { class: 'detail' },
    h('p', {}, copyable(`${method} ${path}`, 'the request line')),
    payload === null ? null : block('Decrypted payload', payload),
    block('Request', body),
    ...remarks.map((remark) => h('p', {}, remark)),
    block(`Response ${status}`, response),
    operation === null ? null : statementsOf(operation),
  )
}

function changeDetail(change: StatusChange, redeliver: (seq: number) => void): HTMLElement {
  const { seq, transaction, reason, request, attempts } = change
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  const listed = attempts.map(({ at, url, outcome, httpStatus, response }) =>
    h(
      'li',
      {},
      instant(at),
      ` ${outcome}${httpStatus === null ? '' : `, HTTP ${httpStatus}`}${url === null ? '' : `, ${url}`}`,
      block('Response', response),
    ),
  )
  return h(
    'div',
    { class: 'detail' },
    h('p', {}, `Event ${seq} of transaction `, copyable(transaction, 'the id of the transaction')),
    reason === null ? null : h('p', {}, reason),
    block(`Webhook ${request.method} ${request.url}`, [...headers, '', request.body].join('\n').trim()),
    listed.length === 0 ? null : h('section', {}, h('h3', {}, 'Attempts'), h('ol', {}, ...listed)),
    h(
      'p',
      {},
      button('Send again', () => redeliver(seq)),
    ),
    statementsOf('webhook'),
  )
}

function emailDetail({ to, subject, text }: Email): HTMLElement {
  return h('div', { class: 'detail' }, h('p', {}, `To ${to}: ${subject}`), h('pre', { tabindex: '0' }, text))
}
