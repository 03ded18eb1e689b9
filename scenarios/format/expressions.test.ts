// Runtime expressions: values, and texts with embedded expressions.

import { describe, expect, it } from 'vitest'
import {
  expressionValue,
  parseExpression,
  resolveTemplates,
  type Scope,
  templateExpressions,
  UnresolvedExpression,
} from './expressions.ts'

const scope: Scope = {
  inputs: { merchant: { id: 'm-1', tokens: ['t'] }, amount: 30 },
  steps: { 'create-qr': { outputs: { id: 'tx-1' } } },
  workflows: { setup: { inputs: { a: 1 }, outputs: { b: 2 } } },
  outputs: { uuid: 'u' },
  statusCode: 200,
  method: 'POST',
  request: { header: { authorization: 'Bearer t' }, query: { q: '1' }, path: { id: '2' }, body: { x: 1 } },
  response: { header: { 'x-version': '3' }, body: { 'a/b': { 'c~d': 4 }, list: [{ n: 5 }] } },
}

describe('an expression', () => {
  it.each<[text: string, value: unknown]>([
    ['$statusCode', 200],
    ['$method', 'POST'],
    ['$inputs.amount', 30],
    ['$inputs.merchant', { id: 'm-1', tokens: ['t'] }],
    ['$inputs.merchant.id', 'm-1'],
    ['$inputs.merchant#/tokens/0', 't'],
    ['$outputs.uuid', 'u'],
    ['$steps.create-qr.outputs.id', 'tx-1'],
    ['$workflows.setup.inputs.a', 1],
    ['$workflows.setup.outputs.b', 2],
    ['$request.header.Authorization', 'Bearer t'],
    ['$request.query.q', '1'],
    ['$request.path.id', '2'],
    ['$request.body#/x', 1],
    ['$response.header.X-Version', '3'],
    ['$response.body#/a~1b/c~0d', 4],
    ['$response.body#/list/0/n', 5],
    ['$response.body#/list/1', undefined],
    ['$inputs.constructor', undefined],
  ])('%s has a value', (text, value) => {
    const expression = parseExpression(text)
    expect(expression && expressionValue(expression, scope)).toEqual(value)
  })

  it.each(['$5.00', '$unknown.x', 'inputs.x', '$inputs.x and more', ''])('is not %j', (text) => {
    expect(parseExpression(text)).toBeUndefined()
  })
})

describe('resolveTemplates', () => {
  it('replaces whole texts by values and embedded expressions by text', () => {
    const value = {
      amount: '$inputs.amount',
      auth: 'Bearer {$inputs.merchant.id}',
      text: '{$inputs.amount} of {$inputs.merchant.tokens}',
      literal: '$5.00 {x} {$unknown.x}',
      list: ['$steps.create-qr.outputs.id', 1, null],
    }
    expect(resolveTemplates(value, scope)).toEqual({
      amount: 30,
      auth: 'Bearer m-1',
      text: '30 of ["t"]',
      literal: '$5.00 {x} {$unknown.x}',
      list: ['tx-1', 1, null],
    })
  })

  it('throws the expression and its place if it refers to nothing', () => {
    const resolve = () => resolveTemplates({ 'a/b': ['x', 'id: {$inputs.absent}'] }, scope)
    expect(resolve).toThrow(UnresolvedExpression)
    expect(resolve).toThrow(expect.objectContaining({ expression: '$inputs.absent', pointer: '/a~1b/1' }))
  })
})

it('templateExpressions finds what is replaced', () => {
  const texts = ['$inputs.a', '{$inputs.a}-{$inputs.b}', 'Bearer $inputs.a', '$5.00']
  expect(texts.map((text) => templateExpressions(text).map((one) => one.text))).toEqual([
    ['$inputs.a'],
    ['$inputs.a', '$inputs.b'],
    [],
    [],
  ])
})
