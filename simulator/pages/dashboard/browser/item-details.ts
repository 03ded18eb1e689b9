// The details of an item that a person opens in the timeline.

import { merchantOf, nameOf } from './accounts-data.ts'
import { act, change as send } from './api.ts'
import { checkOf, curlOf, signatureIn } from './curl.ts'
import { button, copyable, copyButton, h, instant, list, parsed, spaced } from './dom.ts'
import { reasonsOf, senderOf } from './items.ts'
import { block, idLink, linked, orderLink, pretty } from './links.ts'
import { statementsOf } from './statements.ts'
import type { Email, Item, Line, Scheduled, StatusChange } from './timeline-data.ts'

/** Everything about an item. */
export function detailOf(item: Item, redeliver: (seq: number) => void): HTMLElement {
  switch (item.kind) {
    case 'change':
      return changeDetail(item.change, redeliver)
    case 'email':
      return emailDetail(item.email)
    case 'next':
      return nextDetail(item.event)
    default:
      return requestDetail(item.line)
  }
}

function requestDetail(line: Line): HTMLElement {
  const { method, path, headers, body, payload, status, response, operation, remarks } = line
  const command = curlOf(line)
  const sender = senderOf(line)
  const reasons = reasonsOf(line)
  return h(
    'div',
    { class: 'detail' },
    h(
      'p',
      { class: 'buttons' },
      h('code', {}, breakable(`${method} ${path}`)),
      command === undefined
        ? h('span', { class: 'quiet' }, 'The journal has only the start of this body.')
        : copyButton(command, 'the request', 'Copy as curl'),
    ),
    sender === null ? null : h('p', {}, 'From ', h('a', { href: '#accounts' }, nameOf(sender)), '.'),
    reasons.length === 0
      ? null
      : h(
          'section',
          { class: 'refusal' },
          h('h3', {}, 'Refused'),
          h(
            'ul',
            {},
            reasons.map((reason) => h('li', {}, reason)),
          ),
        ),
    Object.keys(headers).length === 0 ? null : list(Object.entries(headers)),
    payload === null ? null : block('Decrypted payload', payload),
    block('Request', body),
    remarks.map((remark) => h('p', {}, remark)),
    block(`Response ${status}`, response),
    operation === null ? null : statementsOf(operation),
  )
}

/** A path whose lines break between its parts. */
function breakable(path: string): (Node | string)[] {
  return path.split(/(?<=[/?&])/).flatMap((part) => [part, h('wbr')])
}

function changeDetail(change: StatusChange, redeliver: (seq: number) => void): HTMLElement {
  const { seq, transaction, reason, request, attempts, offerId, merchantId } = change
  const sender = merchantOf(merchantId)
  const listed = attempts.map(({ at, url, outcome, httpStatus, response }) =>
    h(
      'li',
      {},
      instant(at),
      ' ',
      h(
        'span',
        { class: outcome === 'accepted' ? 'good' : 'failure' },
        `${outcome}${httpStatus === null ? '' : `, HTTP ${httpStatus}`}`,
      ),
      url === null ? '' : `, ${url.replace(/\?.*/s, '')}`,
      block('Response', response),
    ),
  )
  return h(
    'div',
    { class: 'detail' },
    h('p', {}, `Event ${seq} of transaction `, idLink(transaction), ' of ', orderLink(offerId, merchantId)),
    reason === null ? null : h('p', {}, reason),
    h(
      'p',
      { class: 'buttons' },
      button('Send again', () => redeliver(seq), { disabled: sender?.webhookUrl == null }),
      sender?.webhookUrl == null ? h('a', { href: '#accounts' }, 'Register a webhook') : null,
    ),
    webhookRequest(request),
    listed.length === 0 ? null : h('section', {}, h('h3', {}, 'Attempts'), h('ol', {}, listed)),
    statementsOf('webhook'),
  )
}

/** The request of a webhook: its fields, its headers, its signature and how to check it. */
function webhookRequest(request: StatusChange['request']): HTMLElement {
  const { method, url, headers, body } = request
  const signed = signatureIn(request)
  return h(
    'section',
    { class: 'webhook' },
    h('h3', {}, `Webhook ${method} ${url?.replace(/\?.*/s, '') ?? ''}`),
    list(fieldsOf(request).map(([name, text]) => [name, linked(text)])),
    h('h3', {}, 'Headers'),
    list(Object.entries(headers)),
    h('h3', {}, 'Signature'),
    signed === undefined
      ? h('p', {}, 'The request has no signature of a text that it contains (assumption webhooks.signature).')
      : h(
          'p',
          { class: 'buttons' },
          `RSA with SHA-256 in base64, of ${signed.signed}, by the service’s key.`,
          copyable(signed.signature, 'the signature', `${signed.signature.slice(0, 12)}…`),
          copyButton(checkOf(signed), 'with openssl', 'Copy the check'),
        ),
    h('details', {}, h('summary', {}, 'As it is sent'), pretty(method === 'GET' ? (url ?? '') : body)),
  )
}

/** The fields of a webhook request, without the signed text, which repeats them, and the signature. */
function fieldsOf({ method, url, body }: StatusChange['request']): [string, string][] {
  if (method === 'GET' && url !== null)
    return [...new URL(url).searchParams].filter(([name]) => name !== 'signature')
  const { signature: _, data, ...fields } = parsed(body) ?? {}
  const inner = typeof data === 'object' ? { ...data } : { data }
  if ('data' in inner) delete inner.data
  return Object.entries({ ...fields, ...inner }).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : spaced(value),
  ])
}

function emailDetail({ to, subject, text }: Email): HTMLElement {
  return h('div', { class: 'detail' }, h('p', {}, `To ${to}: ${subject}`), h('pre', { tabindex: '0' }, text))
}

function nextDetail({ due, kind, ref }: Scheduled): HTMLElement {
  return h(
    'div',
    { class: 'detail' },
    list([
      ['Event', h('code', {}, kind)],
      ['Of', /^[\w-]{20,}$/.test(ref) ? idLink(ref) : ref],
    ]),
    h(
      'p',
      {},
      button('Run up to here', () => moveTo(due)),
    ),
  )
}

/** Moves the clock to an instant. */
export function moveTo(to: string): void {
  act(() => send<'advanceClock'>('POST', '/clock/advance', { to, maxListedEvents: 0 }))
}
