// What requests are made of: credentials, required fields, carts, addresses and payloads.

import type { IncomingMessage } from 'node:http'
import type { Merchant, Shopper } from './accounts.ts'
import { CHOICES } from './choices.ts'
import { units } from './money.ts'
import { decryptWithKey } from './payloads.ts'
import type { Fields, World } from './world.ts'

/** A request that the service refuses. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number | string

  constructor(status: number, code: number | string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A request of one operation, as its handler sees it. */
export interface Call {
  readonly world: World
  readonly headers: IncomingMessage['headers']
  readonly query: URLSearchParams
  readonly body: unknown
  readonly exchange: string
}

const refuse = CHOICES.refusal
const bearer = (call: Call): string =>
  /^bearer\s+(\S+)\s*$/i.exec(call.headers.authorization ?? '')?.[1] ?? ''

export function merchantOf(call: Call): Merchant {
  const found = call.world.accounts.merchants.find((one) => one.token === bearer(call))
  if (found === undefined) throw new Refusal(refuse.credentials, 'who', 'The token is none of a merchant.')
  return found
}

export function shopperOf(call: Call): Shopper {
  const found = call.world.accounts.shoppers.find((one) => one.token === bearer(call))
  if (found === undefined) throw new Refusal(refuse.credentials, 'who', 'The token is none of a shopper.')
  return found
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const tests = {
  text: (value: unknown) => typeof value === 'string' && value !== '',
  amount: (value: unknown) => (units(value) ?? 0n) > 0n,
  count: (value: unknown) => units(value) !== undefined,
  list: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isFields),
  fields: isFields,
}

/** The object of which every named field passes its test: that of text, unless another is named after a colon. */
export function need(value: unknown, wanted: string): Fields {
  if (!isFields(value)) throw new Refusal(refuse.body, 'body', 'An object is expected.')
  for (const [name = '', test = 'text'] of wanted.split(' ').map((one) => one.split(':')))
    if (!tests[test as keyof typeof tests](value[name]))
      throw new Refusal(refuse.body, 'field', `The field ${name} is missing or unusable.`)
  return value
}

export const text = (fields: Fields, name: string): string => String(fields[name])

export function cartOf(fields: Fields, full: boolean): readonly Fields[] {
  const cart = need(fields, 'cart:list').cart as readonly Fields[]
  for (const item of cart) need(item, full ? 'id name price:count quantity:amount' : 'id')
  return cart
}

export function addressOf(fields: Fields): unknown {
  const address = fields.shippingAddress ?? null
  if (address !== null) need(address, 'address1 state city country')
  return address
}

/** Refuses custom parameters that would not fit the webhook's method. */
export function checkCustomParameter(fields: Fields, lengthOf: (customParameter: Fields) => number): void {
  const custom = fields.customParameter
  if (custom === undefined || custom === null) return
  if (!isFields(custom)) throw new Refusal(refuse.body, 'custom', 'An object is expected.')
  const { returnMethod, params } = custom
  if (returnMethod !== undefined && returnMethod !== 'GET' && returnMethod !== 'POST')
    throw new Refusal(refuse.body, 'method', 'The method is GET or POST.')
  if (
    params !== undefined &&
    !(Array.isArray(params) && params.every((one) => isFields(one) && tests.text(one.name)))
  )
    throw new Refusal(refuse.body, 'params', 'The params are pairs of name and value.')
  if (lengthOf(custom) > CHOICES.maxGetChars)
    throw new Refusal(refuse.tooLong, 'length', 'The params exceed a GET request.')
}

/** The merchant whose key decrypts a payment payload, and the payload. */
export function paymentOf(
  call: Call,
  text: unknown,
): { readonly merchant: Merchant; readonly fields: Fields } {
  for (const merchant of call.world.accounts.merchants) {
    const fields = decryptWithKey(merchant.key, text)
    if (fields === undefined) continue
    if (!isFields(fields) || fields.clientId !== merchant.id) break
    return { merchant, fields }
  }
  throw new Refusal(refuse.body, 'cipher', 'The data cannot be decrypted.')
}
