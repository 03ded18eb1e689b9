// Criteria: whether they pass, and the actual values that they report.

import { describe, expect, it } from 'vitest'
import { CriterionError, parseCriterion } from './criteria.ts'
import type { Scope } from './expressions.ts'

const body = {
  ok: true,
  rows: [
    { id: 'a', amount: 1, tag: 'x' },
    { id: 'b', amount: 2, tag: 'x' },
  ],
  message: 'Invalid Email: Raw - 2',
}
const scope: Scope = {
  inputs: { row: 'b', merchant: { id: 'm' } },
  steps: {},
  workflows: {},
  statusCode: 419,
  response: { header: {}, body },
}

const jsonpath = (condition: string) =>
  parseCriterion({ context: '$response.body', type: 'jsonpath', condition }).check(scope).passed
const regex = (condition: string, context = '$response.body#/message') =>
  parseCriterion({ context, type: 'regex', condition }).check(scope).passed

describe('a JSONPath criterion', () => {
  it.each([
    ['$[?@.ok == true]', true],
    ['$[?@.ok != true]', false],
    ['$[?count(@.rows[*]) == 2]', true],
    ["$..rows[?@.id == 'b' && @.amount == 2]", true],
    ["$..rows[?@.id == 'a' && @.tag == 'x' && @.amount == 2]", false],
    ['$..rows[?@.id == {$inputs.row}]', true],
    ['$..rows[?@.id == {$inputs.absent}]', false],
    ['$..rows[?@.id == {$inputs.merchant}]', false],
    ['$..[?{$statusCode} == 419 || @ == 419]', true],
    ["$..[?search(@, 'Raw - [0-9]')]", true],
  ])('%s passes: %s', (condition, expected) => {
    expect(jsonpath(condition)).toBe(expected)
  })

  it('accepts the version of Arazzo 1.0', () => {
    const type = { type: 'jsonpath', version: 'draft-goessner-dispatch-jsonpath-00' } as const
    const criterion = { context: '$response.body', type, condition: '$[?@.ok == true]' }
    expect(parseCriterion(criterion).check(scope).passed).toBe(true)
  })
})

describe('a regex criterion', () => {
  it('tests the text of its context', () => {
    expect(regex('^Invalid Email: Raw - [12]$')).toBe(true)
    expect(regex('^Raw')).toBe(false)
    expect(regex('^419$', '$statusCode')).toBe(true)
    expect(regex('.*', '$response.body#/absent')).toBe(false)
  })
})

describe('actual values', () => {
  it('are those of every expression, or absent', () => {
    const { check } = parseCriterion({
      condition: '$statusCode == 200 && $response.body#/absent == $inputs.row && $statusCode > 1',
    })
    expect(check(scope)).toEqual({
      passed: false,
      actual: [
        { expression: '$statusCode', value: 419 },
        { expression: '$response.body#/absent' },
        { expression: '$inputs.row', value: 'b' },
      ],
    })
  })
})

describe('parseCriterion refuses', () => {
  it.each([
    ['an invalid condition', { condition: '$statusCode = 1' }, 'Invalid condition.'],
    [
      'an invalid query',
      { context: '$response.body', type: 'jsonpath', condition: '$[?nope(@)]' },
      "Invalid JSONPath: no such function 'nope'",
    ],
    [
      'an invalid regular expression',
      { context: '$response.body', type: 'regex', condition: '(' },
      'Invalid regular expression',
    ],
    ['no context', { type: 'jsonpath', condition: '$' }, 'A jsonpath criterion needs a context'],
    [
      'a context that is not an expression',
      { context: 'body', type: 'regex', condition: 'x' },
      'The context body is not a runtime expression.',
    ],
  ] as const)('%s', (_, criterion, message) => {
    expect(() => parseCriterion(criterion)).toThrow(CriterionError)
    expect(() => parseCriterion(criterion)).toThrow(message)
  })
})
