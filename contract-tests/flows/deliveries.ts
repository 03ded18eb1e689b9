// Reads deliveries to a merchant's webhook. The contract does not show their fields or their format, so values are searched
// for everywhere: in the query, in a form, in JSON, in JSON text inside JSON, in signed tokens, and in the words of any other
// text, such as XML or multipart.

import type { ReceivedWebhook } from '../../client/webhook-receiver.ts'
import { parseJson } from '../../core/json.ts'

/** A request that a webhook received; `url` is path and query, or the whole URL. */
export type Delivery = Pick<ReceivedWebhook, 'method' | 'url' | 'body'> &
  Partial<Pick<ReceivedWebhook, 'receivedAt'>>

/** The URL of a delivery. If the delivery has path and query only, the origin is a placeholder. */
export function urlOf({ url }: Delivery): URL {
  return new URL(url, 'http://receiver.invalid')
}

/** The index of the merchant whose webhook was called; undefined for any other URL. */
export function merchantOf(delivery: Delivery): number | undefined {
  const index = /^\/webhook\/(\d+)/.exec(urlOf(delivery).pathname)?.[1]
  return index === undefined ? undefined : Number(index)
}

/** A name and a scalar value, at any depth of a delivery. */
interface Field {
  name: string
  value: string
}

const parsed = new WeakMap<Delivery, { fields: Field[]; values: Set<string> }>()

function parseDelivery(delivery: Delivery): { fields: Field[]; values: Set<string> } {
  const known = parsed.get(delivery)
  if (known !== undefined) return known
  const fields: Field[] = []
  for (const [name, value] of urlOf(delivery).searchParams) collect(fields, name, value)
  collectBody(fields, delivery.body)
  const result = { fields, values: new Set(fields.map(({ value }) => value)) }
  parsed.set(delivery, result)
  return result
}

/** Every scalar of a delivery with its name. */
export function fieldsOf(delivery: Delivery): readonly Field[] {
  return parseDelivery(delivery).fields
}

/** Whether a delivery has a field with exactly this value. */
export function mentions(delivery: Delivery, text: string): boolean {
  return parseDelivery(delivery).values.has(text)
}

/** Whether a delivery has this pair: as a name with its value, in brackets or not, or as an object of name and value. */
export function hasPair(delivery: Delivery, name: string, value: string): boolean {
  const asField = fieldsOf(delivery).some(
    (field) => field.value === value && (field.name === name || field.name.endsWith(`[${name}]`)),
  )
  return asField || (mentions(delivery, name) && mentions(delivery, value))
}

/** Names that the status of a transaction may have: `status`, `payment_status`, `transactionStatus`. */
const statusName = /^(\w+[.[])?(payment|transaction|tx|order)?[-_]?status\]?$/i

/** Names of fields with an earlier status: `previousStatus`, `from`. */
const earlierName = /^(previous|prev|old|earlier|from|before)/i

/**
 * The statuses that a delivery reports: by name in a short text of any field, otherwise by integer in a field whose name
 * means status. Empty if the delivery reports the status in another form, which is permitted.
 */
export function statusesSaid<Name extends string>(
  delivery: Delivery,
  integers: Readonly<Record<Name, number>>,
): Name[] {
  const names = Object.keys(integers) as Name[]
  const fields = fieldsOf(delivery).filter(({ name, value }) => value.length <= 60 && !earlierName.test(name))
  const pattern = (name: Name) => new RegExp(`(^|[^a-z])${name.replace('cel', 'cell?')}([^a-z]|$)`, 'i')
  const byName = names.filter((name) => fields.some(({ value }) => pattern(name).test(value)))
  if (byName.length > 0) return byName
  return names.filter((name) =>
    fields.some((field) => statusName.test(field.name) && field.value === String(integers[name])),
  )
}

function collectBody(fields: Field[], body: string): void {
  if (body === '') return
  const json = parseJson(body)
  if (json !== undefined) {
    collect(fields, '', json)
    return
  }
  if (!/[\r\n<]/.test(body)) {
    for (const [name, value] of new URLSearchParams(body)) collect(fields, name, value)
    return
  }
  // Another format: its lines, and the texts between tags and quotes.
  for (const text of new Set([...body.split(/\r?\n/), ...body.split(/[<>"\r\n]+/)]))
    collect(fields, '', text.replace(/&(#\d+|\w+);/g, characterOf))
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The character that an entity of XML stands for. */
function characterOf(entity: string, name: string): string {
  return name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (named[name] ?? entity)
}

function collect(fields: Field[], name: string, value: unknown): void {
  if (typeof value === 'string') {
    fields.push({ name, value })
    for (const text of [value, ...tokenParts(value)]) {
      const inner = /^\s*[[{]/.test(text) ? parseJson(text) : undefined
      if (inner !== undefined) collect(fields, name, inner)
    }
    return
  }
  if (Array.isArray(value)) for (const element of value) collect(fields, name, element)
  else if (typeof value === 'object' && value !== null)
    for (const [key, element] of Object.entries(value)) collect(fields, key, element)
  else fields.push({ name, value: String(value) })
}

/** The decoded parts of a signed token, which are separated by dots. Base64 of a JSON object starts with `ey`. */
function tokenParts(text: string): string[] {
  if (!/^ey[\w-]+(\.[\w-]*)*$/.test(text)) return []
  return text.split('.').map((part) => Buffer.from(part, 'base64url').toString())
}
