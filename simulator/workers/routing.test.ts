// Which worker a request belongs to.

import { describe, expect, it } from 'vitest'
import { sandboxOf, workerOf } from './routing.ts'

describe('the sandbox of a request', () => {
  it.each([
    ['/', 'default'],
    ['/api/stores', 'default'],
    ['/control/clock?x=/sandboxes/shop', 'default'],
    ['/sandboxes', 'default'],
    ['/sandboxes?limit=2', 'default'],
    ['/sandboxes/shop', 'shop'],
    ['/sandboxes/shop?x', 'shop'],
    ['/sandboxes/shop/api/stores', 'shop'],
    ['/sandboxes/%73hop/api/stores', 'shop'],
    ['/sandboxes/%zz/api', '%zz'],
    ['http://127.0.0.1:4020/sandboxes/shop/api', 'shop'],
  ])('of %s is %s', (target, name) => {
    expect(sandboxOf(target)).toBe(name)
  })
})

it('the worker of a sandbox never changes, and all workers have some', () => {
  expect(['default', 'shop', 'shop-1', 'shop-2'].map((name) => workerOf(name, 4))).toEqual([3, 2, 0, 2])
  const counts = [0, 0, 0, 0]
  for (let shop = 0; shop < 1000; shop += 1) {
    const worker = workerOf(`shop-${shop}`, 4)
    counts[worker] = (counts[worker] ?? 0) + 1
  }
  for (const count of counts) expect(count).toBeGreaterThan(200)
})
