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

/**
 * Whether a delivery may be encrypted: it has a long text without spaces that is no JSON, and nothing else than short texts, such as
 * the name of an algorithm. What it reports cannot be read then.
 */
export function mayBeEncrypted(delivery: Delivery): boolean {
  const values = fieldsOf(delivery).map(({ value }) => value)
  const opaque = values.filter((value) => /^[\w+/=.-]{64,}$/.test(value))
  return opaque.length > 0 && opaque.length + 4 >= values.length
}

/**
 * Whether a delivery has this pair: as a name with its value, with or without a prefix or brackets, as an object of name and
 * value, or as one text in a list.
 */
export function hasPair(delivery: Delivery, name: string, value: string): boolean {
  const texts = ['=', ':', ': ', '|'].map((separator) => `${name}${separator}${value}`)
  const inOneField = fieldsOf(delivery).some(
    (field) =>
      (field.value === value && isCalled(field.name, name)) ||
      texts.some((text) => field.value.split(/[,;]\s*/).includes(text) || field.value === text),
  )
  return inOneField || (mentions(delivery, name) && mentions(delivery, value))
}

/** Whether the name of a field is this one, after a prefix such as `custom_` or in brackets. */
function isCalled(fieldName: string, name: string): boolean {
  const bare = fieldName.replace(/\]$/, '')
  return bare === name || (bare.endsWith(name) && /[^\p{L}\p{N}]/u.test(bare.at(-name.length - 1) ?? ''))
}

/** Names that the status of a transaction may have: `status`, `payment_status`, `transactionStatus`. */
const statusName = /^(\w+[.[])?(payment|transaction|tx|order)?[-_]?status\]?$/i

/** Names of fields with an earlier status: `previousStatus`, `from`. */
const earlierName = /^(previous|prev|old|earlier|from|before)/i

/** Names of fields with the status of something else: `settlement`, `refundStatus`. */
const otherName = /settle|refund|payout|reminder/i

/**
 * The statuses that a delivery reports: by name or integer in a field whose name means status, otherwise by name in a short
 * text of any field. Empty if the delivery reports the status in another form, which is permitted.
 */
export function statusesSaid<Name extends string>(
  delivery: Delivery,
  integers: Readonly<Record<Name, number>>,
): Name[] {
  const names = Object.keys(integers) as Name[]
  const fields = fieldsOf(delivery).filter(
    ({ name, value }) => value.length <= 60 && !earlierName.test(name) && !otherName.test(name),
  )
  const pattern = (name: Name) => new RegExp(`(^|[^a-z])${name.replace('cel', 'cell?')}([^a-z]|$)`, 'i')
  const own = fields.filter(({ name }) => statusName.test(name))
  const namedIn = (some: typeof fields) =>
    names.filter((name) => some.some(({ value }) => pattern(name).test(value)))
  const byName = namedIn(own)
  if (byName.length > 0) return byName
  // An integer that is not known is a status in another form, whatever other fields say.
  return own.some(({ value }) => /^-?\d+$/.test(value))
    ? names.filter((name) => own.some(({ value }) => value === String(integers[name])))
    : namedIn(fields)
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

/** The decoded parts of a signed token, which are separated by dots. Base64 of a JSON object starts with `ey`, of an array with `W`. */
function tokenParts(text: string): string[] {
  if (!/^(ey|W[13yz])[\w+/-]+={0,2}(\.[\w-]*)*$/.test(text)) return []
  return text.split('.').map((part) => Buffer.from(part, 'base64url').toString())
}
