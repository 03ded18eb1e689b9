// The grammar of simple criteria, such as `$statusCode == 200 && $response.body#/ok == true`: reading and evaluating them.

import { isDeepStrictEqual } from 'node:util'
import { type Expression, parseExpression, requiredValue, type Scope } from './expressions.ts'

export type Condition =
  | { kind: 'expression'; expression: Expression }
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'not'; operand: Condition }
  | { kind: 'and' | 'or'; left: Condition; right: Condition }
  | { kind: 'comparison'; operator: string; left: Condition; right: Condition }

/** A condition that cannot be read. */
export class ConditionError extends Error {
  override name = 'ConditionError'
}

const token =
  /\s*(?:(?<text>'(?:[^']|'')*')|(?<number>-?\d+(?:\.\d+)?)|(?<expression>\$[^\s"'(){}=<>!&|,]+)|(?<word>true|false|null)\b|(?<sign>&&|\|\||==|!=|<=|>=|[<>!()]))/y

interface Token {
  type: string
  text: string
  /** The character at which it begins, from 1. */
  column: number
}

/** Reads a condition. Throws a ConditionError with the character and what was expected there. */
export function parseCondition(source: string): Condition {
  return new ConditionParser(tokensOf(source), source).parse()
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (source.slice(at).trim() !== '') {
    token.lastIndex = at
    const match = token.exec(source)
    const [type, text] = Object.entries(match?.groups ?? {}).find(([, found]) => found !== undefined) ?? []
    if (match === null || type === undefined || text === undefined) {
      const column = at + (/\S/.exec(source.slice(at))?.index ?? 0) + 1
      throw new ConditionError(`Unexpected "${source.charAt(column - 1)}" at character ${column}.`)
    }
    at = token.lastIndex
    tokens.push({ type, text, column: at - text.length + 1 })
  }
  return tokens
}

const comparisons = ['==', '!=', '<=', '>=', '<', '>']

class ConditionParser {
  private readonly tokens: readonly Token[]
  private readonly source: string
  private next = 0

  constructor(tokens: readonly Token[], source: string) {
    this.tokens = tokens
    this.source = source
  }

  parse(): Condition {
    const condition = this.either()
    if (this.next < this.tokens.length) this.fail('an operator')
    return condition
  }

  private either(): Condition {
    let left = this.both()
    while (this.take('||')) left = { kind: 'or', left, right: this.both() }
    return left
  }

  private both(): Condition {
    let left = this.comparison()
    while (this.take('&&')) left = { kind: 'and', left, right: this.comparison() }
    return left
  }

  private comparison(): Condition {
    const left = this.unary()
    const operator = comparisons.find((sign) => this.take(sign))
    return operator === undefined ? left : { kind: 'comparison', operator, left, right: this.unary() }
  }

  private unary(): Condition {
    if (this.take('!')) return { kind: 'not', operand: this.unary() }
    if (this.take('(')) {
      const inner = this.either()
      if (!this.take(')')) this.fail('")"')
      return inner
    }
    return this.value()
  }

  private value(): Condition {
    const { type, text } = this.tokens[this.next] ?? { type: 'end', text: '' }
    if (type === 'sign' || type === 'end') this.fail("an expression, a number, true, false, null or a 'text'")
    this.next += 1
    if (type === 'text') return { kind: 'literal', value: text.slice(1, -1).replaceAll("''", "'") }
    if (type !== 'expression') return { kind: 'literal', value: JSON.parse(text) }
    const expression = parseExpression(text)
    if (expression === undefined) throw new ConditionError(`${text} is not a runtime expression.`)
    return { kind: 'expression', expression }
  }

  private take(sign: string): boolean {
    const isNext = this.tokens[this.next]?.type === 'sign' && this.tokens[this.next]?.text === sign
    if (isNext) this.next += 1
    return isNext
  }

  private fail(expected: string): never {
    const found = this.tokens[this.next]
    const place = found === undefined ? 'the end' : `character ${found.column}`
    throw new ConditionError(`Expected ${expected} at ${place} of ${this.source}.`)
  }
}

/** True if a condition is true. Throws an UnresolvedExpression if it reads a value that is absent. */
export function isTrue(condition: Condition, scope: Scope): boolean {
  switch (condition.kind) {
    case 'not':
      return !isTrue(condition.operand, scope)
    case 'and':
      return isTrue(condition.left, scope) && isTrue(condition.right, scope)
    case 'or':
      return isTrue(condition.left, scope) || isTrue(condition.right, scope)
    default:
      return Boolean(evaluate(condition, scope))
  }
}

function evaluate(condition: Condition, scope: Scope): unknown {
  if (condition.kind === 'literal') return condition.value
  if (condition.kind === 'expression') return requiredValue(condition.expression, scope)
  if (condition.kind !== 'comparison') return isTrue(condition, scope)
  return compare(condition.operator, evaluate(condition.left, scope), evaluate(condition.right, scope))
}

/** Equality is that of JSON values. Only numbers have an order among each other, and texts. */
function compare(operator: string, left: unknown, right: unknown): boolean {
  if (operator === '==') return isDeepStrictEqual(left, right)
  if (operator === '!=') return !isDeepStrictEqual(left, right)
  const comparable =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string')
  if (!comparable) return false
  if (operator === '<') return left < right
  if (operator === '>') return left > right
  return operator === '<=' ? left <= right : left >= right
}

/** Every expression of a condition. */
export function expressionsOf(condition: Condition): Expression[] {
  switch (condition.kind) {
    case 'expression':
      return [condition.expression]
    case 'literal':
      return []
    case 'not':
      return expressionsOf(condition.operand)
    default:
      return [...expressionsOf(condition.left), ...expressionsOf(condition.right)]
  }
}
