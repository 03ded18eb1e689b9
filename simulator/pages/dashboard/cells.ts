// The way the dashboard shows fields of records: instants, amounts, statuses, and links to records, orders and accounts.

import { html } from 'hono/html'
import { isObject, parseJson } from '../../../core/json.ts'
import { type JsonSchema, resolveRef } from '../../../core/json-schema.ts'
import {
  type ListedKind,
  listControlOperations,
  listedKinds,
  readControlDocument,
} from '../../../spec/control/document.ts'
import type { KindName } from '../../../spec/control/kinds.ts'
import { jsonOf } from '../../../spec/openapi/reading.ts'
import type { ControlSubject } from '../../control/handler-types.ts'
import type { World } from '../../world/world.ts'
import { type Html, pathOf } from '../layout.ts'

/** Who looks at which page of which sandbox. */
export interface View {
  subject: ControlSubject
  world: World
  /** The path of the sandbox, and of the server. */
  path: string
  root: string
  query: Readonly<Record<string, string>>
}

export function viewOf(subject: ControlSubject, query: View['query']): View {
  const { world } = subject.sandbox
  return { subject, world, path: pathOf(world), root: pathOf(subject.sandboxes.default.world), query }
}

/** The address of a page of the dashboard. */
export function address(
  { path }: View,
  parts: readonly (string | number)[],
  query: View['query'] = {},
): string {
  const search = new URLSearchParams(query)
  const steps = ['dashboard', ...parts].map((part) => `/${encodeURIComponent(part)}`).join('')
  return `${path}${steps}${search.size === 0 ? '' : `?${search}`}`
}

/** Every kind of records, by its name. */
export const kinds = () => listedKinds(readControlDocument())

/** The operation with an id, and its parts. */
export function operationOf(id: string) {
  const found = listControlOperations(readControlDocument()).find(({ operationId }) => operationId === id)
  if (found === undefined) throw new RangeError(`The control document has no operation ${id}.`)
  return found
}

/** A schema without a reference in its place. */
export function resolved(schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...rest } = schema
  return { ...(resolveRef(readControlDocument(), $ref) as JsonSchema), ...rest }
}

/** The meanings of the fields of a kind. */
export function meaningsOf(name: KindName): Readonly<Record<string, string>> {
  const listed = listControlOperations(readControlDocument())
  const list = listed.find(({ operation }) => operation['x-kind']?.name === name)?.operation
  const { properties = {} } = jsonOf(list?.responses['200'])?.schema ?? {}
  const { properties: fields = {} } = resolved(properties[kinds()[name].entries]?.items ?? {})
  return Object.fromEntries(
    Object.entries(fields).map(([field, { description = '' }]) => [field, description]),
  )
}

const labels: Readonly<Record<string, string>> = {
  ...{ merchantId: 'Shop', shopperId: 'Shopper', offerId: 'Order', nativeAmount: 'Amount', seq: 'Number' },
  ...{ fname: 'First name', lname: 'Last name', uuid: 'Id', baseUrl: 'Base URL', 'invoices.url': 'Page' },
  'transactions.amount': 'In coin',
}

