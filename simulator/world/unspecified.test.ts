// Each option of an unspecified behavior that has a probe has its own observable effect: the probe runs against a new sandbox in which
// only this option was chosen.

import { describe, expect, it } from 'vitest'
import { unspecifiedBehaviors, unspecifiedIds } from '../../spec/unspecified.ts'
import type { Probe } from '../test-support/probe.ts'
import { TestClient } from '../test-support/test-client.ts'
import { unspecifiedProbes } from '../test-support/unspecified-probes.ts'

describe.each(Object.entries<Probe>(unspecifiedProbes))('%s', (id, { observe, expected }) => {
  it.each(Object.keys(expected))('%s', async (name) => {
    const client = new TestClient({ assumptions: { [id]: name } })
    expect(await observe(client)).toEqual(expected[name])
  })

  it('is observed otherwise under each option', () => {
    const observed = new Set(Object.values(expected).map((one) => JSON.stringify([one])))
    expect(observed.size).toBe(Object.keys(expected).length)
  })
})

it('each has several options, of which the first is the default', () => {
  const { assumptions } = new TestClient().world
  for (const id of unspecifiedIds) {
    const names = Object.keys(unspecifiedBehaviors[id].options)
    expect([id, names.length > 1, assumptions.name(id)]).toEqual([id, true, names[0]])
  }
})
