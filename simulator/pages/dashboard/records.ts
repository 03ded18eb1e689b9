// The tables of the records of each kind, and the page of one record: its fields, and the events that its state allows.

import { html } from 'hono/html'
import type { JsonSchema } from '../../../core/json-schema.ts'
import { listControlOperations, readControlDocument } from '../../../spec/control/document.ts'
import type { KindName } from '../../../spec/control/kinds.ts'
import { jsonOf } from '../../../spec/openapi/reading.ts'
import { credentialsOf } from '../../control/handlers/accounts.ts'
import { recordOf, recordsOf } from '../../control/records.ts'
import type { Html } from '../layout.ts'
import {
  type AnyRecord,
  accountName,
  address,
  cell,
  kinds,
  label,
  list,
  meaningsOf,
  operationOf,
  resolved,
  table,
  type View,
} from './cells.ts'
import { eventDetails, requestDetails } from './details.ts'
import { actionButton, operationForm } from './forms.ts'

const rowsPerPage = 50
const lastPage = Number.MAX_SAFE_INTEGER

/** The filters of a list as a form, with what is chosen. `more` are fields before them. */
export function filterForm(view: View, listId: string, more: Html | '' = ''): Html {
  const { parameters = [] } = operationOf(listId).operation
  const filters = parameters.filter(({ name }) => !['after', 'before', 'limit', 'transaction'].includes(name))
  return html`<form class="fields filters" method="get" role="search">${more}${filters.map(({ name, schema }) => filterField(view, name, resolved(schema)))}<button>Filter</button></form>`
}

function filterField(
  { query, world }: View,
  name: string,
  { enum: values, description = '', type }: JsonSchema,
): Html {
  if (type === 'boolean')
    return html`<label class="inline" title="${description}"><input type="checkbox" name="${name}" value="true"${query[name] === 'true' ? html` checked` : ''}>Only ${name}</label>`
  const accounts = [...world.accounts.merchants, ...world.accounts.shoppers].map(({ id }) => [
    id,
    accountName(world, id),
  ])
  const choices = name === 'account' ? accounts : values?.map((value) => [String(value), String(value)])
  const options = choices?.map(
    ([value, text]) =>
      html`<option value="${value}"${query[name] === value ? html` selected` : ''}>${text}</option>`,
  )
  const hint = type === 'string' && /from|to/.test(name) ? '2026-01-05T09:00:00Z' : ''
  const control =
    options === undefined
      ? html`<input name="${name}" value="${query[name] ?? ''}"${name === 'search' ? html` type="search"` : ''} placeholder="${hint}">`
      : html`<select name="${name}"><option value="">all</option>${options}</select>`
  return html`<label class="field" title="${description}"><span>${label(name)}</span>${control}</label>`
}

/** The filters of a query, as the control API takes them. */
export function filtersOf({ query }: View) {
  const { failures, after: _, before: __, ...texts } = query
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return { ...Object.fromEntries(given), ...(failures === 'true' ? { failures: true } : {}) }
}

/** The table of a kind, the newest first, in pages. The schedule begins with what is due first. */
export async function recordsPage(view: View, name: KindName): Promise<Html> {
  const { columns, entries, key } = kinds()[name]
  const before = Number(view.query.before ?? lastPage)
  const isForward = name === 'schedule'
  const position = isForward ? { after: Number(view.query.after ?? -1) } : { before }
  const { shown, total, previous, next } = await recordsOf[name].list(view.subject, {
    ...filtersOf(view),
    ...position,
    limit: rowsPerPage,
  })
  const rows: AnyRecord[] = isForward ? [...shown] : [...shown].reverse()
  const more = isForward ? next : previous
  const older =
    more === null || more === undefined
      ? ''
      : html`<a class="button" href="?${new URLSearchParams({ ...view.query, [isForward ? 'after' : 'before']: String(more) })}">${isForward ? 'Later' : 'Older'}</a>`
  const meanings = meaningsOf(name)
  const hasActions = eventsOf(name).length > 0
  const head = [...columns.map((field) => label(field, name)), ...(hasActions ? ['Actions'] : [])]
  const body = rows.map((record) => [
    ...columns.map((field) => cell(view, { name, key }, record, field)),
    ...(hasActions ? [recordActions(view, name, record, true)] : []),
  ])
  return html`<nav class="sub" aria-label="Kinds">${Object.keys(kinds()).map((one) => html`<a href="${address(view, [one])}"${one === name ? html` aria-current="page"` : ''}>${label(one)}</a>`)}</nav>
${filterForm(view, listOf(name))}
<section id="records" data-live><div><h2 title="${meanings[columns[0] ?? ''] ?? ''}">${label(name)} (${total})</h2>${table(label(entries), head, body)}<p class="buttons">${older}</p></div></section>`
}

