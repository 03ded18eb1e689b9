// A response that is not JSON, by its HTTP status.

import { expect, it } from 'vitest'
import type { ApiResponse } from '../observe/client.ts'
import { formatChecks } from './response-format.ts'

const short = { method: 'GET', url: 'http://127.0.0.1/stores', headers: {}, body: '' }
const refusal = { operationId: 'getStore', outcome: 'refusal', status: 400, headers: {}, text: '{}' } as const
const violations = (response: Partial<ApiResponse>, request = short) =>
  formatChecks({ ...refusal, json: {}, ...response }, request).flatMap(({ requirement, place }) =>
    place === undefined ? [] : [requirement],
  )
const html = (status: number) => ({ status, text: '<html></html>', json: undefined })

it.each([400, 401, 404, 500])('a refusal with HTTP %i must be JSON', (status) => {
  expect(violations(html(status))).toEqual(['service.responses-are-json'])
})

it.each([413, 414, 431])('a refusal of what is too long, with HTTP %i, may come from a gateway', (status) => {
  expect(violations(html(status))).toEqual([])
  expect(violations({ status })).toEqual(['service.json-media-type'])
})

it('a refusal of a request beyond the maximum length may come from a gateway, with any HTTP status', () => {
  expect(violations(html(404), { ...short, url: `${short.url}?${'x'.repeat(2048)}` })).toEqual([])
  const post = { ...short, method: 'POST' }
  expect(violations(html(403), { ...post, body: 'x'.repeat(2 * 1024 * 1024) })).toEqual([])
  expect(violations(html(403), { ...post, body: 'x'.repeat(4096) })).toEqual(['service.responses-are-json'])
})

it.each([
  ['application/json', ['service.responses-are-json']],
  ['application/json; charset=utf-8', ['service.responses-are-json']],
  ['application/json; charset=iso-8859-1', []],
])('JSON whose bytes are not UTF-8 violates %s', (type, expected) => {
  expect(violations({ headers: { 'content-type': type }, isUtf8: false })).toEqual(expected)
})
