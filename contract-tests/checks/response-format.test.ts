// A response that is not JSON, by its HTTP status.

import { expect, it } from 'vitest'
import type { ApiResponse } from '../engine/client.ts'
import { formatChecks } from './response-format.ts'

const violations = (status: number, json?: unknown) =>
  formatChecks({
    operationId: 'getStore',
    outcome: 'refusal',
    status,
    headers: {},
    text: '<html></html>',
    json,
  } as ApiResponse).flatMap(({ requirement, place }) => (place === undefined ? [] : [requirement]))

it.each([400, 401, 404, 500])('a refusal with HTTP %i must be JSON', (status) => {
  expect(violations(status)).toEqual(['service.responses-are-json'])
})

it.each([413, 414, 431])('a refusal of what is too long, with HTTP %i, may come from a gateway', (status) => {
  expect(violations(status)).toEqual([])
  expect(violations(status, {})).toEqual(['service.json-media-type'])
})
