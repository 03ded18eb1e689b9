// Success criteria: reading one, which is where lint finds what is wrong with it, and checking it in a scope.

import { compile, JSONPathError, type JSONPathQuery, type JSONValue } from 'json-p3'
import { errorMessage } from '../../core/errors.ts'
import { type Condition, ConditionError, expressionsOf, isTrue, parseCondition } from './conditions.ts'
import {
  type Expression,
  expressionValue,
  parseExpression,
  replaceEmbedded,
  requiredValue,
  type Scope,
  templateExpressions,
  UnresolvedExpression,
} from './expressions.ts'
import type { Criterion } from './scenario.ts'

/** The value of an expression when a criterion was checked; `value` is absent if the expression refers to nothing. */
export interface ActualValue {
  expression: string
  value?: unknown
}

interface CheckedCriterion {
  passed: boolean
  /** The values that the criterion compares. */
  actual: ActualValue[]
}

interface ParsedCriterion {
  /** Every expression that it reads. */
  expressions: Expression[]
  check: (scope: Scope) => CheckedCriterion
}

/** A criterion that cannot be read; the message says why. */
export class CriterionError extends Error {
  override name = 'CriterionError'
}

export function kindOf({ type = 'simple' }: Criterion): 'simple' | 'regex' | 'jsonpath' {
  return typeof type === 'object' ? type.type : type
}

/** Reads a criterion. Throws a CriterionError. */
export function parseCriterion(criterion: Criterion): ParsedCriterion {
  const { condition, context } = criterion
  const kind = kindOf(criterion)
  if (kind === 'simple') return simple(condition)
  if (context === undefined)
    throw new CriterionError(`A ${kind} criterion needs a context, such as "$response.body".`)
  const of = parseExpression(context)
  if (of === undefined) throw new CriterionError(`The context ${context} is not a runtime expression.`)
  return kind === 'regex' ? regex(condition, of) : jsonPath(condition, of)
}

function simple(source: string): ParsedCriterion {
  let condition: Condition
  try {
    condition = parseCondition(source)
  } catch (error) {
    if (error instanceof ConditionError) throw new CriterionError(`Invalid condition. ${error.message}`)
    throw error
  }
  const expressions = expressionsOf(condition)
  const check = (scope: Scope) => ({
    passed: orFalse(() => isTrue(condition, scope)),
    actual: actualValues(expressions, scope),
  })
  return { expressions, check }
}

function regex(source: string, context: Expression): ParsedCriterion {
  let expected: RegExp
  try {
    expected = new RegExp(source)
  } catch (error) {
    throw new CriterionError(`Invalid regular expression: ${errorMessage(error)}.`)
  }
  const check = (scope: Scope) => {
    const value = expressionValue(context, scope)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return { passed: text !== undefined && expected.test(text), actual: actualValues([context], scope) }
  }
  return { expressions: [context], check }
}

/**
 * A JSONPath query passes if it selects something in `[context]`: `$[?@.ok == true]` is a condition on the context itself.
 * Embedded expressions become JSON literals.
 */
function jsonPath(source: string, context: Expression): ParsedCriterion {
  compiled(replaceEmbedded(source, () => 'null'))
  const expressions = [context, ...templateExpressions(source)]
  const check = (scope: Scope) => {
    const value = expressionValue(context, scope)
    const passed =
      value !== undefined &&
      orFalse(() => {
        const query = compiled(
          replaceEmbedded(source, (expression) => JSON.stringify(requiredValue(expression, scope))),
        )
        return query.query([value as JSONValue]).length > 0
      })
    return { passed, actual: actualValues(expressions, scope) }
  }
  return { expressions, check }
}

function compiled(source: string): JSONPathQuery {
  try {
    return compile(source)
  } catch (error) {
    if (error instanceof JSONPathError) throw new CriterionError(`Invalid JSONPath: ${error.message}.`)
    throw error
  }
}

/** A criterion that reads an absent value does not pass, nor does a query that an object was embedded in. */
function orFalse(isMet: () => boolean): boolean {
  try {
    return isMet()
  } catch (error) {
    if (error instanceof UnresolvedExpression || error instanceof CriterionError) return false
    throw error
  }
}

function actualValues(expressions: readonly Expression[], scope: Scope): ActualValue[] {
  const values = new Map(
    expressions.map((expression) => [expression.text, expressionValue(expression, scope)]),
  )
  return [...values].map(([expression, value]) =>
    value === undefined ? { expression } : { expression, value },
  )
}
