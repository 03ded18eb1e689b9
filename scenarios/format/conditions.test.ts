// Simple conditions: precedence, literals, comparisons, absent values, and errors.

import { describe, expect, it } from 'vitest'
import { ConditionError, isTrue, parseCondition } from './conditions.ts'
import { type Scope, UnresolvedExpression } from './expressions.ts'

const scope: Scope = {
  inputs: { merchant: { id: 'm-1' } },
  steps: { pay: { outputs: { amount: '64.50' } } },
  workflows: {},
  statusCode: 200,
  response: {
    header: { 'content-type': 'application/json' },
    body: { ok: true, amount: '64.50', count: 3, none: null, name: "Ada's", list: [1, 2] },
  },
}

const holds = (condition: string) => isTrue(parseCondition(condition), scope)

describe('a condition', () => {
  it.each([
    ['$statusCode == 200', true],
    ['$statusCode==200', true],
    ['$statusCode != 200', false],
    ['$statusCode < 300 && $statusCode >= 200', true],
    ['$statusCode == 404 || $response.body#/ok == true', true],
    ['$statusCode == 404 || $statusCode == 200 && $response.body#/ok == false', false],
    ['($statusCode == 404 || $statusCode == 200) && $response.body#/ok == true', true],
    ['!($statusCode == 404)', true],
    ['!$response.body#/ok', false],
    ['$response.body#/ok', true],
    ["$response.body#/amount == '64.50'", true],
    ['$response.body#/amount == 64.5', false],
    ['$response.body#/amount == $steps.pay.outputs.amount', true],
    ['$response.body#/count > 2.5', true],
    ['$response.body#/count > -1', true],
    ["$response.body#/amount > '6'", true],
    ['$response.body#/amount > 6', false],
    ['$response.body#/none == null', true],
    ["$response.body#/name == 'Ada''s'", true],
    ['$response.body#/list/1 == 2', true],
    ["$response.header.Content-Type == 'application/json'", true],
    ["$inputs.merchant.id == 'm-1'", true],
  ])('%s is %s', (condition, expected) => {
    expect(holds(condition)).toBe(expected)
  })

  it.each(['$response.body#/absent == null', '$response.body#/absent != 1', '$steps.later.outputs.x == 1'])(
    '%s has no result, because its value is absent',
    (condition) => {
      expect(() => holds(condition)).toThrow(UnresolvedExpression)
    },
  )

  it('does not evaluate what cannot change the result', () => {
    expect(holds('$statusCode == 200 || $response.body#/absent == 1')).toBe(true)
    expect(holds('$statusCode == 404 && $response.body#/absent == 1')).toBe(false)
  })

  it.each([
    ['$statusCode = 200', 'Unexpected "=" at character 13.'],
    ['$statusCode == "200"', 'Unexpected """ at character 16.'],
    ['$statusCode ==', "Expected an expression, a number, true, false, null or a 'text' at the end"],
    ['$statusCode == 200 200', 'Expected an operator at character 20'],
    ['($statusCode == 200', 'Expected ")" at the end'],
    ['$status == 200', '$status is not a runtime expression.'],
    ['', 'at the end'],
  ])('%j is refused', (condition, message) => {
    expect(() => parseCondition(condition)).toThrow(ConditionError)
    expect(() => parseCondition(condition)).toThrow(message)
  })
})
