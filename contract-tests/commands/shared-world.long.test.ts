// A whole run in one world that all properties share, without control of it, as most deployments have it.

import { expect, it } from 'vitest'
import { inProcess } from '../observe/in-process.ts'
import { verify } from './verify.ts'

it('accuses nothing of what the properties do to each other', { timeout: 180_000 }, async () => {
  const simulator = inProcess()
  await simulator.fresh()
  const { clock: _, ...uncontrolled } = simulator
  const shared = { ...uncontrolled, isolates: false, fresh: async () => {} }
  const { failures, warnings, errors } = await verify(shared)
  expect([...failures, ...warnings, ...errors]).toEqual([])
})
