// A whole run in one world that all properties share, without control of it, as most deployments have it.

import { expect, it } from 'vitest'
import { sharedWorld } from '../observe/shared-world.ts'
import { verify } from './verify.ts'

it('accuses nothing of what the properties do to each other', async () => {
  const { clock: _, ...uncontrolled } = await sharedWorld()
  const { failures, warnings, errors, notes } = await verify(uncontrolled)
  expect([...failures, ...warnings, ...errors, ...notes]).toEqual([])
})
