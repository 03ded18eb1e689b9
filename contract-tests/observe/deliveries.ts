// Reads deliveries to a merchant's webhook. The contract does not show their fields or their format, so values are searched
// for everywhere: in the query, in a form, in JSON, in JSON text inside JSON, in signed tokens, and in the words of any other
// text, such as XML or multipart.

import type { ReceivedWebhook } from '../../client/webhook-receiver.ts'
import { parseJson } from '../../core/json.ts'
import { transactionStatuses } from '../../spec/enumerations.ts'
import type { Profile } from '../profile/profile.ts'
import { integersFor } from './status-integers.ts'

/** A request that a webhook received; `url` is path and query, or the whole URL. */
export type Delivery = Pick<ReceivedWebhook, 'method' | 'url' | 'body'> &
  Partial<Pick<ReceivedWebhook, 'receivedAt'>>

/** The URL of a delivery. If the delivery has path and query only, the origin is a placeholder. */
export function urlOf({ url }: Delivery): URL {
  return new URL(url, 'http://receiver.invalid')
}

/** The index of the merchant whose webhook was called; undefined for any other URL. */
export function merchantOf(delivery: Delivery): number | undefined {
  // A proxy before the receiver may keep the path of the public URL.
  const index = /\/webhook\/(\d+)(?=\/|$)/.exec(urlOf(delivery).pathname)?.[1]
  return index === undefined ? undefined : Number(index)
}

/** The known form of the deliveries of a deployment. */
export type DeliveryForm = Partial<Omit<Profile['deliveries'], 'statusWords'>> & {
  statusWords?: Readonly<Record<string, readonly string[] | undefined>>
}

/** A name and a scalar value, at any depth of a delivery. */
interface Field {
  name: string
  value: string
}

const originals = new WeakMap<Delivery, Delivery>()

/** A delivery at another path. Its content is read only when it is needed: the simulator renders and signs it then. */
export function withPath(delivery: Delivery, changed: (url: string) => string): Delivery {
  const other: Delivery = Object.create(delivery, { url: { get: () => changed(delivery.url) } })
  originals.set(other, delivery)
  return other
}

const parsed = new WeakMap<Delivery, { fields: Field[]; values: Set<string> }>()

function parseDelivery(given: Delivery): { fields: Field[]; values: Set<string> } {
  const delivery = originals.get(given) ?? given
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

/** True if a delivery has a field with exactly this value. */
export function mentions(delivery: Delivery, text: string): boolean {
  return parseDelivery(delivery).values.has(text)
}

/** Which deliveries match, and of what they are, such as `order pt-1-order-7`. */
export type Matcher = ((delivery: Delivery) => boolean) & { readonly of: string }

export const matching = (of: string, matches: (delivery: Delivery) => boolean): Matcher =>
  Object.assign(matches, { of })

export const anyDelivery = matching('any kind', () => true)

export const ofTransaction = (id: string): Matcher =>
  matching(`transaction ${id}`, (delivery) => mentions(delivery, id))

/** Names of fields whose long texts are no content: `signature`, `txHash`. */
const proofName = /sig|hash|hmac|digest|checksum|certificate/i

/** True if a delivery has a long text that cannot be read, such as an encrypted one. */
export function hasOpaqueText(delivery: Delivery): boolean {
  return fieldsOf(delivery).some(
    ({ name, value }) =>
      !proofName.test(name) &&
      cipherParts(value).some(
        (part) =>
          /^[\w+/=.-]{64,}$/.test(part) &&
          // The hexadecimal id of a crypto transaction is too short for an encrypted update.
          !/^(0x)?[\da-f]{64,128}$/i.test(part) &&
          new Set(part).size > 8,
      ) &&
      tokenParts(value).every((part) => parseJson(part) === undefined),
  )
}

/** The parts of a text that may be encrypted: an initialization vector may come before, and base64 may be in lines. */
function cipherParts(value: string): string[] {
  if (value.length < 64 || value.includes('://')) return []
  return value.replace(/(?<=[\w+/=]{60})\r?\n/g, '').split(/[:|$\s]+/)
}

/**
 * True if the content of a delivery may be hidden from the suite: encrypted, compressed, or in a format that is not read. Ids of
 * the run, which begin with one of its prefixes, show that it is read.
 */
export function mayBeHidden(delivery: Delivery, prefixes: readonly string[]): boolean {
  if (hasOpaqueText(delivery)) return true
  const { body } = delivery
  const isShort = body.length < 40
  const ids = fieldsOf(delivery).map(({ value }) => value.replace(/^ref-/, ''))
  const hasOwnId = ids.some((id) => prefixes.some((prefix) => id.startsWith(prefix)))
  return !isShort && !hasOwnId && parseJson(body.trim()) === undefined
}

/**
 * True if a delivery has this pair: as a name with its value, with or without a prefix or brackets, as an object of name and
 * value, or as one text in a list.
 */
export function hasPair(delivery: Delivery, name: string, value: string): boolean {
  const texts = ['=', ':', ': ', '|'].map((separator) => `${name}${separator}${value}`)
  const inOneField = fieldsOf(delivery).some(
    (field) =>
      (field.value === value && isCalled(field.name, name)) ||
      texts.some((text) => field.value.includes(text) && field.value.split(/[,;]\s*/).includes(text)) ||
      texts.includes(field.value),
  )
  return inOneField || (mentions(delivery, name) && mentions(delivery, value))
}

/** True if the name of a field is this one, after a prefix such as `custom_` or in brackets. */
function isCalled(fieldName: string, name: string): boolean {
  // A name may end with a bracket, too.
  return [fieldName, fieldName.replace(/\]$/, '')].some(
    (bare) =>
      bare === name || (bare.endsWith(name) && /[^\p{L}\p{N}]/u.test(bare.at(-name.length - 1) ?? '')),
  )
}

