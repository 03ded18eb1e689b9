// What arrives at the merchant's webhook. Its fields are not shown, so what is looked for in a delivery is looked for
// anywhere in it: in the query, in a form, in JSON, and in JSON that stands as text inside JSON.

import type { ReceivedWebhook } from '../../client/webhook-receiver.ts'
import { parseJson } from '../../core/json.ts'

/** One request that arrived at a webhook; `url` is path and query, or the whole URL. */
export type Delivery = Pick<ReceivedWebhook, 'method' | 'url' | 'body'>

/** The index of the merchant whose webhook was called; undefined for any other URL. */
export function merchantOf({ url }: Delivery): number | undefined {
  const index = /^\/webhook\/(\d+)/.exec(new URL(url, 'http://receiver.invalid').pathname)?.[1]
  return index === undefined ? undefined : Number(index)
}

/** A name and a scalar that stand somewhere in a delivery. */
export interface Fact {
  name: string
  value: string
}

const read = new WeakMap<Delivery, { facts: Fact[]; values: Set<string> }>()

function readDelivery(delivery: Delivery): { facts: Fact[]; values: Set<string> } {
  const known = read.get(delivery)
  if (known !== undefined) return known
  const facts: Fact[] = []
  const { searchParams } = new URL(delivery.url, 'http://receiver.invalid')
  for (const [name, value] of searchParams) gather(facts, name, value)
  if (delivery.body !== '') {
    const json = parseJson(delivery.body)
    if (json !== undefined) gather(facts, '', json)
    else for (const [name, value] of new URLSearchParams(delivery.body)) gather(facts, name, value)
  }
  const done = { facts, values: new Set(facts.map(({ value }) => value)) }
  read.set(delivery, done)
  return done
}

/** Every scalar of a delivery with the name it has there. */
export function factsOf(delivery: Delivery): readonly Fact[] {
  return readDelivery(delivery).facts
}

/** Whether that text stands in a delivery, as a value of its own. */
export function mentions(delivery: Delivery, text: string): boolean {
  return readDelivery(delivery).values.has(text)
}

/** Whether the pair came back: as a name with its value, in brackets or not, or as an object of a name and a value. */
export function hasPair(delivery: Delivery, name: string, value: string): boolean {
  const { facts } = readDelivery(delivery)
  const asProperty = facts.some(
    (fact) => fact.value === value && (fact.name === name || fact.name.endsWith(`[${name}]`)),
  )
  return asProperty || (mentions(delivery, name) && mentions(delivery, value))
}

/** Names under which the status of a transaction may stand: `status`, `payment_status`, `transactionStatus`. */
const statusName = /^(\w+[.[])?(payment|transaction|tx|order)?[-_]?status\]?$/i

/**
 * The statuses that a delivery says: by their names, in a short text of any name, else by their integers under a name
 * that means the status. None where it says them otherwise, which is lawful.
 */
export function statusesSaid<Name extends string>(
  delivery: Delivery,
  integers: Readonly<Record<Name, number>>,
): Name[] {
  const names = Object.keys(integers) as Name[]
  const facts = factsOf(delivery).filter(({ value }) => value.length <= 60)
  const spelled = (name: Name) => new RegExp(`(^|[^a-z])${name.replace('cel', 'cell?')}([^a-z]|$)`, 'i')
  const byName = names.filter((name) => facts.some(({ value }) => spelled(name).test(value)))
  if (byName.length > 0) return byName
  return names.filter((name) =>
    facts.some((fact) => statusName.test(fact.name) && fact.value === String(integers[name])),
  )
}

function gather(facts: Fact[], name: string, value: unknown): void {
  if (typeof value === 'string') {
    facts.push({ name, value })
    const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined
    if (inner !== undefined) gather(facts, name, inner)
    return
  }
  if (Array.isArray(value)) for (const element of value) gather(facts, name, element)
  else if (typeof value === 'object' && value !== null)
    for (const [key, element] of Object.entries(value)) gather(facts, key, element)
  else facts.push({ name, value: String(value) })
}