const listOf = (name: KindName) =>
  listControlOperations(readControlDocument()).find(({ operation }) => operation['x-kind']?.name === name)
    ?.operationId ?? ''

/** The events of a kind that the control API has, with their operations. */
function eventsOf(name: KindName) {
  return listControlOperations(readControlDocument()).flatMap(({ operationId, path, operation }) => {
    const event = operation['x-event']
    return event !== undefined && path.startsWith(`/control/${name}/`)
      ? [{ event, operationId, body: jsonOf(operation.requestBody) }]
      : []
  })
}

/** Forms for the events that the state of a record allows. A short form has the examples of its body as buttons. */
export function recordActions(view: View, name: KindName, record: AnyRecord, isShort = false): Html {
  const { key } = kinds()[name]
  const allowed: unknown =
    record.allowedActions ?? (record.status === 'paid' ? [] : eventsOf(name).map(({ event }) => event))
  const params = { [key]: String(record[key]) }
  const shown = eventsOf(name).filter(({ event }) => Array.isArray(allowed) && allowed.includes(event))
  const forms = shown.map(({ event, operationId, body }) => {
    if (body === undefined) return actionButton(view, operationId, event.replaceAll('-', ' '), { params })
    if (!isShort) return operationForm(view, operationId, event, { params, values: shopperOf(view) })
    const examples = Object.entries(body.examples ?? {}).filter(
      ([, { value }]) => !('amount' in Object(value)),
    )
    return examples.map(([example, { value }]) =>
      actionButton(view, operationId, `${event} ${example}`, { params, body: Object(value) }),
    )
  })
  return html`<span class="buttons small">${forms}${name === 'subscriptions' ? asMerchant(view, record) : ''}</span>`
}

const shopperOf = ({ world }: View) => ({ as: world.accounts.shoppers[0]?.accessToken ?? '', share: '1' })

/** The form that cancels a subscription through the service, as its merchant does. */
function asMerchant({ world, path }: View, { id, merchantId, allowedActions }: AnyRecord): Html | '' {
  const merchant = credentialsOf(world).merchants.find((one) => one.id === merchantId)
  if (merchant === undefined || !Array.isArray(allowedActions) || !allowedActions.includes('cancel'))
    return ''
  const body = JSON.stringify({ merchantId, merchantAuth: merchant.merchantAuth, subscriptionId: id })
  return html`<form class="fields" method="post" data-method="POST" data-path="${path}/api/subscription/cancel" data-body="${body}" data-done="The subscription is canceled."><button aria-label="cancel as the merchant">cancel</button></form>`
}

/** The page of one record: its actions, and every field with its meaning. */
export async function recordPage(view: View, name: KindName, id: string): Promise<Html> {
  const { key, word } = kinds()[name]
  const of = key === 'seq' ? Number(id) : id
  const get = <Name extends KindName>(kind: Name) => recordOf(view.subject, { name: kind, word }, of)
  const record: AnyRecord = await get(name)
  const meanings = meaningsOf(name)
  const content =
    name === 'journal'
      ? await requestDetails(view, await get(name))
      : name === 'events'
        ? await eventDetails(view, await get(name))
        : list(
            Object.keys(record)
              .filter((field) => field !== 'allowedActions')
              .map((field) => [
                label(field, name),
                field === key ? id : cell(view, { name, key }, record, field),
                meanings[field],
              ]),
          )
  return html`<section id="record" data-live><article class="detail"><h2>${word.charAt(0).toUpperCase()}${word.slice(1)} <code>${id}</code></h2>${recordActions(view, name, record)}${content}</article></section>`
}