/** The label of a field, of a kind: `nextBillAt` as `Next bill`. */
export function label(name: string, kind = ''): string {
  const words = name.replace(/(?<=.)(At|Id)$/, '').replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return labels[`${kind}.${name}`] ?? labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** An instant as people read it: in UTC, without fractions of a second. */
export const readable = (instant: string) => instant.slice(0, 19).replace('T', ' ')
export const time = (instant: string) =>
  html`<time datetime="${instant}" title="${instant}">${readable(instant)}</time>`

const moneyCodes = new Set(Intl.supportedValuesOf('currency'))

/** An amount with its currency: money with at least two decimals, `40.00 USD`, a coin as it is. */
export function amountText(amount: unknown, currency: unknown): string {
  const isShort = moneyCodes.has(String(currency)) && /^-?\d+(?:\.\d)?$/.test(String(amount))
  return `${isShort ? Number(amount).toFixed(2) : amount} ${currency}`.trim()
}

type Outcome = 'good' | 'bad' | 'open' | ''
const outcomes: Readonly<Record<string, Outcome>> = {
  ...{ completed: 'good', closed: 'good', active: 'good', paid: 'good', delivered: 'good', accepted: 'good' },
  ...{ canceled: 'bad', 'timed-out': 'bad', ended: 'bad', failed: 'bad', dropped: 'bad', withheld: 'bad' },
  ...{ refused: 'bad', unreachable: 'bad', unregistered: '' },
}
/** The outcome that a status means: good, bad, or not yet. */
export const outcomeOf = (status: string): Outcome => outcomes[status] ?? 'open'
export const badge = (status: string, text = status) =>
  html`<span class="badge ${outcomeOf(status)}">${text}</span>`

export const orderLink = (view: View, order: string, account?: string) =>
  html`<a class="order" href="${address(view, ['orders', order], account === undefined ? {} : { account })}">${order}</a>`

/** The name of a merchant or a shopper; the id of an unknown one. */
export function accountName({ accounts }: World, id: string): string {
  return accounts.merchant(id)?.shop.companyName ?? accounts.shopper(id)?.name ?? id
}

export const copyButton = (text: string, what: string, name = 'Copy') =>
  html`<button type="button" class="copy" data-copy="${text}" aria-label="${name} ${what}">${name}</button>`
/** A text with a button that copies it. */
export const copyable = (text: string, what: string, shown = text) =>
  html`<span class="copyable"><code>${shown}</code> ${copyButton(text, what)}</span>`

/** A text whose parts between backticks are code. */
export const prose = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

/** JSON text, indented; any other text as it is. */
export function block(title: string, text: string): Html | '' {
  const value = parseJson(text)
  const shown = typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : text
  return text === '' ? '' : html`<h3>${title}</h3><pre tabindex="0">${shown}</pre>`
}

/** A value as JSON with spaces, so that lines break between words. */
export const spaced = (value: unknown) => JSON.stringify(value, null, 1).replace(/\n */g, ' ')

/** Names with values, without those that have none. */
export function list(
  entries: readonly (readonly [name: string, value: unknown, meaning?: string | undefined])[],
): Html {
  const shown = entries.filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return html`<dl>${shown.map(([name, value, meaning]) => html`<dt${meaning === undefined ? '' : html` title="${meaning}"`}>${name}</dt><dd>${value}</dd>`)}</dl>`
}

/** A table whose wide content scrolls in its own box. Narrow screens show each row as a card. */
export function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  foot?: readonly unknown[],
): Html {
  const cells = (row: readonly unknown[]) =>
    row.map((value, index) => html`<td data-label="${head[index] ?? ''}">${value}</td>`)
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table${foot === undefined ? '' : html` class="sum"`}><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody>${foot === undefined ? '' : html`<tfoot><tr>${cells(foot)}</tr></tfoot>`}</table>${rows.length === 0 ? html`<p class="quiet">None.</p>` : ''}</div>`
}

export type AnyRecord = Readonly<Record<string, unknown>>
type Cell = (view: View, text: string, record: AnyRecord) => unknown

const linked =
  (kind: KindName): Cell =>
  (view, id) =>
    html`<a href="${address(view, [kind, id])}" title="${id}"><code>${id.slice(0, 8)}</code></a>`
const account: Cell = (view, id) =>
  html`<a href="${address(view, ['accounts'])}">${accountName(view.world, id)}</a>`
const order: Cell = (view, text, { merchantId }) =>
  orderLink(view, text, typeof merchantId === 'string' ? merchantId : undefined)
const status: Cell = (_, text) => badge(text)
const money =
  (currency: string): Cell =>
  (_, amount, record) =>
    html`<span class="amount">${amountText(amount, record[currency])}</span>`

/** Fields that are more than texts. */
const cells: Readonly<Record<string, Cell>> = {
  ...{ merchantId: account, shopperId: account, account, order, offerId: order, status, delivery: status },
  ...{ amount: money('currency'), received: money('currency'), nativeAmount: money('nativeCurrency') },
  ...{ transaction: linked('transactions'), paidBy: linked('transactions'), invoice: linked('invoices') },
  subscription: linked('subscriptions'),
  url: ({ path }, url) =>
    html`<a href="${path}${new URL(url).pathname.replace(/^.*(?=\/checkout\/)/, '')}" target="_blank" rel="noopener">Checkout page</a>`,
  ref: (view, id) => {
    const { world } = view
    const kind =
      world.subscriptions.get(id) !== undefined
        ? 'subscriptions'
        : world.transactions.get(id) !== undefined
          ? 'transactions'
          : undefined
    return kind === undefined
      ? id in world.events
        ? linked('events')(view, id, {})
        : id
      : linked(kind)(view, id, {})
  },
}

/** A field of a record of a kind. */
export function cell(
  view: View,
  { name, key }: Pick<ListedKind, 'name' | 'key'>,
  record: AnyRecord,
  field: string,
): unknown {
  const value = record[field]
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value))
    return value.map((one) =>
      field === 'subscriptions'
        ? html`${linked('subscriptions')(view, String(one), {})} `
        : `${isObject(one) ? spaced(one) : one} `,
    )
  if (isObject(value)) return list(Object.entries(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = String(value)
  if (field === key && name !== 'payees') return linked(name)(view, text, record)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return time(text)
  return cells[field]?.(view, text, record) ?? text
}
