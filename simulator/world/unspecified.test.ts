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

  it('defaults to its first option', () => {
    expect(new TestClient().world.assumptions.name(id)).toBe(names[0])
  })

  it('has several options, with different observations', () => {
    expect(new Set(names.map((name) => JSON.stringify([expected[name]]))).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(1)
  })
})
