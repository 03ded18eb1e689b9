// Unusual requests: a usual one with one difference, in a field of the document, its credential, its encryption, its body or its path.
// The model decides whether the service accepts it.

import { isObject, valueAt } from '../../../core/json.ts'
import type { Schema } from '../../../spec/openapi/schema.ts'
import type { Operation } from '../../../spec/operation.ts'
import { operations } from '../../../spec/operations.ts'
import { type RequestAction, unusualEncryptions } from '../action.ts'
import { type Field, fieldsOf, withValue } from '../fields.ts'
import type { State } from '../state.ts'

/** A difference in words, and the fields of the action in which it consists. */
type Difference = Partial<RequestAction> & { readonly unusual: string }

const numbers = ['-5.00', -5, 0, '0.00', '1,000.00', '1e3', '12.345', 0.5, 12.5, '12.50', ' 12.50 ', 1e15]
const periods = ['12', 'm', '12 m', '1.5y', '-1m', '5q', 'P1Y']

/** Valid or invalid values of a field, of the right type. */
function otherValues({ type, enum: choices, pattern = '' }: Schema): unknown[] {
  const isNumber = pattern.includes('\\.') || type === 'number' || type === 'integer'
  if (choices !== undefined) return ['PUT', 'daily', '', String(choices[0]).toUpperCase(), `${choices[0]} `]
  if (isNumber) return numbers
  if (pattern.includes('[A-Za-z]')) return periods
  if (type === 'array') return [[]]
  return type === 'boolean' ? [true, false] : ['', '  ', 'other', '00123', '⟨repeat 300 x⟩', 'ümläut & <co>']
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** Values that differ from the one that a field has, by how they differ. */
function differing({ schema }: Field, now: unknown, state: State): Record<string, unknown[]> {
  const others = [7, 'other', {}, [], true, 'true'].filter((value) => typeOf(value) !== typeOf(now))
  const ofAnother = ofOthers(now, state)
  return {
    ...(now === undefined ? {} : { absent: [undefined] }),
    null: [null],
    'another type': others,
    'another value': otherValues(schema),
    ...(ofAnother.length === 0 ? {} : { 'of another account': ofAnother }),
  }
}

/** A path with an index for each list. */
function placeOf({ path }: Field, template: unknown, { random }: State): (string | number)[] {
  const place: (string | number)[] = []
  for (const key of path) {
    const at = valueAt(template, ...place)
    const last = Array.isArray(at) ? Math.max(0, at.length - 1) : 0
    place.push(key === '*' ? random.of(0, last, random.integer(0, last)) : key)
  }
  return place
}

/** Names the merchant in the body, as the client of the operation does, so that it can be changed. */
function withCredentials(action: RequestAction): RequestAction {
  const { merchant = 0, body } = action
  const { credential } = operations[action.operation]
  const of = (field: string) => `⟨merchant ${merchant} ${field}⟩`
  if (credential === 'clientSecret') return { ...action, body: { clientId: of('clientId'), ...Object(body) } }
  if (credential !== 'merchantAuth') return action
  return {
    ...action,
    body: { merchantId: of('merchantId'), merchantAuth: of('merchantAuth'), ...Object(body) },
  }
}

function inField(state: State, usual: RequestAction): Difference | undefined {
  const { random } = state
  const action = withCredentials(usual)
  const part = random.pick((['payload', 'body', 'query'] as const).filter((one) => action[one] !== undefined))
  if (part === undefined) return undefined
  const field = random.pick(
    fieldsOf(action.operation, part).flatMap((one) => (one.required ? [one, one, one] : [one])),
  )
  if (field === undefined) return undefined
  const template = action[part]
  const place = placeOf(field, template, state)
  const now = valueAt(template, ...place)
  const [how, values] = random.pick(Object.entries(differing(field, now, state))) ?? ['', []]
  // A field cannot be added to what does not exist.
  if (place.length > 1 && !isContainer(valueAt(template, ...place.slice(0, -1)))) return undefined
  const value = random.pick(values)
  const changed = withValue(template, place, part === 'query' && value !== undefined ? String(value) : value)
  const credentials = action.body === usual.body ? {} : { body: action.body, credentials: false as const }
  const shown = value === undefined || value === null ? '' : `: ${JSON.stringify(value)}`
  const { enum: choices, pattern } = field.schema
  const isExcluded =
    how === 'of another account' ||
    (how === 'absent' && field.required) ||
    (how === 'another value' && (choices !== undefined || pattern?.includes('[A-Za-z]') === true))
  return {
    ...{ ...credentials, part, [part]: changed, unusual: `${field.path.join('.')}: ${how}${shown}` },
    ...(isExcluded ? { isExcluded } : {}),
  }
}

const isContainer = (value: unknown) => isObject(value) || Array.isArray(value)

/** Values of accounts in place of the one that a reference names. */
function ofOthers(now: unknown, { target }: State): string[] {
  const [, at, field] = /^⟨merchant (\d+) (\w+)⟩$/.exec(String(now)) ?? []
  if (field === undefined) return []
  const next = `merchant ${(Number(at) + 1) % target.merchants.length}`
  const own = field === 'merchantAuth' ? ['clientSecret', 'id'] : []
  return [
    `⟨${next} ${field}⟩`,
    `⟨altered merchant ${at} ${field}⟩`,
    ...own.map((name) => `⟨merchant ${at} ${name}⟩`),
  ]
}

/** Tokens other than the expected one, in words. `own` is the one that the operation takes. */
function otherTokens({ target }: State, { merchant = 0, shopper = 'ready', operation }: RequestAction) {
  const isShoppers = operations[operation].credential === 'shopperToken' || operation === 'createBankPayment'
  const [of, other] = [`merchant ${merchant}`, `merchant ${(merchant + 1) % target.merchants.length}`]
  const account = isShoppers ? `shopper ${shopper}` : of
  const own = `${account} accessToken`
  return {
    'no token': null,
    'an empty token': '',
    'a token of spaces': '  ',
    'an unknown token': 'nobody-7',
    "a merchant's token": `⟨${of} accessToken⟩`,
    "a shopper's token": `⟨shopper ${shopper} accessToken⟩`,
    "another merchant's token": `⟨${other} accessToken⟩`,
    'a longer token': `⟨${own}⟩x`,
    'a token with another end': `⟨altered ${own}⟩`,
    'the beginning of a token': `⟨half ${own}⟩`,
    'a token in upper case': `⟨upper ${own}⟩`,
    'the id as token': `⟨${account} id⟩`,
    'the client secret as token': `⟨${of} clientSecret⟩`,
  }
}

function inToken(state: State, action: RequestAction): Difference {
  const { random } = state
  const others = Object.entries(otherTokens(state, action)).map(([unusual, token]) => ({ unusual, token }))
  const noBearer = {
    unusual: 'no Bearer token',
    headers: { authorization: random.of('Basic bm9ib2R5', 'lamp-shop') },
  }
  return { part: 'credential', isExcluded: true, ...random.of<Difference>(noBearer, ...others) }
}

const payloadTexts = ['{"a":', '[]', '{}', '"text"', 'null', '7']

function inEncryption({ random }: State, action: RequestAction): Difference | undefined {
  if (action.payload === undefined) return undefined
  const encryption = random.pick(unusualEncryptions)
  const payloadText = random.pick(payloadTexts)
  const encrypted = {
    unusual: `encrypted: ${encryption}`,
    isExcluded: true,
    ...(encryption && { encryption }),
  } as const
  const difference = random.of<Difference>(
    ...[encrypted, encrypted],
    { unusual: `the payload is ${payloadText}`, isExcluded: true, ...(payloadText && { payloadText }) },
    ...[null, 'data', 'encryptedReq', 'bare'].map((field) => ({
      field,
      unusual: `the payload in the field ${field}`,
    })),
  )
  return { part: 'encryption', ...difference }
}

/** Differences in headers, method, path and length. */
function inRequest({ random }: State, { operation, query, body }: RequestAction): Difference {
  const { method, path, headers } = operations[operation] as Operation
  const isGet = method === 'get'
  const filler = isGet ? `⟨repeat ${random.of(1800, 1900, 2000, 4000)} x⟩` : '⟨repeat 2100000 x⟩'
  const long = isGet ? { query: { ...query, filler } } : { body: { ...Object(body), filler } }
  const named = (header: string, value: string | null): Difference => ({
    ...{ part: 'headers', headers: { [header]: value }, unusual: `${header}: ${value ?? 'absent'}` },
    ...(headers === undefined ? {} : { isExcluded: true }),
  })
  const source = named('x-transaction-source', random.of(null, 'web', 'QR-CODE-API', ''))
  const bodies = ['', '{"amount":', '[]', '"text"', 'null', '{}']
  return random.of<Difference>(
    { part: 'length', unusual: 'too long', isExcluded: true, ...long },
    named('content-type', random.of(null, 'text/plain', 'application/json; charset=utf-8')),
    named('origin', random.of('https://shop.example', 'http://127.0.0.1:3000')),
    { part: 'path', method: isGet ? 'POST' : random.of('PUT', 'GET'), unusual: 'another method' },
    { part: 'path', suffix: random.of('/', '/x'), unusual: 'a longer path' },
    ...(headers === undefined ? [] : [source, source, source]),
    ...(path.includes('{') ? exchanges : []),
    ...(isGet
      ? []
      : [{ part: 'body', rawBody: random.pick(bodies) ?? '', unusual: 'another body' } as const]),
  )
}

const exchanges: readonly Difference[] = [
  { part: 'path', exchange: 'otherexchange', unusual: 'an unknown exchange', isExcluded: true },
  { part: 'path', exchange: '⟨upper exchange 0⟩', unusual: 'an exchange in upper case' },
]

/** A request with one difference; undefined without a usual one, or if what was drawn does not apply. */
export function withDifference(state: State, usual: RequestAction | undefined): RequestAction | undefined {
  if (usual === undefined) return undefined
  const kind = state.random.of(
    ...([inField, inField, inField, inField] as const),
    inToken,
    inEncryption,
    inRequest,
  )
  const difference = kind(state, usual)
  if (difference === undefined) return undefined
  const action = { ...usual, ...difference, headers: { ...usual.headers, ...difference.headers } }
  corrections.set(action, usual)
  return action
}

const corrections = new WeakMap<RequestAction, RequestAction>()

/** A request that was sent before: as it was, or without its difference. */
export function again({ random, sent }: State): RequestAction | undefined {
  const action = random.pick(sent.slice(-8))
  return action && (corrections.get(action) ?? action)
}
