// A response that is not JSON, by its HTTP status.

import { expect, it } from 'vitest'
import type { ApiResponse } from '../observe/client.ts'
import { formatChecks } from './response-format.ts'

const short = { method: 'GET', url: 'http://127.0.0.1/stores', headers: {}, body: '' }
const violations = (status: number, json?: unknown, request = short) =>
  formatChecks(
    {
      operationId: 'getStore',
      outcome: 'refusal',
      status,
      headers: {},
      text: '<html></html>',
      json,
    } as ApiResponse,
    request,
  ).flatMap(({ requirement, place }) => (place === undefined ? [] : [requirement]))

it.each([400, 401, 404, 500])('a refusal with HTTP %i must be JSON', (status) => {
  expect(violations(status)).toEqual(['service.responses-are-json'])
})

it.each([413, 414, 431])('a refusal of what is too long, with HTTP %i, may come from a gateway', (status) => {
  expect(violations(status)).toEqual([])
  expect(violations(status, {})).toEqual(['service.json-media-type'])
})

it('a refusal of a request beyond the maximum length may come from a gateway, with any HTTP status', () => {
  expect(violations(404, undefined, { ...short, url: `${short.url}?${'x'.repeat(2048)}` })).toEqual([])
  const post = { ...short, method: 'POST' }
  expect(violations(403, undefined, { ...post, body: 'x'.repeat(2 * 1024 * 1024) })).toEqual([])
  expect(violations(403, undefined, { ...post, body: 'x'.repeat(4096) })).toEqual([
    'service.responses-are-json',
  ])
})

it.each([
  ['application/json', ['service.responses-are-json']],
  ['application/json; charset=utf-8', ['service.responses-are-json']],
  ['application/json; charset=iso-8859-1', []],
])('JSON whose bytes are not UTF-8 violates %s', (type, expected) => {
  const response = { operationId: 'getStore', outcome: 'refusal', status: 400, text: '{}', json: {} } as const
  const checks = formatChecks({ ...response, headers: { 'content-type': type }, isUtf8: false }, short)
  expect(checks.flatMap(({ requirement, place }) => (place === undefined ? [] : [requirement]))).toEqual(
    expected,
  )
})
