// Arazzo's runtime expressions, as far as scenarios are checked and explained by them. Evaluating them is the runner's.

import { pointerInto } from '../core/json-pointer.ts'

/** One expression as it stands in a text. */
export interface Expression {
  text: string
  root:
    | 'inputs'
    | 'steps'
    | 'workflows'
    | 'response'
    | 'request'
    | 'outputs'
    | 'statusCode'
    | 'url'
    | 'method'
  /** The names after the root, up to a JSON pointer. */
  names: string[]
  /** What stands after `#`; undefined where nothing does. */
  pointer: string | undefined
}

const pattern =
  /\$(inputs|steps|workflows|response|request|outputs|statusCode|url|method)\b((?:\.[\w-]+)*)(?:#((?:\/[^\s"'(){}=<>!&|,]*)+))?/g

/** Every expression in a text. */
export function expressionsIn(text: string): Expression[] {
  return [...text.matchAll(pattern)].map(([whole, root, names = '', pointer]) => ({
    text: whole,
    root: root as Expression['root'],
    names: names.split('.').filter((name) => name !== ''),
    pointer,
  }))
}

/** Every text inside a JSON value, with the pointer to it. */
export function textsIn(value: unknown, pointer = ''): { text: string; pointer: string }[] {
  if (typeof value === 'string') return [{ text: value, pointer }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, pointerInto(pointer, key)))
}

/** Whether a value will be another one when the scenario runs. */
export function isComputed(value: unknown): boolean {
  return typeof value === 'string' && expressionsIn(value).length > 0
}

/** Whether a value or anything inside it will be another one when the scenario runs. */
export function holdsComputed(value: unknown): boolean {
  return textsIn(value).some(({ text }) => isComputed(text))
}
