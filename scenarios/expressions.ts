// Runtime expressions such as `$response.body#/result/uuid`: reading them, finding their values, and replacing them in texts.

import { valueAt } from '../core/json.ts'
import { atPointer, pointerInto } from '../core/json-pointer.ts'

const pointer = String.raw`(?:\/[^\s"'(){}=<>!&|,]*)*`
const supported = new RegExp(
  String.raw`^\$(?:(statusCode)|(response)\.body(?:#(${pointer}))?|(inputs|steps|outputs)((?:\.[\w-]+)+))$`,
)
const ofArazzo =
  /^\$(?:url|method|statusCode|request|response|inputs|outputs|steps|workflows|sourceDescriptions|components)\b/
const embedded = /\{(\$[^{}]+)\}/g

export interface Expression {
  /** As written. */
  text: string
  root: 'statusCode' | 'response' | 'inputs' | 'steps' | 'outputs'
  /** The names after the root. */
  names: string[]
  /** The JSON pointer into the body of a response. */
  pointer: string
}

/** The values of expressions at one moment of a run. */
export interface Scope {
  inputs: Record<string, unknown>
  steps: Record<string, { outputs: unknown }>
  /** The outputs of the workflow that a step called. */
  outputs?: Record<string, unknown>
  statusCode?: number
  body?: unknown
}

/** An expression that refers to nothing, because its response lacks the value. */
export class UnresolvedExpression extends Error {
  readonly expression: string
  /** JSON pointer to the text with the expression, inside the value that was resolved. */
  readonly pointer: string

  constructor(expression: string, pointer: string) {
    super(`${expression} refers to nothing.`)
    this.expression = expression
    this.pointer = pointer
  }
}

/** Reads a text that is one supported expression and nothing else. */
export function parseExpression(text: string): Expression | undefined {
  const match = supported.exec(text)
  if (match === null) return undefined
  const [, statusCode, response, at = '', other, names = ''] = match
  const root = (statusCode ?? response ?? other) as Expression['root']
  return { text, root, names: names.split('.').slice(1), pointer: at }
}

/** The expressions that replace a text or a part of it, and what looks like one and is not supported. */
export function expressionsIn(text: string): { expressions: Expression[]; unsupported: string[] } {
  const candidates = ofArazzo.test(text)
    ? [text]
    : [...text.matchAll(embedded)].map(([, inner = '']) => inner)
  return {
    expressions: candidates.flatMap((one) => parseExpression(one) ?? []),
    unsupported: candidates.filter((one) => ofArazzo.test(one) && parseExpression(one) === undefined),
  }
}

/** The value of an expression; undefined if it refers to nothing. */
export function expressionValue({ root, names, pointer }: Expression, scope: Scope): unknown {
  if (root === 'response') return atPointer(scope.body, pointer)
  return valueAt(scope[root], ...names)
}

/** A value with the expressions in its texts replaced. Throws an UnresolvedExpression. */
export function resolve(value: unknown, scope: Scope, pointer = ''): unknown {
  if (typeof value === 'string') {
    const required = (expression: Expression): unknown => {
      const found = expressionValue(expression, scope)
      if (found === undefined) throw new UnresolvedExpression(expression.text, pointer)
      return found
    }
    const whole = parseExpression(value)
    if (whole !== undefined) return required(whole)
    return replaceEmbedded(value, (expression) => {
      const found = required(expression)
      return typeof found === 'string' ? found : JSON.stringify(found)
    })
  }
  if (Array.isArray(value))
    return value.map((element, index) => resolve(element, scope, `${pointer}/${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, resolve(inner, scope, pointerInto(pointer, key))]),
  )
}

/** A text with each `{$…}` replaced. */
export function replaceEmbedded(text: string, replacement: (expression: Expression) => string): string {
  return text.replace(embedded, (match, inner: string) => {
    const expression = parseExpression(inner)
    return expression === undefined ? match : replacement(expression)
  })
}

/** Every text inside a JSON value, with the pointer to it. */
export function textsIn(value: unknown, pointer = ''): { text: string; pointer: string }[] {
  if (typeof value === 'string') return [{ text: value, pointer }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, pointerInto(pointer, key)))
}
