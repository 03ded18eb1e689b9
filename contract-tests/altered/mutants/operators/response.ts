// Operators that change one place of every successful response of some operations.

import { isObject, valueAt } from '../../../../core/json.ts'
import type { OperationId } from '../../../../spec/operations.ts'
import type { ResponseSeam, WireRequest, WireResponse, World } from '../../../observe/in-process.ts'
import { absent, changeAt, type JsonObject } from '../json-path.ts'
import type { Mutation, Operator } from '../mutation.ts'
import { type Place, typesOf } from './places.ts'

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

/** Declares an operator by its name, or by a sentence in which `{}` stands for the place. */
export function changing(
  name: string,
  change: Change,
  { fits = () => true, deep = false }: { fits?: ResponseOperator['fits']; deep?: boolean } = {},
): ResponseOperator {
  const operator = ({ operations, path }: Place): Mutation => ({
    name: name.includes('{}')
      ? name.replace('{}', `${path || 'the body'} of ${operations.join(' and ')}`)
      : `${name} ${operations.join('+')} ${path}`.trim(),
    operations,
    path,
    response: changeResponse(operations, path, change),
  })
  return Object.assign(operator, { to: 'response' as const, fits, deep })
}

const ofType =
  (...types: readonly string[]): ResponseOperator['fits'] =>
  (place) =>
    typesOf(place).length === 0 || typesOf(place).some((type) => types.includes(type))

// ── any value ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const omit = changing('omit', () => absent, { deep: true, fits: ({ required }) => required !== false })
export const setNull = changing('null', () => null, {
  deep: true,
  fits: (place) => typesOf(place).length > 0 && !typesOf(place).includes('null'),
})
export const wrongType = changing('wrong-type', otherType, {
  deep: true,
  fits: (place) =>
    typesOf(place).length > 0 && !['number', 'string'].every((type) => typesOf(place).includes(type)),
})
export const asText = changing('as-text', String)
export const asNumber = changing('as-number', Number)
export const asBoolean = changing('as-boolean', Boolean)
export const empty = changing('empty', (value) =>
  typeof value === 'string' ? '' : Array.isArray(value) ? [] : {},
)
export const set = (value: unknown) => changing(`set ${JSON.stringify(value)}`, () => value)

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
  (own, { world }) =>
    world.accounts.merchants.find(({ shop }) => JSON.stringify(shop) !== JSON.stringify(own))?.shop,
)

// ── text, and decimals written as text ────────────────────────────────────────────────────────────────────────────────

export const text = (name: string, change: (text: string, context: ResponseContext) => unknown) =>
  changing(name, (value, context) => change(String(value), context), { fits: ofType('string') })
export const replaceText = (sentence: string, pattern: RegExp, replacement: string) =>
  text(sentence, (value) => value.replace(pattern, replacement))

export const lowerCase = text('lower-case', (value) => value.toLowerCase())
export const upperCase = text('upper-case', (value) => value.toUpperCase())
export const asciiOnly = text('ascii-only', toAscii)
export const truncate = (length: number) => text(`truncate-${length}`, (value) => value.slice(0, length))
export const prefix = (start: string) => text(`prefix ${start}`, (value) => `${start}${value}`)
export const suffix = (end: string) => text(`suffix ${end.trim()}`, (value) => `${value}${end}`)
export const withoutHyphens = replaceText('Removes the hyphens from {}', /-/g, '')
export const inCents = replaceText('Returns {} in cents', /\./, '')

export function toAscii(value: string): string {
  return value.replace(/[^ -~]/g, '?')
}

const numeric = (name: string, change: (value: number) => number) =>
  changing(
    name,
    (value) => {
      const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
      const result = change(Number(value))
      return typeof value === 'string' ? result.toFixed(decimals) : result
    },
    { fits: ofType('number', 'integer', 'string') },
  )

export const round = numeric('round', Math.round)
export const floor = numeric('floor', Math.floor)
export const plus = (amount: number) => numeric(`plus ${amount}`, (value) => value + amount)
export const times = (factor: number) => numeric(`times ${factor}`, (value) => value * factor)

// ── lists and objects ─────────────────────────────────────────────────────────────────────────────────────────────────

export const list = (
  name: string,
  change: (elements: readonly JsonObject[], context: ResponseContext) => unknown,
) =>
  changing(name, (value, context) => (Array.isArray(value) ? change(value, context) : value), {
    fits: ofType('array'),
  })
export const mapEach = (sentence: string, change: (element: JsonObject, index: number) => unknown) =>
  list(sentence, (elements) => elements.map(change))

export const dropFirst = list('drop-first', (all) => all.slice(1))
export const dropLast = list('drop-last', (all) => (all.length > 1 ? all.slice(0, -1) : all))
export const doubleFirst = list('double-first', (all) => [...all.slice(0, 1), ...all])
export const reverse = list('reverse', (all) => all.toReversed())
export const sortBy = (key: string) =>
  list(`sort ${key}`, (all) => all.toSorted((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1)))
/** Adds an element: the first one with other fields. */
export const append = (fields: JsonObject) =>
  list(`append ${fields.id}`, (all) => [...all, { ...all[0], ...fields }])
export const rotateKey = (key: string) =>
  list(`rotate ${key}`, (all) =>
    all.map((one, index) => ({ ...one, [key]: all[(index + 1) % all.length]?.[key] })),
  )

const onObject = (name: string, change: (value: JsonObject) => unknown) =>
  changing(name, (value) => (isObject(value) ? change(value) : value), { fits: ofType('object') })

export const rename = (from: string, to: string) =>
  onObject(`rename ${from}`, ({ [from]: moved, ...rest }) => ({ ...rest, [to]: moved }))
export const unwrap = (key: string) => onObject(`unwrap ${key}`, (value) => value[key])
export const wrap = (key: string) => changing(`wrap ${key}`, (value) => ({ [key]: value }))
