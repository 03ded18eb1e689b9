// Operators that change one place of every successful response of some operations.

import { isObject, valueAt } from '../../../../core/json.ts'
import type { OperationId } from '../../../../spec/operations.ts'
import type { ResponseSeam, WireRequest, WireResponse, World } from '../../../observe/in-process.ts'
import { absent, changeAt, type JsonObject } from '../json-path.ts'
import type { Mutation, Operator } from '../mutation.ts'
import { type Place, typesOf } from './places.ts'

/** The context of a changed value. */
export interface ResponseContext {
  json: unknown
  request: WireRequest
  world: World
}

type Change = (value: unknown, context: ResponseContext) => unknown
export type ResponseOperator = Operator<Place>

/** Places in the `result` of responses; the empty path is the result itself. */
export function resultOf(...operations: OperationId[]): (path: string) => Place {
  return (path) => ({ operations, path: path === '' ? 'result' : `result.${path}` })
}

/** Applies operators to one place. */
export function on(place: Place, ...operators: readonly ResponseOperator[]): Mutation[] {
  return operators.map((operator) => operator(place))
}

/** Operators for marked places, and places inside them, with certain paths. */
export function only(paths: RegExp, ...operators: readonly ResponseOperator[]): ResponseOperator[] {
  return operators.map((operator) =>
    Object.assign((place: Place) => operator(place), {
      to: 'response' as const,
      deep: true,
      fits: (place: Place) => paths.test(place.path) && operator.fits(place),
    }),
  )
}

/** The response seam that changes one place of every success of some operations. */
export function changeResponse(
  operations: OperationId | readonly OperationId[],
  path: string,
  change: Change,
): ResponseSeam {
  const ids = [operations].flat()
  return (response, request, world) => {
    if (!ids.includes(request.operationId) || !isSuccess(response)) return response
    const { json } = response
    return { ...response, json: changeAt(json, path, (value) => change(value, { json, request, world })) }
  }
}

/** The response seam that changes responses of one operation with HTTP 200. */
export function changeSuccess(
  operation: OperationId,
  change: (response: WireResponse) => Partial<WireResponse>,
): ResponseSeam {
  return (response, { operationId }) =>
    operationId === operation && response.status === 200 ? { ...response, ...change(response) } : response
}

/** True if a response claims success: HTTP 200, and neither `ok: false` nor `success: false` in it. */
export function isSuccess({ status, json }: WireResponse): boolean {
  if (status !== 200 || typeof json !== 'object' || json === null) return false
  return valueAt(json, 'ok') !== false && valueAt(json, 'result', 'success') !== false
}

/** Declares an operator. In its sentence `{}` stands for the place. Without a name, the sentence is the name. */
export function changing(
  sentence: string,
  change: Change,
  {
    name,
    fits = () => true,
    deep = false,
  }: { name?: string; fits?: ResponseOperator['fits']; deep?: boolean } = {},
): ResponseOperator {
  const operator = ({ operations, path }: Place): Mutation => {
    const description = sentence.replace('{}', `${path || 'the body'} of ${operations.join(' and ')}`)
    return {
      name: name === undefined ? description : `${name} ${operations.join('+')} ${path}`.trim(),
      description: `${description}.`,
      operations,
      path,
      response: changeResponse(operations, path, change),
    }
  }
  return Object.assign(operator, { to: 'response' as const, fits, deep })
}

const ofType =
  (...types: readonly string[]): ResponseOperator['fits'] =>
  (place) =>
    typesOf(place).length === 0 || typesOf(place).some((type) => types.includes(type))

// ── any value ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const omit = changing('Omits {}', () => absent, {
  name: 'omit',
  deep: true,
  fits: ({ required }) => required !== false,
})
export const setNull = changing('Sets {} to null', () => null, {
  name: 'null',
  deep: true,
  fits: (place) => typesOf(place).length > 0 && !typesOf(place).includes('null'),
})
export const wrongType = changing('Returns {} with another JSON type', otherType, {
  name: 'wrong-type',
  deep: true,
  fits: (place) =>
    typesOf(place).length > 0 && !['number', 'string'].every((type) => typesOf(place).includes(type)),
})
export const asText = changing('Returns {} as a string', String, { name: 'as-text' })
export const asNumber = changing('Returns {} as a number', Number, { name: 'as-number' })
export const asBoolean = changing('Returns {} as a boolean', Boolean, { name: 'as-boolean' })
export const empty = changing(
  'Empties {}',
  (value) => (typeof value === 'string' ? '' : Array.isArray(value) ? [] : {}),
  { name: 'empty' },
)
export const set = (value: unknown) =>
  changing(`Sets {} to ${JSON.stringify(value)}`, () => value, { name: `set ${JSON.stringify(value)}` })

function otherType(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return Number(value)
  if (Array.isArray(value)) return { ...value }
  return isObject(value) ? [] : 7
}

const firsts = new WeakMap<World, Map<string, unknown>>()

/** The first value that a world had under a key. */
export function firstIn(world: World, key: string, value: unknown): unknown {
  const known = firsts.get(world) ?? new Map<string, unknown>()
  firsts.set(world, known)
  if (!known.has(key)) known.set(key, value)
  return known.get(key)
}