/** The last part of a name: a field `status` may be `data[status]` or `data.status` in a query. */
const lastPart = (name: string) => name.replace(/\]$/, '').split(/[.[]/).at(-1) ?? name

/** The fields with a name, or with one whose last part is the same. */
export function fieldsNamed(fields: readonly Field[], name: string): readonly Field[] {
  const exact = fields.filter((field) => field.name === name)
  return exact.length > 0 ? exact : fields.filter((field) => lastPart(field.name) === lastPart(name))
}

/** Names that the status of a transaction may have: `status`, `payment_status`, `transactionStatus`. That of an order is another. */
const statusName = /^(\w+[.[])?(payment|transaction|tx)?[-_]?status\]?$/i

/** Names that the kind of a delivery may have, which may contain the status: `event`, `event_type`, `state`. */
const kindName = /^(event|type|kind|topic|action|state)([-_.]?(type|name|kind))?$/i

/** Names of fields and objects with an earlier status: `previousStatus`, `from`, `lastPayment`. */
const earlierName = /^(previous|prev|old|earlier|from|before|last|history)/i

/** Names and kinds of something else that has a status: `settlement`, `refundStatus`, `payout.created`, `daily.report`. */
const otherName = /settle|refund|payout|remind|report|summary|dispute|chargeback|\bfees?\b/i

/** Kinds of notices about what a transaction pays: `order.created`. */
const otherKind = /^(order|invoice|receipt)[._-]?(created|placed|sent|issued)/i

/**
 * The statuses of a transaction that a delivery reports: by name or integer in a field whose name means status, otherwise by
 * name in the kind of the delivery. Empty if the delivery reports the status in another form, or if it is a notice of something
 * else, such as a settlement. Both are permitted.
 */
export function statusesSaid<Name extends string>(
  delivery: Delivery,
  integers: Readonly<Record<Name, number | readonly number[]>>,
  form: DeliveryForm = {},
): Name[] {
  const names = Object.keys(integers) as Name[]
  const { own, kinds } = statusFieldsOf(delivery, form.statusField)
  const { statusWords } = form
  if (statusWords !== undefined) {
    const learned = names.filter((name) => own.some(({ value }) => statusWords[name]?.includes(value)))
    if (learned.length > 0) return learned
  }
  const namedIn = (some: readonly Field[]) =>
    names.filter((name) => some.some(({ value }) => patternOf(name).test(value)))
  if (own.length === 0) return namedIn(kinds)
  const byName = namedIn(own)
  return byName.length > 0
    ? byName
    : names.filter((name) =>
        integersFor(integers, name).some((integer) => own.some(({ value }) => value === String(integer))),
      )
}

/** The texts of the status of a transaction in a delivery; none in a notice of something else. */
export const statusTexts = (delivery: Delivery, { statusField }: DeliveryForm = {}) =>
  statusFieldsOf(delivery, statusField).own.map(({ value }) => value)

/**
 * The fields of a delivery that have a status, and those that have its kind; none in a notice of something else. Without the name of
 * the field, names that may mean status are searched for.
 */
export function statusFieldsOf(
  delivery: Delivery,
  statusField?: string,
): { own: readonly Field[]; kinds: readonly Field[] } {
  const fields = fieldsOf(delivery).filter(
    ({ name, value }) => value.length <= 60 && !earlierName.test(name) && !otherName.test(name),
  )
  const own =
    statusField === undefined
      ? fields.filter(({ name }) => statusName.test(name))
      : fieldsNamed(fields, statusField)
  const kinds = fields.filter(({ name }) => kindName.test(lastPart(name)))
  const isOther =
    [...own, ...kinds].some(({ value }) => otherName.test(value)) ||
    kinds.some(({ value }) => otherKind.test(value))
  return isOther ? { own: [], kinds: [] } : { own, kinds }
}

const patternOf = (name: string) => new RegExp(`(^|[^a-z])${name.replace('cel', 'cell?')}([^a-z]|$)`, 'i')

/** True if a delivery has a status in another word than the four, which may mean any of them. */
export function hasOtherStatusWord(delivery: Delivery, form: DeliveryForm = {}): boolean {
  const known = Object.values(form.statusWords ?? {}).flat()
  return statusFieldsOf(delivery, form.statusField).own.some(
    ({ value }) =>
      /\p{L}/u.test(value) &&
      !known.includes(value) &&
      !/^(null|true|false)$/.test(value) &&
      !transactionStatuses.some((name) => patternOf(name).test(value)),
  )
}

function collectBody(fields: Field[], text: string): void {
  const body = text.trim()
  if (body === '') return
  const json = parseJson(body)
  if (json !== undefined) {
    collect(fields, '', json)
    return
  }
  collect(fields, '', body)
  if (!/[\r\n<]/.test(body)) {
    for (const [name, value] of new URLSearchParams(body)) collect(fields, name, value)
    return
  }
  // Another format: its lines, its parts and elements, and the texts between tags and quotes.
  const plain = body.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inner: string) => escaped(inner))
  const read = (name: string, value: string) =>
    collect(fields, name, value.trim().replace(/&(#x?[\da-f]+|\w+);/gi, characterOf))
  for (const [, name = '', value = ''] of plain.matchAll(/<([\w:.-]+)[^<>]*>([^<>]*)<\/\1>/g))
    read(name, value)
  for (const line of plain.split(/\r?\n/)) {
    const [, name, value] = /^\s*([\p{L}\d _.[\]-]+?)\s*[:=]\s*(.+)$/u.exec(line) ?? []
    if (name !== undefined && value !== undefined) read(name, value)
  }
  const parts = plain.split(/\r?\n\r?\n/).map((part) => part.replace(/\r?\n--\S*\s*$/, ''))
  const between = [/\r?\n/, /[<>"\r\n]+/, /[<>'\r\n]+/].flatMap((separator) => plain.split(separator))
  for (const piece of new Set([...parts, ...between])) read('', piece)
}

const escaped = (text: string) => text.replace(/[&<>"'\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The character that an entity of XML stands for. */
function characterOf(entity: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? entity
  return String.fromCodePoint(Number(name.slice(1).replace(/^x/i, '0x')))
}

function collect(fields: Field[], name: string, value: unknown): void {
  if (typeof value === 'string') {
    fields.push({ name, value })
    for (const text of [value, ...tokenParts(value)]) {
      const inner = /^\s*[[{]/.test(text) ? parseJson(text) : undefined
      if (inner !== undefined) collect(fields, name, inner)
    }
    // A query in a field: `shop+id=7&color=blue`.
    if (/^[\w%+.*~-]+=[\w%+.*~&=-]*$/.test(value))
      for (const [inner, text] of new URLSearchParams(value)) fields.push({ name: inner, value: text })
    return
  }
  if (Array.isArray(value)) for (const element of value) collect(fields, name, element)
  else if (typeof value === 'object' && value !== null)
    for (const [key, element] of Object.entries(value))
      collect(fields, otherName.test(name) || earlierName.test(name) ? `${name}.${key}` : key, element)
  else fields.push({ name, value: String(value) })
}

/** The decoded parts of a signed token, which are separated by dots. Base64 of a JSON object starts with `ey`, of an array with `W`. */
function tokenParts(text: string): string[] {
  if (!/^(ey|W[13yz])[\w+/-]+={0,2}(\.[\w-]*)*$/.test(text)) return []
  return text.split('.').map((part) => Buffer.from(part, 'base64url').toString())
}
