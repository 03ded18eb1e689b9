// Requests, and the checker that compares them with what is expected.

import type { IncomingHttpHeaders } from 'node:http'
import type { Merchant, Shopper } from './accounts.ts'
import { REFUSED } from './choices.ts'
import { amountOf, type Fields, fieldsOf, isFields } from './values.ts'
import type { World } from './world.ts'

/** A request. Its name is the variable part of the path. */
export interface Call {
  readonly world: World
  readonly headers: IncomingHttpHeaders
  readonly query: URLSearchParams
  readonly body: unknown
  readonly name: string
}

/** Operations by method and path; `*` is a name. */
export type Operations = Readonly<Record<string, (call: Call) => unknown>>

type RefusalKind = keyof typeof REFUSED

export class Refusal extends Error {
  readonly status: number
  readonly code: number | string

  constructor(kind: RefusalKind, message: string, code: number | string = kind) {
    super(message)
    this.status = REFUSED[kind]
    this.code = code
  }
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value !== '',
  email: (value) => /^\S+@\S+$/.test(String(value)),
  number: (value) => !amountOf(value).isNaN(),
  positive: (value) => amountOf(value).gt(0),
  method: (value) => value === 'GET' || value === 'POST',
}

const FORMS: Readonly<Record<string, string>> = {
  person: 'name email',
  address: 'address1 state city country',
  pair: 'name',
  product: 'id',
  item: 'id name price:number quantity:positive',
  debit: 'subscriptionId amount:positive currency',
}

/**
 * The names of the fields that are missing or unusable. Each expected field has a name and, after `:`, a type or form (by
 * default, it is text). `?` may be absent or null; `*` is a list, and `+` one that is not empty.
 */
export const invalidFields = (value: unknown, expected: string): readonly string[] =>
  expected.split(' ').flatMap((field) => {
    const [, name = '', optional, type = 'text'] = /^(\w+)(\?)?:?(.+)?$/.exec(field) ?? []
    const one = fieldsOf(value)[name] ?? undefined
    return (optional && one === undefined) || fits(one, type) ? [] : [name]
  })

function fits(value: unknown, type: string): boolean {
  if (type.endsWith('+') && Array.isArray(value) && value.length === 0) return false
  if (/[*+]$/.test(type)) return Array.isArray(value) && value.every((one) => fits(one, type.slice(0, -1)))
  const test = TYPES[type]
  return test?.(value) ?? (isFields(value) && invalidFields(value, FORMS[type] ?? '').length === 0)
}

export function need(value: unknown, expected: string): Fields {
  const [invalid] = invalidFields(value, expected)
  if (invalid !== undefined) throw new Refusal('body', `The field ${invalid} is missing or unusable.`)
  return fieldsOf(value)
}

type Test<Value> = (value: Value) => boolean

/** The one that passes a test; refuses the request where there is none. */
export function find<Value>(all: readonly Value[], test: Test<Value>, kind: RefusalKind = 'unknown'): Value {
  const found = all.find(test)
  if (found === undefined) throw new Refusal(kind, 'There is no such thing.')
  return found
}

const isOwner = ({ headers }: Call) => {
  const token = /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
  return (account: { readonly token: string }) => account.token === token
}

export const merchantOf = (call: Call): Merchant => find(call.world.accounts.merchants, isOwner(call), 'who')
export const shopperOf = (call: Call): Shopper => find(call.world.accounts.shoppers, isOwner(call), 'who')
export const merchantWith = ({ world }: Call, id: unknown): Merchant =>
  find(world.accounts.merchants, (one) => one.id === id)