export const repeatFirst = changing('Returns the first {} again', (id, { world, request }) =>
  firstIn(world, request.operationId, id),
)
export const firstMerchant = changing(
  'Returns the id of the first merchant as {}',
  (_, { world }) => world.accounts.firstMerchant.id,
)
export const otherShop = changing(
  'Returns the shop of another merchant as {}',
  (_, { world }) => world.accounts.merchants[1]?.shop,
)

// ── text, and decimals written as text ────────────────────────────────────────────────────────────────────────────────

/** An operator on the text of a value. */
export const text = (
  sentence: string,
  change: (text: string, context: ResponseContext) => unknown,
  name?: string,
) =>
  changing(sentence, (value, context) => change(String(value), context), {
    ...(name === undefined ? {} : { name }),
    fits: ofType('string'),
  })
export const replaceText = (sentence: string, pattern: RegExp, replacement: string) =>
  text(sentence, (value) => value.replace(pattern, replacement))

export const lowerCase = text('Returns {} in lower case', (value) => value.toLowerCase(), 'lower-case')
export const upperCase = text('Returns {} in upper case', (value) => value.toUpperCase(), 'upper-case')
export const asciiOnly = text('Replaces non-ASCII characters of {} by question marks', toAscii, 'ascii-only')
export const truncate = (length: number) =>
  text(`Cuts {} off after ${length} characters`, (value) => value.slice(0, length), `truncate-${length}`)
export const prefix = (start: string) =>
  text(`Prefixes {} with "${start}"`, (value) => `${start}${value}`, `prefix ${start}`)
export const suffix = (end: string) =>
  text(`Appends "${end}" to {}`, (value) => `${value}${end}`, `suffix ${end.trim()}`)
export const withoutHyphens = replaceText('Removes the hyphens from {}', /-/g, '')
export const inCents = replaceText('Returns {} in cents', /\./, '')

export function toAscii(value: string): string {
  return value.replace(/[^ -~]/g, '?')
}

const numeric = (name: string, sentence: string, change: (value: number) => number) =>
  changing(
    sentence,
    (value) => {
      const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
      const result = change(Number(value))
      return typeof value === 'string' ? result.toFixed(decimals) : result
    },
    { name, fits: ofType('number', 'integer', 'string') },
  )

export const round = numeric('round', 'Rounds {} to a whole number', Math.round)
export const floor = numeric('floor', 'Drops the decimals of {}', Math.floor)
export const plus = (amount: number) =>
  numeric(`plus ${amount}`, `Adds ${amount} to {}`, (value) => value + amount)
export const times = (factor: number) =>
  numeric(`times ${factor}`, `Multiplies {} by ${factor}`, (value) => value * factor)

// ── lists and objects ─────────────────────────────────────────────────────────────────────────────────────────────────

/** An operator on a list. */
export const list = (
  sentence: string,
  change: (elements: readonly JsonObject[], context: ResponseContext) => unknown,
  name?: string,
) =>
  changing(sentence, (value, context) => (Array.isArray(value) ? change(value, context) : value), {
    ...(name === undefined ? {} : { name }),
    fits: ofType('array'),
  })
export const mapEach = (sentence: string, change: (element: JsonObject, index: number) => unknown) =>
  list(sentence, (elements) => elements.map(change))

export const dropFirst = list('Omits the first element of {}', (all) => all.slice(1), 'drop-first')
export const dropLast = list(
  'Omits the last of several elements of {}',
  (all) => (all.length > 1 ? all.slice(0, -1) : all),
  'drop-last',
)
export const doubleFirst = list(
  'Returns the first element of {} twice',
  (all) => [...all.slice(0, 1), ...all],
  'double-first',
)
export const reverse = list('Reverses {}', (all) => all.toReversed(), 'reverse')
export const sortBy = (key: string) =>
  list(
    `Sorts {} by ${key}`,
    (all) => all.toSorted((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1)),
    `sort ${key}`,
  )
/** Adds an element: the first one with other fields. */
export const append = (fields: JsonObject) =>
  list(
    `Adds an element "${fields.id}" to {}`,
    (all) => [...all, { ...all[0], ...fields }],
    `append ${fields.id}`,
  )
export const rotateKey = (key: string) =>
  list(
    `Returns the ${key} of the next element in each element of {}`,
    (all) => all.map((one, index) => ({ ...one, [key]: all[(index + 1) % all.length]?.[key] })),
    `rotate ${key}`,
  )

const onObject = (name: string, sentence: string, change: (value: JsonObject) => unknown) =>
  changing(sentence, (value) => (isObject(value) ? change(value) : value), { name, fits: ofType('object') })

export const rename = (from: string, to: string) =>
  onObject(`rename ${from}`, `Returns ${from} in {} under the name ${to}`, ({ [from]: moved, ...rest }) => ({
    ...rest,
    [to]: moved,
  }))
export const unwrap = (key: string) =>
  onObject(`unwrap ${key}`, `Replaces {} by its ${key}`, (value) => value[key])
export const wrap = (key: string) =>
  changing(`Wraps {} in an object with the key ${key}`, (value) => ({ [key]: value }), {
    name: `wrap ${key}`,
  })
