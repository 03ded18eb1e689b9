// Small edits of JSON values: missing and unknown keys, other types, text and numbers at the edge of a pattern. The edits
// ignore schemas, so an edited value may still be valid.

import fc from 'fast-check'
import { isObject } from '../../core/json.ts'

/** A value after one edit, and a description of the edit, such as `cart[0].price: as text`. */
interface Edited {
  edit: string
  value: unknown
}

type Path = readonly (string | number)[]
/** The replacement of a value. `undefined` removes the value. */
type Edit = readonly [words: string, replacement: unknown]

/** All edits of a value, at every place inside it. */
export function editsOf(value: unknown): Edited[] {
  return placesIn(value).flatMap(([path, at]) =>
    editsAt(at, path).map(([words, replacement]) => ({
      edit: `${written(path)}: ${words}`,
      value: replaced(value, path, replacement),
    })),
  )
}

/** Arbitrary: one edit of a value, at any place. */
export function editedOnce(values: fc.Arbitrary<unknown>): fc.Arbitrary<Edited> {
  return fc.tuple(values, fc.nat(), fc.nat()).map(([value, place, choice]) => editedAt(value, place, choice))
}

/** One edit of a value. Any two numbers select one: of the places in the value, and of the edits at that place. */
export function editedAt(value: unknown, place: number, choice: number): Edited {
  const places = placesIn(value)
  const [path, at] = places[place % places.length] ?? [[], value]
  const edits = editsAt(at, path)
  const [words, replacement] = edits[choice % edits.length] ?? ['unchanged', at]
  return { edit: `${written(path)}: ${words}`, value: replaced(value, path, replacement) }
}

/** Every place in a value, with what is there. */
function placesIn(value: unknown, path: Path = []): [Path, unknown][] {
  const inside = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  return [[path, value], ...inside.flatMap(([key, at]) => placesIn(at, [...path, key]))]
}

function editsAt(value: unknown, path: Path): Edit[] {
  const others: Edit[] = [null, true, 0, '', '0', [], {}]
    .filter((other) => JSON.stringify(other) !== JSON.stringify(value))
    .map((other) => [`becomes ${JSON.stringify(other)}`, other])
  const missing: Edit[] = path.length > 0 ? [['is missing', undefined]] : []
  return [...missing, ...others, ['inside an array', [value]], ...editsOfType(value)]
}

function editsOfType(value: unknown): Edit[] {
  if (typeof value === 'string') return textEdits(value)
  if (typeof value === 'number') return numberEdits(value)
  if (typeof value === 'boolean') {
    return [
      ['as text', String(value)],
      ['as a number', Number(value)],
      ['negated', !value],
    ]
  }
  if (Array.isArray(value)) {
    return [
      ['with null at its end', [...value, null]],
      ['with its first element twice', [...value.slice(0, 1), ...value]],
      ['as an object', { ...value, length: value.length }],
    ]
  }
  return isObject(value) ? objectEdits(value) : []
}

function textEdits(text: string): Edit[] {
  const digitsFrom = (zero: number, which: RegExp) =>
    text.replace(which, (digit) => String.fromCodePoint(zero + Number(digit)))
  const edges = ['\n', '\r\n', '\u2028', '\u0000', '\u200b', ' ', '0', '.', '-', '+', 'e3', 'Z', '\ud800']
  const around = edges.flatMap((edge) => [edge + text, text + edge])
  const others = [
    digitsFrom(0x660, /[0-9]/g),
    digitsFrom(0x660, /[0-9]/),
    digitsFrom(0xff10, /[0-9]$/),
    text.toUpperCase(),
    text.toLowerCase(),
    text.slice(1),
    text.slice(0, -1),
  ]
  const words = [
    '1e21',
    '0x10',
    '1_000',
    '1,000.00',
    'NaN',
    'Infinity',
    'null',
    'true',
    '00',
    '-0',
    '1.',
    '.5',
    '1.0',
  ]
  return [...around, ...others, ...words]
    .filter((other) => other !== text)
    .map((other) => [`becomes ${JSON.stringify(other)}`, other])
}

function numberEdits(number: number): Edit[] {
  return [
    ['as text', String(number)],
    ['plus one half', number + 0.5],
    ['negated', -number],
    ['becomes -0', -0],
    ['becomes 5e-324', 5e-324],
    ['becomes 1e21', 1e21],
    ['becomes an unsafe integer', 2 ** 53 + 2],
    ['becomes 1e400, which JSON.parse reads as infinity', JSON.parse('1e400')],
  ]
}

function objectEdits(object: Record<string, unknown>): Edit[] {
  const unknownKeys = ['unknownKey', 'constructor', '__proto__', 'toString', ''].filter(
    (key) => !Object.hasOwn(object, key),
  )
  const renamed = Object.keys(object).flatMap((key): Edit[] =>
    [key.toUpperCase(), ` ${key}`]
      .filter((other) => other !== key)
      .map((other) => [`its key ${key} becomes "${other}"`, withKeyRenamed(object, key, other)]),
  )
  return [...unknownKeys.map((key): Edit => [`with the key "${key}"`, withKey(object, key, 1)]), ...renamed]
}

// Through entries, so that a key such as `__proto__` is an own key, as with JSON.parse.
function withKey(object: Record<string, unknown>, key: string, value: unknown): unknown {
  return Object.fromEntries([...Object.entries(object), [key, value]])
}

function withKeyRenamed(object: Record<string, unknown>, key: string, other: string): unknown {
  return Object.fromEntries(Object.entries(object).map(([at, value]) => [at === key ? other : at, value]))
}

/** The value with another one at a place, or without what is there. */
function replaced(value: unknown, [first, ...rest]: Path, replacement: unknown): unknown {
  if (first === undefined) return replacement
  const inside = (at: unknown): unknown[] => {
    const next = replaced(at, rest, replacement)
    return rest.length === 0 && next === undefined ? [] : [next]
  }
  if (Array.isArray(value)) return value.flatMap((at, index) => (index === first ? inside(at) : [at]))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, at]) =>
      key === first ? inside(at).map((next) => [key, next]) : [[key, at]],
    ),
  )
}

function written(path: Path): string {
  return (
    path
      .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
      .join('')
      .replace(/^\./, '') || 'the value'
  )
}
