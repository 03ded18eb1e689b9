// Each option of each unspecified behavior has its own observable effect: a probe runs against a new sandbox in which only
// this option was chosen.

import { describe, expect, it } from 'vitest'
import type { UnspecifiedBehavior } from '../../spec/statements.ts'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import type { Probe } from '../test-support/probe.ts'
import { TestClient } from '../test-support/test-client.ts'
import { unspecifiedProbes } from '../test-support/unspecified-probes.ts'

describe.each(unspecifiedIds)('%s', (id) => {
  const { options }: UnspecifiedBehavior = unspecifiedBehaviors[id]
  const { observe, expected }: Probe = unspecifiedProbes[id]
  const names = Object.keys(options)

  it.each(names)('%s', async (name) => {
    const client = new TestClient({ assumptions: { [id]: name } })
    expect(await observe(client)).toEqual(expected[name])
  })
})

it('each has several options, with different observations, of which the first is the default', () => {
  const { assumptions } = new TestClient().world
  for (const id of unspecifiedIds) {
    const names = Object.keys(unspecifiedBehaviors[id].options)
    const { expected }: Probe = unspecifiedProbes[id]
    expect([id, new Set(names.map((name) => JSON.stringify([expected[name]]))).size]).toEqual([
      id,
      names.length,
    ])
    expect([id, names.length > 1, assumptions.name(id)]).toEqual([id, true, names[0]])
  }
})
