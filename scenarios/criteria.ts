// Success criteria: reading one, which finds what is wrong with it, and checking it in a scope.

import { compile, type JSONPathQuery, type JSONValue } from 'json-p3'
import { errorMessage } from '../core/errors.ts'
import type { Criterion } from './document.ts'
import {
  type Expression,
  expressionsIn,
  expressionValue,
  parseExpression,
  replaceEmbedded,
  type Scope,
} from './expressions.ts'

interface ParsedCriterion {
  /** Every expression that it reads. If one of them is absent, it does not pass. */
  expressions: Expression[]
  /** Checks it for the values of its expressions. Throws a CriterionError. */
  passes: (values: readonly unknown[]) => boolean
}

/** A criterion that cannot be read; the message says why. */
export class CriterionError extends Error {}

/** Reads a criterion. Throws a CriterionError. */
export function parseCriterion({ condition, context = '', type = 'simple' }: Criterion): ParsedCriterion {
  if (type === 'simple') return simple(condition)
  const subject = parseExpression(context)
  if (subject === undefined)
    throw new CriterionError(`A ${type} criterion needs a context, such as "$response.body".`)
  return type === 'regex' ? regex(condition, subject) : jsonPath(condition, subject)
}

/** The values that a criterion compares, and whether it passes. */
export function checkCriterion(criterion: Criterion, scope: Scope) {
  const { expressions, passes } = parseCriterion(criterion)
  const values = expressions.map((expression) => expressionValue(expression, scope))
  const actual = new Map(expressions.map(({ text }, index) => [text, values[index]]))
  return {
    passed: !values.includes(undefined) && passes(values),
    actual: Array.from(actual, ([expression, value]) => ({ expression, value })),
  }
}

const invalidCondition =
  'Invalid condition. Expected comparisons such as $statusCode == 200, joined by && or ||.'
const textOrExpression = /'((?:[^']|'')*)'|\$[^\s"'(){}=<>!&|,]+/g

/** A condition is a filter of JSONPath with other texts and with expressions, such as `$statusCode < 300 && $inputs.a == 'b'`. */
function simple(condition: string): ParsedCriterion {
  const expressions: Expression[] = []
  const filter = condition.replace(textOrExpression, (found, text?: string) => {
    if (text !== undefined) return JSON.stringify(text.replaceAll("''", "'"))
    const expression = parseExpression(found)
    if (expression === undefined) throw new CriterionError(`${found} is not supported.`)
    return `@[${expressions.push(expression) - 1}]`
  })
  const operands = condition.replace(textOrExpression, '').split(/&&|\|\|/)
  if (!operands.every((operand) => /[=<>]/.test(operand)) || expressions.length === 0)
    throw new CriterionError(invalidCondition)
  const query = compiled(`$[?${filter}]`, invalidCondition)
  return { expressions, passes: (values) => selects(query, values) }
}

function regex(source: string, context: Expression): ParsedCriterion {
  let pattern: RegExp
  try {
    pattern = new RegExp(source)
  } catch (error) {
    throw new CriterionError(`Invalid regular expression: ${errorMessage(error)}.`)
  }
  const passes = ([value]: readonly unknown[]) =>
    pattern.test(typeof value === 'string' ? value : JSON.stringify(value))
  return { expressions: [context], passes }
}

/**
 * A JSONPath query passes if it selects something in `[context]`: `$[?@.ok == true]` is a condition on the context itself.
 * Embedded expressions become JSON literals.
 */
function jsonPath(source: string, context: Expression): ParsedCriterion {
  const { expressions, unsupported } = expressionsIn(source)
  if (unsupported.length > 0) throw new CriterionError(`${unsupported.join(', ')} is not supported.`)
  compiled(replaceEmbedded(source, () => 'null'))
  const passes = ([value, ...embedded]: readonly unknown[]) => {
    // A query cannot contain an object.
    if (embedded.some((one) => typeof one === 'object' && one !== null)) return false
    const literals = embedded.map((one) => JSON.stringify(one)).values()
    return selects(compiled(replaceEmbedded(source, () => literals.next().value ?? '')), value)
  }
  return { expressions: [context, ...expressions], passes }
}

function compiled(source: string, message?: string): JSONPathQuery {
  try {
    return compile(source)
  } catch (error) {
    throw new CriterionError(message ?? `Invalid JSONPath: ${errorMessage(error)}.`)
  }
}

const selects = (query: JSONPathQuery, value: unknown): boolean =>
  query.query([value as JSONValue]).length > 0
