// The details of a request and of a webhook: what was sent and received, why it failed, and commands that repeat or check it.

import { html } from 'hono/html'
import { isObject, parseJson } from '../../../core/json.ts'
import type { ControlRecord } from '../../../spec/control/kinds.ts'
import type { Html } from '../layout.ts'
import {
  accountName,
  address,
  badge,
  block,
  copyable,
  copyButton,
  list,
  orderLink,
  prose,
  spaced,
  time,
  type View,
} from './cells.ts'
import { checkOf, curlOf, signatureIn } from './curl.ts'

/** Why the service or the control API refused a request; empty if it did not. */
function reasonsOf({ status, response }: Pick<ControlRecord<'journal'>, 'status' | 'response'>): string[] {
  const fields = parseJson(response)
  if (!isObject(fields)) return []
  const result = isObject(fields.result) ? fields.result : {}
  if ((status ?? 0) < 400 && fields.ok !== false && result.success !== false) return []
  const texts = [fields.message, fields.fact, fields.detail, fields.remedy, result.errorMsg]
  return texts.flatMap((text) => (typeof text === 'string' && text !== '' ? text.split('; ') : []))
}

/** The details of a request: a command that repeats it, the reasons of a refusal, and its parts. */
export async function requestDetails(view: View, line: ControlRecord<'journal'>): Promise<Html> {
  const { method, path, headers, body, payload, status, response, operation, remarks, client } = line
  const command = curlOf(view.world, line)
  const reasons = reasonsOf(line)
  const sender = line.account ?? line.actsFor?.split(' ')[0]
  return html`<p class="buttons"><code>${method} ${path.split(/(?<=[/?&])/).map((part) => html`${part}<wbr>`)}</code> ${command === undefined ? html`<span class="quiet">The journal has only the start of this body.</span>` : copyButton(command, 'the request', 'Copy as curl')}</p>
${list([['At', time(line.at)], ['Status', status ?? 'The connection was dropped.'], ['From', sender === undefined ? '' : accountName(view.world, sender)], ['Program', client], ...Object.entries(headers)])}
${reasons.length === 0 ? '' : html`<section class="refusal"><h3>Refused</h3><ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul></section>`}
${remarks.map((remark) => html`<p>${remark}</p>`)}${block('Decrypted payload', payload ?? '')}${block('Request', body)}${block(`Response ${status ?? ''}`, response)}
${operation === null ? '' : await statements(view, operation)}`
}

/** The details of a status change: its webhook with the fields and the signature, and the attempts. */
export async function eventDetails(view: View, event: ControlRecord<'events'>): Promise<Html> {
  const { transaction, offerId, merchantId, status, delivery, reason, request, attempts } = event
  const signed = signatureIn(request)
  const isRegistered = view.world.webhookOf(merchantId) !== null
  return html`${list([
    ['Order', orderLink(view, offerId, merchantId)],
    ['Transaction', html`<a href="${address(view, ['transactions', transaction])}">${transaction}</a>`],
    ['Status', badge(status)],
    ['Delivery', badge(delivery)],
    ['Why', reason],
  ])}
${isRegistered ? '' : html`<p><a href="${address(view, ['accounts'])}">Register a webhook</a> to send it.</p>`}
<section class="webhook"><h3>Webhook ${request.method} ${request.url?.replace(/\?.*/s, '')}</h3>${list(fieldsOf(request))}
<h3>Headers</h3>${list(Object.entries(request.headers))}
<h3>Signature</h3>${signed === undefined ? html`<p>The request has no signature of a text that it contains (assumption webhooks.signature).</p>` : html`<p class="buttons">RSA with SHA-256 in base64, of ${signed.signed}, by the service’s key. ${copyable(signed.signature, 'the signature', `${signed.signature.slice(0, 12)}…`)} ${copyButton(checkOf(view.world, signed), 'with openssl', 'Copy the check')}</p>`}
${block('As it is sent', request.method === 'GET' ? (request.url ?? '') : request.body)}</section>
${attempts.length === 0 ? '' : html`<h3>Attempts</h3><ol>${attempts.map((attempt) => html`<li>${time(attempt.at)} ${badge(attempt.outcome, [attempt.outcome, attempt.httpStatus].filter(Boolean).join(', HTTP '))} ${attempt.url?.replace(/\?.*/s, '')}${block('Response', attempt.response)}</li>`)}</ol>`}
${await statements(view, 'webhook')}`
}

/** The fields of a webhook request, without the signed text, which repeats them, and the signature. */
function fieldsOf({ method, url, body }: ControlRecord<'events'>['request']): (readonly [string, string])[] {
  if (method === 'GET' && url !== null)
    return [...new URL(url).searchParams].filter(([name]) => name !== 'signature')
  const { signature: _, data, ...fields } = Object(parseJson(body))
  const { data: __, ...inner } = isObject(data) ? data : { data }
  return Object.entries({ ...fields, ...inner }).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : spaced(value),
  ])
}

/** The statements of the contract about an operation, or about webhooks. */
async function statements(view: View, name: string): Promise<Html> {
  const { statementsOf } = await import('./statements.ts')
  const { required, open } = statementsOf(name)
  const items = (title: string, rows: readonly Html[]) =>
    rows.length === 0
      ? ''
      : html`<details><summary>${title} (${rows.length})</summary><ul>${rows}</ul></details>`
  return html`${items(
    'Requirements',
    required.map(({ id, text }) => html`<li><code>${id}</code> ${prose(text)}</li>`),
  )}${items(
    'Not specified by the contract',
    open.map(
      ({ id, text }) =>
        html`<li><a href="${address(view, ['assumptions'], { search: id })}">${id}</a> ${prose(text)}</li>`,
    ),
  )}`
}
