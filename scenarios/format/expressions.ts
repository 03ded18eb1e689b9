// Arazzo runtime expressions such as `$response.body#/result/uuid`: reading them, and finding their values.

import { valueAt } from '../../core/json.ts'
import { atPointer, pointerInto } from '../../core/json-pointer.ts'

const roots = 'inputs|outputs|steps|workflows|request|response|statusCode|method'
const pattern = String.raw`\$(${roots})\b((?:\.[\w-]+)*)(?:#((?:\/[^\s"'(){}=<>!&|,]*)+))?`
const wholeText = new RegExp(`^${pattern}$`)
const anywhere = new RegExp(pattern, 'g')

export interface Expression {
  /** As written. */
  text: string
  root: string
  /** The names after the root, up to the JSON pointer. */
  names: string[]
  /** The JSON pointer after `#`, if any. */
  pointer: string | undefined
}

type Values = Record<string, unknown>

/** The values of runtime expressions at one moment of a run. */
export interface Scope {
  inputs: Values
  steps: Record<string, { outputs: Values }>
  workflows: Record<string, { inputs: Values; outputs: Values }>
  /** The outputs of the workflow that a step called. */
  outputs?: Values
  statusCode?: number
  method?: string
  /** Header names are in lower case. */
  request?: { header: Values; query: Values; path: Values; body: unknown }
  response?: { header: Values; body: unknown }
}

/** An expression that refers to nothing, because a step did not run or its response lacks the value. */
export class UnresolvedExpression extends Error {
  override name = 'UnresolvedExpression'
  readonly expression: string
  /** JSON pointer to the text with the expression, inside the value that was resolved. */
  readonly pointer: string

  constructor(expression: string, pointer: string) {
    super(`${expression} refers to nothing.`)
    this.expression = expression
    this.pointer = pointer
  }
}

/** Reads a text that is one expression and nothing else. */
export function parseExpression(text: string): Expression | undefined {
  const match = wholeText.exec(text)
  return match === null ? undefined : fromMatch(match)
}

/** Every expression in a text, in braces or not. */
export function expressionsIn(text: string): Expression[] {
  return [...text.matchAll(anywhere)].map(fromMatch)
}

function fromMatch([text, root = '', names = '', pointer]: RegExpExecArray): Expression {
  return { text, root, names: names.split('.').filter((name) => name !== ''), pointer }
}

/** The value of an expression; undefined if it refers to nothing. */
export function expressionValue({ root, names, pointer }: Expression, scope: Scope): unknown {
  const isHeader = (root === 'request' || root === 'response') && names[0] === 'header'
  const value = names.reduce<unknown>(
    (holder, name, depth) => valueAt(holder, isHeader && depth > 0 ? name.toLowerCase() : name),
    valueAt(scope, root),
  )
  return pointer === undefined ? value : atPointer(value, pointer)
}

/** The value of an expression. Throws an UnresolvedExpression with the pointer if it refers to nothing. */
export function requiredValue(expression: Expression, scope: Scope, pointer = ''): unknown {
  const value = expressionValue(expression, scope)
  if (value === undefined) throw new UnresolvedExpression(expression.text, pointer)
  return value
}

const embedded = /\{(\$[^{}]+)\}/g

/** The expressions that replace a part of a text: the whole of it, or those in braces. */
export function templateExpressions(text: string): Expression[] {
  const whole = parseExpression(text)
  if (whole !== undefined) return [whole]
  return [...text.matchAll(embedded)].flatMap(([, inner = '']) => parseExpression(inner) ?? [])
}

/**
 * A value with the expressions in its texts replaced. A text that is one expression becomes a value of any type.
 * Throws an UnresolvedExpression.
 */
export function resolveTemplates(value: unknown, scope: Scope, pointer = ''): unknown {
  if (typeof value === 'string') return resolveText(value, scope, pointer)
  if (Array.isArray(value))
    return value.map((element, index) => resolveTemplates(element, scope, `${pointer}/${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      resolveTemplates(inner, scope, pointerInto(pointer, key)),
    ]),
  )
}

function resolveText(text: string, scope: Scope, pointer: string): unknown {
  const whole = parseExpression(text)
  if (whole !== undefined) return requiredValue(whole, scope, pointer)
  return replaceEmbedded(text, (expression) => {
    const value = requiredValue(expression, scope, pointer)
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
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

/** True if a value is a text that is replaced when the scenario runs. */
export function isTemplate(value: unknown): boolean {
  return typeof value === 'string' && templateExpressions(value).length > 0
}

/** True if a value or anything inside it is replaced when the scenario runs. */
export function containsTemplate(value: unknown): boolean {
  return textsIn(value).some(({ text }) => isTemplate(text))
}
