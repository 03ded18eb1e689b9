// Finding the operation of a request by method and path.

import { expect, it } from 'vitest'
import { Router } from './router.ts'

const router = new Router([
  { method: 'get', path: '/stores' },
  { method: 'post', path: '/stores' },
  { method: 'get', path: '/stores/{id}/logo.svg' },
  { method: 'delete', path: '/stores/{id}' },
])

it.each([
  ['GET', '/stores', 'get /stores', {}],
  ['POST', '/stores', 'post /stores', {}],
  ['DELETE', '/stores/7', 'delete /stores/{id}', { id: '7' }],
  ['GET', '/stores/a%20b/logo.svg', 'get /stores/{id}/logo.svg', { id: 'a b' }],
  ['DELETE', '/stores/%zz', 'delete /stores/{id}', { id: '%zz' }],
])('finds %s %s', (method, path, operation, params) => {
  const match = router.find(method, path)
  expect(`${match?.operation.method} ${match?.operation.path}`).toBe(operation)
  expect(match?.params).toEqual(params)
})

it.each([
  ['PUT', '/stores'],
  ['get', '/stores'],
  ['GET', '/Stores'],
  ['GET', '/stores/'],
  ['DELETE', '/stores/'],
  ['DELETE', '/stores/7/8'],
  ['GET', '/stores/7/logo-svg'],
])('does not find %s %s', (method, path) => {
  expect(router.find(method, path)).toBeUndefined()
})

it('lists the methods of a path', () => {
  expect(router.methodsAt('/stores')).toEqual(['GET', 'POST'])
  expect(router.methodsAt('/stores/7')).toEqual(['DELETE'])
  expect(router.methodsAt('/shops')).toEqual([])
})
