// Which worker a request belongs to.

import { expect, it } from 'vitest'
import { workerOf } from './routing.ts'

it('the worker of a sandbox never changes, and all workers have some', () => {
  expect(['default', 'shop', 'shop-1', 'shop-2'].map((name) => workerOf(name, 4))).toEqual([3, 2, 0, 2])
  const counts = [0, 0, 0, 0]
  for (let shop = 0; shop < 1000; shop += 1) {
    const worker = workerOf(`shop-${shop}`, 4)
    counts[worker] = (counts[worker] ?? 0) + 1
  }
  for (const count of counts) expect(count).toBeGreaterThan(200)
})
